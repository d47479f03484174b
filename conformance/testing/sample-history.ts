/**
 * Hand-written histories for the tests of judges. A test states only what the judge reads; the rest is plausible: a
 * JSON content type, a new X-Request-Id and an envelope that agrees with it, answers a millisecond apart.
 */
import type { Closed, Conversation, Frame, SocketName } from '../member/exchange/conversation.ts';
import { isConversation } from '../member/exchange/conversation.ts';
import type { Exchange, HeaderLines } from '../member/exchange/exchange.ts';
import type { Note } from '../member/exchange/note.ts';
import type { TargetFacts } from '../member/profile/target-facts.ts';
import { ANY_TARGET } from '../member/profile/target-facts.ts';
import { History } from '../runner/history.ts';

export interface AnswerOptions {
  readonly status: number;
  /** The error code; makes the body a refusal's envelope. */
  readonly code?: string;
  readonly message?: string;
  readonly retryable?: boolean;
  /** X-Service-Global-Sequence. */
  readonly position?: bigint | number;
  /** X-Service-As-Of-Seq-Ts. */
  readonly asOf?: bigint | number;
  /** Idempotent-Replay: true. */
  readonly replay?: boolean;
  /** ETag, including its quotes. */
  readonly etag?: string;
  /** The response body: an object is written as JSON, a string unchanged. */
  readonly body?: unknown;
  /** Further response headers, or other values for the usual ones; null leaves a usual one out. */
  readonly headers?: Readonly<Record<string, string | null>>;
  readonly actor?: string;
  readonly key?: string;
  /** The If-Match that was sent, including its quotes. */
  readonly ifMatch?: string;
  /** Further request headers. */
  readonly sent?: Readonly<Record<string, string>>;
  /** The request body. */
  readonly sentBody?: unknown;
  readonly sentAtMs?: number;
  readonly answeredAtMs?: number;
}

/** A busy member's refusal in its proper form. */
export const BUSY = { status: 503, code: 'NOT_PRIMED', retryable: true, headers: { 'Retry-After': '1' } } as const;

export interface UnansweredOptions
  extends Pick<AnswerOptions, 'actor' | 'key' | 'ifMatch' | 'sent' | 'sentBody' | 'sentAtMs'> {
  readonly failure?: string;
}

/** An exchange before its place in a history is known. */
export type Sample = (n: number, label: string | null) => Exchange;

