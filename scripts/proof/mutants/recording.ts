/**
 * Records one run of the suite against the valid sandbox, over which all known-bad members are judged: the history of each
 * check, and the requests and responses of all checks in order of time, as a layer of `gateway/variations` sees them.
 */
import {
  type Closed,
  type Conversation,
  type Frame,
  isConversation,
} from '../../../conformance/member/exchange/conversation.ts';
import type { Exchange, RecordedResponse } from '../../../conformance/member/exchange/exchange.ts';
import { Redactor } from '../../../conformance/member/exchange/redactor.ts';
import type { Transport } from '../../../conformance/member/sending/transport.ts';
import type { Check } from '../../../conformance/runner/check.ts';
import { type AttemptRecorder, lineText, readLine } from '../../../conformance/runner/record/recorded-history.ts';
import type { Driven } from '../../../conformance/runner/run/trial.ts';
import type { HttpRequest, HttpResponse } from '../../../gateway/variations/layer.ts';
import { HOP } from '../../../platform-sim/permissive/upstream.ts';
import { type Against, judgedAgainst } from '../judged-against.ts';

/** One message that passed the member, in order of time. */
export type Message = Answered | Spoken;

/** A request, or the handshake of a conversation, with its response. */
export interface Answered {
  readonly kind: 'answered';
  readonly n: number;
  readonly of: Exchange | Conversation;
  readonly was: RecordedResponse;
  readonly request: HttpRequest;
  readonly response: HttpResponse;
}

/** A frame of a conversation, or its end by the member. */
export interface Spoken {
  readonly kind: 'spoken';
  readonly n: number;
  readonly of: Conversation;
  readonly what: Frame | Closed;
}

/** One drive of a check. */
export interface RecordedTrial {
  readonly check: Check;
  readonly driven: Driven;
}

export interface Recording {
  readonly trials: readonly RecordedTrial[];
  readonly messages: readonly Message[];
}

/** The parts of a recording, in a form that can be sent to a thread. */
export interface Recorded {
  readonly trials: readonly { readonly id: string; readonly driven: Driven }[];
  /** The header lines of requests as they were sent, by the response. */
  readonly sent: ReadonlyMap<RecordedResponse, readonly string[]>;
}

/** Drives these checks once, in one world. Checks with generated inputs get one input. */
export async function recorded(checks: readonly Check[], against: Against = {}): Promise<Recorded> {
  const trials: Recorded['trials'][number][] = [];
  const sent = new Map<RecordedResponse, readonly string[]>();
  const through = (way: Transport): Transport => ({
    close: () => way.close(),
    async send(request) {
      const answer = await way.send(request);
      if (!('failure' in answer)) sent.set(answer, request.headers);
      return answer;
    },
  });
  const begin = (id: string): AttemptRecorder => ({
    trial: (driven) => void trials.push({ id, driven: asKept(driven) }),
    searched: () => undefined,
    ended: () => undefined,
  });
  await unredacted(() => judgedAgainst(checks, { mostRuns: 1, ...against, through, recorder: { begin } }));
  return { trials, sent };
}

/** A generated input as `--keep-history` keeps it: without its functions, which no judge needs. */
function asKept(driven: Driven): Driven {
  const { given } = driven;
  const line = readLine(
    lineText({ kind: 'trial', attempt: 0, driven: { ...driven, given, exchanges: [], conversations: [], notes: [] } }),
  );
  return line.kind === 'trial' ? { ...driven, given: line.driven.given } : driven;
}

export function recordingOf({ trials, sent }: Recorded, checks: readonly Check[]): Recording {
  const byId = new Map(checks.map((check) => [check.id, check]));
  const known = trials.flatMap(({ id, driven }) => {
    const check = byId.get(id);
    return check === undefined ? [] : [{ check, driven }];
  });
  return { trials: known, messages: messagesOf(known, sent) };
}

let isUnredacted = false;

/**
 * Records without redaction, because layers read the claims of tokens and swap tickets between callers. Only one recording may
 * run at a time: the end of one would turn on redaction for the other.
 */
async function unredacted<T>(act: () => Promise<T>): Promise<T> {
  if (isUnredacted) throw new Error('two recordings at once');
  isUnredacted = true;
  const { clean, cleanLines } = Redactor.prototype;
  Redactor.prototype.clean = (text) => text;
  Redactor.prototype.cleanLines = (lines) => lines;
  try {
    return await act();
  } finally {
    Redactor.prototype.clean = clean;
    Redactor.prototype.cleanLines = cleanLines;
    isUnredacted = false;
  }
}

function messagesOf(
  trials: readonly RecordedTrial[],
  sent: ReadonlyMap<RecordedResponse, readonly string[]>,
): readonly Message[] {
  const messages: Message[] = [];
  const tokens = new Map<string, string>();
  const known = new Set<RecordedResponse>();
  const all = trials
    .flatMap(({ driven }) => [...driven.exchanges.flatMap(parts), ...driven.conversations])
    .sort((a, b) => a.n - b.n);
  for (const of of all) {
    if (of.response === null || known.has(of.response)) continue;
    known.add(of.response);
    const lines = sent.get(of.response);
    const request = requestOf(of, lines, tokens);
    const response = responseOf(of.response);
    messages.push({ kind: 'answered', n: of.n, of, was: of.response, request, response });
    if (!isConversation(of)) continue;
    const ended = of.closed?.by === 'target' ? [of.closed] : [];
    for (const what of [...of.frames, ...ended]) messages.push({ kind: 'spoken', n: what.n, of, what });
  }
  return messages.sort((a, b) => a.n - b.n);
}

/** All messages of an exchange that was followed or repeated. */
function parts(e: Exchange): readonly Exchange[] {
  return [...(e.earlier ?? []).flatMap(parts), ...(e.settling ?? []).flatMap(parts), e];
}

const MARK = /^Bearer (<token of .*>)$/;

/** Replaces the mark by the caller's token: the one that was sent, or the latest one of the caller. */
function requestOf(
  { request: { method, path, headers, body } }: Exchange,
  lines: readonly string[] | undefined,
  tokens: Map<string, string>,
): HttpRequest {
  const sentAs = lines?.[lines.indexOf('Authorization') + 1];
  const whole = headers.map(([name, value]): readonly [string, string] => {
    const mark = MARK.exec(value)?.[1];
    if (mark === undefined) return [name, value];
    if (sentAs !== undefined) tokens.set(mark, sentAs);
    return [name, tokens.get(mark) ?? value];
  });
  return { method, path, headers: whole, body: Buffer.from(body ?? '') };
}

function responseOf({ status, headers, body }: RecordedResponse): HttpResponse {
  return { status, headers: headers.filter(([name]) => !HOP.includes(name.toLowerCase())), body };
}
