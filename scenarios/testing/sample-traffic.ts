/** Traffic for tests of scenarioOf. */
import type { Conversation, Frame } from '../../conformance/member/exchange/conversation.ts';
import type { Exchange } from '../../conformance/member/exchange/exchange.ts';
import { readScenario } from '../format/read.ts';
import { scenarioOf } from '../traffic/scenario-of.ts';
import type { ControlAction, Head, TrafficEvent } from '../traffic/traffic.ts';

export interface Sent {
  readonly n: number;
  readonly line: string;
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly at?: number;
  readonly took?: number;
  readonly actor?: string;
  readonly answer?:
    | { readonly status: number; readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> }
    | string;
}

/** An exchange; times are a tenth of a second apart unless stated. */
export function sent({
  n,
  line,
  key,
  headers = {},
  body,
  at = n * 100,
  took = 10,
  actor = 'trader',
  answer = { status: 200 },
}: Sent): Exchange {
  const [method = '', path = ''] = line.split(' ');
  const own = key === undefined ? {} : { 'Idempotency-Key': key };
  return {
    n,
    label: null,
    actor,
    request: {
      method,
      path,
      headers: Object.entries({ ...own, ...headers }),
      body: body === undefined ? null : JSON.stringify(body),
    },
    sentAtMs: at,
    answeredAtMs: at + took,
    response:
      typeof answer === 'string'
        ? null
        : {
            status: answer.status,
            headers: Object.entries(answer.headers ?? {}),
            body: JSON.stringify(answer.body ?? {}),
          },
    failure: typeof answer === 'string' ? answer : null,
  };
}

/** An action of the control plane. */
export function acted(
  n: number,
  line: string,
  body: unknown = null,
  answer: unknown = null,
  status = 200,
): ControlAction {
  const [method = '', path = ''] = line.split(' ');
  return { kind: 'control', n, sentAtMs: n * 100, answeredAtMs: n * 100 + 5, method, path, body, status, answer };
}

/** A session of the trader's; a frame is a tenth of a second after the one before it unless it says when. */
export function session(
  n: number,
  frames: readonly (readonly [direction: 'sent' | 'received', frame: unknown, atMs?: number])[],
  more: Partial<Conversation> = {},
): Conversation {
  const opened = sent({
    n,
    line: 'GET /v1/ws/trading',
    headers: { Authorization: 'Bearer <token of trader>' },
    answer: { status: 101 },
  });
  return {
    ...opened,
    socket: 'trading',
    frames: frames.map(([direction, frame, atMs], i): Frame => {
      const at = n + i + 1;
      return {
        n: at,
        direction,
        atMs: atMs ?? at * 100,
        text: typeof frame === 'string' ? frame : JSON.stringify(frame),
      };
    }),
    closed: null,
    ...more,
  };
}

/** What is made of events, and what the reader makes of that. */
export function draft(events: readonly TrafficEvent[], head: Partial<Head> = {}) {
  const traffic = { events: events.map((event) => ({ event, where: `entry ${event.n}` })) };
  const { text, unmapped } = scenarioOf(traffic, { id: 'seen', story: 'What was seen.', ...head });
  return { text, unmapped, scenario: readScenario(text, 'draft.yaml') };
}
