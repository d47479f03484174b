/**
 * The transcript as JSON lines, in the order of the steps. Every line has `type` and `atMs`: milliseconds since the play
 * began, on the target's clock where it is virtual, so that two plays in the sandbox can be compared as text (a restored
 * snapshot takes that clock back, and the times with it). No line contains connection details or secrets of a process.
 *
 *     {"type":"scenario","atMs":0,"format":1,"id":"202-then-poll","proves":["IDEM-11"],"seed":7,"clock":"virtual"}
 *     {"type":"exchange","atMs":0,"step":2,"as":"trader",
 *      "request":{"method":"POST","path":"/orders","headers":[["Idempotency-Key","k1"]],"body":{"qty":"1"}},
 *      "response":{"atMs":2000,"status":202,"headers":[["Location","/operations/k1"]],"body":{"status":"PENDING"}}}
 *     {"type":"sent","atMs":2000,"step":3,"socket":"session","body":{"op":"auth","reqId":"step-3"}}
 *     {"type":"received","atMs":2000,"step":3,"socket":"session","body":{"reqId":"step-3","success":true}}
 *     {"type":"closed","atMs":9000,"step":4,"socket":"session","by":"target","code":4001,"reason":""}
 *     {"type":"control","atMs":0,"step":1,"request":{"method":"POST","path":"/faults","body":{"on":{"owner":"orders"},"hold":"v"}},
 *      "response":{"status":201,"body":{"id":"f1"}}}
 *     {"type":"step","atMs":2000,"step":2,"line":8,"column":5,"phase":"storm","does":"trader POST /orders  key k1","verdict":"pass"}
 *     {"type":"fault","atMs":9000,"name":"orders-verdict","firings":1,"needed":1}
 *     {"type":"verdict","atMs":9000,"verdict":"pass"}
 *
 * A body or frame is `body` where it is JSON (numbers keep every digit), `text` where it is anything else but empty. An
 * exchange has `response`, or `failure` where no answer came; one that opened a socket has `opens`. An exchange, a frame
 * and a close stand before the step that they belong to; what no step has read stands after the last one, without
 * `step`. scenarios/transcript.schema.json is the schema of a line.
 */
import type { ControlAction } from '../../conformance/member/control/control-action.ts';
import type { Exchange, HeaderLines } from '../../conformance/member/exchange/exchange.ts';
import { readExactJson } from './exact-json.ts';
import type { Played, PlayedStep, SocketMessage } from './played.ts';
import { stepSubject, stepWords } from './words.ts';

/** Headers of the connection, not of the answer. */
const HOP = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'sec-websocket-accept']);
/** Headers of the client itself; `as` says whose token it was. */
const OWN = new Set(['authorization', 'accept', 'user-agent']);

function contentOf(text: string | null): { readonly body: unknown } | { readonly text: string } | undefined {
  if (text === null || text === '') return undefined;
  const json = readExactJson(text);
  return json === undefined ? { text } : { body: json.value };
}

function without(names: ReadonlySet<string>, headers: HeaderLines): HeaderLines {
  return headers.filter(([name]) => !names.has(name.toLowerCase()));
}

function exchangeLine({ step }: PlayedStep, exchange: Exchange): object {
  const { request, response, failure, actor, sentAtMs, answeredAtMs } = exchange;
  return {
    type: 'exchange',
    atMs: ms(sentAtMs),
    step: step.n,
    as: actor,
    ...(step.kind === 'open' ? { opens: step.name } : {}),
    request: {
      method: request.method,
      path: request.path,
      headers: without(OWN, request.headers),
      ...contentOf(request.body),
    },
    ...(response === null
      ? { failure }
      : {
          response: {
            atMs: ms(answeredAtMs),
            status: response.status,
            headers: without(HOP, response.headers),
            ...contentOf(response.body),
          },
        }),
  };
}

/**
 * Messages of a socket by direction, each in its own order: the order of two frames that cross depends on the machine,
 * not the member. Closes by the player at the end are left out.
 */
function messageLine(message: SocketMessage, step?: number): object {
  const of = { ...(step === undefined ? {} : { step }), socket: message.socket };
  if ('closed' in message) {
    const { atMs, code, reason, by } = message.closed;
    const how = by === 'target' ? { by, code, reason } : { by: 'client' };
    return { type: 'closed', atMs: ms(atMs), ...of, ...how };
  }
  const { direction, atMs, text } = message.frame;
  return { type: direction, atMs: ms(atMs), ...of, ...(text === null ? { binary: true } : contentOf(text)) };
}

/** Of an answer of the control plane: what later steps name it by, and what was planned. */
const KEPT = ['id', 'name', 'seed', 'steps'];

/** A change of the platform, by which `touchstone import` makes the step again. */
function controlLine({ step, fromMs }: PlayedStep, { method, path, body, status, answer }: ControlAction): object {
  const shown = Object.entries((answer ?? {}) as object).filter(([name]) => KEPT.includes(name));
  return {
    type: 'control',
    atMs: ms(fromMs),
    step: step.n,
    request: { method, path, ...(body === null ? {} : { body }) },
    response: { status, ...(shown.length === 0 ? {} : { body: Object.fromEntries(shown) }) },
  };
}

function stepLines(played: PlayedStep): readonly object[] {
  const { step, exchanges, messages, verdict, happened, why, mismatches, movedMs, toMs, actions = [] } = played;
  return [
    ...actions.map((action) => controlLine(played, action)),
    ...exchanges.map((exchange) => exchangeLine(played, exchange)),
    ...messages.map((message) => messageLine(message, step.n)),
    {
      type: 'step',
      atMs: ms(toMs),
      step: step.n,
      ...step.at,
      phase: step.phase,
      does: `${stepSubject(step)} ${stepWords(step)}`,
      verdict,
      ...(happened === undefined ? {} : { happened }),
      ...(why === undefined ? {} : { why }),
      ...(mismatches.length === 0 ? {} : { mismatches }),
      ...(movedMs === 0 ? {} : { movedMs }),
    },
  ];
}

/** Real times have more digits than anyone reads. */
function ms(time: number): number {
  return Math.round(time * 1000) / 1000;
}

/** The transcript of a play as JSON lines. */
export function transcriptOf(played: Played): string {
  const { scenario, steps, faults, unread, verdict, reason, clock, toMs } = played;
  const { id, proves, world } = scenario;
  const lines: readonly object[] = [
    {
      ...{ type: 'scenario', atMs: 0, format: 1, id, proves, seed: world.seed },
      ...(world.members === undefined ? {} : { members: world.members }),
      clock,
    },
    ...steps.flatMap(stepLines),
    ...unread.map((message) => messageLine(message)),
    ...faults.map(({ step, firings }) => ({
      ...{ type: 'fault', atMs: ms(toMs), name: step.name, firings, needed: step.fires },
    })),
    { type: 'verdict', atMs: ms(toMs), verdict, ...(reason === undefined ? {} : { reason }) },
  ];
  return withNumberedCursors(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
}

/** Replaces cursors by numbers: their spelling is sealed under a key of their process. */
function withNumberedCursors(text: string): string {
  const cursors = new Set(Array.from(text.matchAll(CURSOR), ([, cursor = '']) => cursor));
  return [...cursors].reduce((read, cursor, index) => read.replaceAll(cursor, `<cursor ${index + 1}>`), text);
}

/** With fewer than 12 characters it could be any word. */
const CURSOR = /"(?:next|prev)Cursor":"([^"\\]{12,})"/g;
