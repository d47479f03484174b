import { describe, expect, test } from 'vitest';
import type { Exchange } from '../../conformance/client/exchange.ts';
import { readScenario } from '../format/read.ts';
import { scenarioOf } from './scenario-of.ts';
import type { Traffic, TrafficEvent } from './traffic.ts';

const HEAD = { id: 'seen', story: 'What was seen.' };

interface Sent {
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
function sent({
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

function traffic(...events: readonly TrafficEvent[]): Traffic {
  return { events: events.map((event) => ({ event, where: `entry ${event.n}` })) };
}

function draft(...events: readonly TrafficEvent[]) {
  const { text, unmapped } = scenarioOf(traffic(...events), HEAD);
  return { text, unmapped, scenario: readScenario(text, 'draft.yaml') };
}

const UUID = '6f1c2ab0-4b7e-4d5e-9a55-0a1b2c3d4e5f';
const ORDER = { account: 'main', instrument: 'BTC-USD', side: 'BUY', price: '100.0', qty: '1' };

test('an id of an answer is saved and named, a key is named, a retry repeats', () => {
  const order = { ...ORDER, clientOrderId: UUID };
  const row = { clientOrderId: UUID, price: '100.00', orderId: '171234567890', status: 'OPEN' };
  const { text, unmapped } = draft(
    sent({ n: 1, line: 'POST /orders', key: UUID, body: order, answer: { status: 201, body: row } }),
    sent({
      n: 2,
      line: 'POST /orders',
      key: UUID,
      body: order,
      answer: { status: 201, body: row, headers: { 'Idempotent-Replay': 'true' } },
    }),
    sent({ n: 3, line: 'POST /orders/171234567890/cancel', key: 'c-1', body: {} }),
    sent({ n: 4, line: 'GET /orders/171234567890', answer: { status: 200, body: row } }),
  );
  expect(unmapped).toEqual([]);
  expect(text).toBe(`id: seen
story: What was seen.
storm:
  - as: trader
    request: POST /orders
    name: key-1
    key: key-1
    body: { account: main, instrument: BTC-USD, side: BUY, price: "100.0", qty: "1", clientOrderId: key-1 }
    expect: { status: 201, body: { clientOrderId: key-1, price: { $decimal: "100.0" } } }
    save: { order: $.orderId }
  - repeat: key-1
    expect:
      status: 201
      headers: { idempotent-replay: "true" }
      body: { clientOrderId: key-1, price: { $decimal: "100.0" }, orderId: "\${order}" }
  - as: trader
    request: POST /orders/\${order}/cancel
    key: c-1
    body: {}
    expect: { status: 200 }
holds:
  - as: trader
    request: GET /orders/\${order}
    expect: { status: 200, body: { orderId: "\${order}" } }
`);
});

describe('time', () => {
  test('a pause is a wait, an answer that took long is none', () => {
    const { scenario } = draft(
      sent({
        n: 1,
        line: 'POST /orders',
        key: 'k1',
        body: ORDER,
        at: 0,
        took: 2_000,
        answer: { status: 202, headers: { Location: '/operations/k1' } },
      }),
      sent({ n: 2, line: 'GET /orders', at: 2_100 }),
      sent({ n: 3, line: 'GET /me', at: 5_640 }),
    );
    expect(scenario.steps.map((step) => (step.kind === 'wait' ? step.ms : step.kind))).toEqual([
      'request',
      'request',
      3_500,
      'request',
    ]);
  });

  test('a request that is sent before another one is answered is awaited where its answer came', () => {
    const { text } = draft(
      sent({ n: 1, line: 'POST /orders', key: 'k1', body: ORDER, at: 0, took: 500, answer: { status: 201 } }),
      sent({ n: 2, line: 'GET /orders', at: 100, took: 100 }),
      sent({ n: 3, line: 'GET /me', at: 600 }),
    );
    const { steps } = readScenario(text, 'draft.yaml');
    expect(steps.map((step) => step.kind)).toEqual(['request', 'request', 'await', 'request']);
  });

  test('a loop of reads is one step with within', () => {
    const pending = { status: 200, body: { outcome: { status: 'PENDING' } } };
    const done = { status: 200, body: { outcome: { status: 'APPLIED' } } };
    const { text } = draft(
      sent({ n: 1, line: 'POST /orders', key: 'k1', body: ORDER, answer: { status: 202 } }),
      ...[2, 3, 4].map((n) => sent({ n, line: 'GET /operations/k1', at: n * 1_500, answer: pending })),
      sent({ n: 5, line: 'GET /operations/k1', at: 7_500, answer: done }),
    );
    expect(text).toContain('within: 10s');
    expect(text).toContain('$.outcome.status: APPLIED');
    expect(text.match(/GET \/operations/g)).toHaveLength(1);
  });
});