function written(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function requestOf(line: string, options: UnansweredOptions): Exchange['request'] {
  const [method = 'GET', path = '/'] = line.split(' ');
  const headers: [string, string][] = Object.entries(options.sent ?? {});
  if (options.key !== undefined) headers.push(['Idempotency-Key', options.key]);
  if (options.ifMatch !== undefined) headers.push(['If-Match', options.ifMatch]);
  return { method, path, headers, body: options.sentBody === undefined ? null : written(options.sentBody) };
}

function responseHeaders(options: AnswerOptions, requestId: string): HeaderLines {
  const usual: Record<string, string | null> = {
    'Content-Type': 'application/json; charset=utf-8',
    'X-Request-Id': requestId,
    ...(options.position === undefined ? {} : { 'X-Service-Global-Sequence': `${options.position}` }),
    ...(options.asOf === undefined ? {} : { 'X-Service-As-Of-Seq-Ts': `${options.asOf}` }),
    ...(options.replay === true ? { 'Idempotent-Replay': 'true' } : {}),
    ...(options.etag === undefined ? {} : { ETag: options.etag }),
    ...options.headers,
  };
  return Object.entries(usual).filter((line): line is [string, string] => line[1] !== null);
}

/** `answer('POST /orders', { status: 422, code: 'TICK_SIZE_VIOLATION', position: 7n })` */
export function answer(line: string, options: AnswerOptions): Sample {
  return (n, label) => {
    const requestId = options.headers?.['X-Request-Id'] ?? `request-${n}`;
    const refusal = {
      error: {
        code: options.code,
        message: options.message ?? 'refused',
        requestId,
        retryable: options.retryable ?? false,
      },
    };
    const body = options.body ?? (options.code === undefined ? {} : refusal);
    return {
      n,
      label,
      actor: options.actor ?? 'trader',
      request: requestOf(line, options),
      sentAtMs: options.sentAtMs ?? n * 2,
      answeredAtMs: options.answeredAtMs ?? n * 2 + 1,
      response: { status: options.status, headers: responseHeaders(options, requestId), body: written(body) },
      failure: null,
    };
  };
}

/** Answers to one request: `const put = answersTo('PUT /x')`, then `put(200)` and `put(409, 'IN_USE', { position: 9 })`. */
export function answersTo(line: string, common: Partial<AnswerOptions> = {}) {
  return (status: number, code?: string, over: Partial<AnswerOptions> = {}): Sample =>
    answer(line, { ...common, status, ...(code !== undefined && { code }), ...over });
}

/** A request whose outcome is unknown. */
export function unanswered(line: string, options: UnansweredOptions = {}): Sample {
  return (n, label) => ({
    n,
    label,
    actor: options.actor ?? 'trader',
    request: requestOf(line, options),
    sentAtMs: options.sentAtMs ?? n * 2,
    answeredAtMs: (options.sentAtMs ?? n * 2) + 1,
    response: null,
    failure: options.failure ?? 'timeout',
  });
}

export interface ConversationOptions extends Partial<AnswerOptions> {
  readonly socket?: SocketName;
  /** In order: what was sent, as `said(...)`, and what was received, as `came(...)`. */
  readonly frames?: readonly SampleFrame[];
  /** The close by the target; absent: it stayed open, or the suite closed it after the check. */
  readonly closed?: Partial<Closed>;
  /** The query string of the handshake. */
  readonly query?: string;
}

export type SampleFrame = Omit<Frame, 'n' | 'atMs'> & Partial<Pick<Frame, 'n' | 'atMs'>>;

/** A message of the suite; `at`: its number, where the order among conversations and exchanges matters. */
export function said(message: unknown, at?: number): SampleFrame {
  return { direction: 'sent', text: written(message), ...(at === undefined ? {} : { n: at }) };
}

/** A message of the target. */
export function came(message: unknown, at?: number): SampleFrame {
  return { direction: 'received', text: written(message), ...(at === undefined ? {} : { n: at }) };
}

/** A number after all that are not stated, for a close. */
const LAST = 1_000_000;

/** `conversation({ frames: [came({...}), said({...})] })`; `status` is that of a refused handshake, default 101. */
export function conversation(options: ConversationOptions = {}): Sample {
  const { socket = 'trading', frames = [], closed, query, status = 101, ...rest } = options;
  const path = socket === 'trading' ? '/v1/ws/trading' : '/v1/ws/market-data';
  const line = `GET ${path}${query === undefined ? '' : `?${query}`}`;
  return (n, label): Conversation => ({
    ...answer(line, { ...rest, status, ...(status === 101 ? { body: '' } : {}) })(n, label),
    socket,
    frames: frames.map((frame, i) => {
      const place = frame.n ?? n + (i + 1) / 1000;
      return { n: place, atMs: place * 2, ...frame };
    }),
    closed:
      closed === undefined
        ? null
        : { n: LAST, atMs: n * 2 + 1, code: 1000, reason: '', by: 'target', failure: null, ...closed },
  });
}

/** A note of `drive`, among the samples of a history. */
export function noted(value: unknown): { readonly note: unknown } {
  return { note: value };
}

/** The content of a label: an answer, a conversation, a note. */
export type Sampled = Sample | { readonly note: unknown };

/**
 * `historyOf({ refused: answer(...), retried: answer(...) })`: names are labels, in order of sending; a list of samples
 * under one name gives each the label. A plain list has no labels.
 */
export function historyOf(
  samples: Readonly<Record<string, Sampled | readonly Sampled[]>> | readonly Sampled[],
  target: Partial<TargetFacts> = {},
): History {
  const listed: [string | null, Sampled][] = Array.isArray(samples)
    ? (samples as readonly Sampled[]).map((sample) => [null, sample])
    : Object.entries(samples as Readonly<Record<string, Sampled | readonly Sampled[]>>).flatMap(([label, some]) =>
        [some].flat().map((sample): [string, Sampled] => [label, sample as Sampled]),
      );
  const exchanges: Exchange[] = [];
  const conversations: Conversation[] = [];
  const notes: Note[] = [];
  listed.forEach(([label, sample], i) => {
    if (typeof sample !== 'function') {
      notes.push({ n: i + 1, atMs: (i + 1) * 2, label: label ?? '', value: sample.note });
      return;
    }
    const made = sample(i + 1, label);
    if (isConversation(made)) conversations.push(made);
    else exchanges.push(made);
  });
  return new History(exchanges, { ...ANY_TARGET, ...target }, conversations, notes);
}
