import { describe, expect, test } from 'vitest';
import { acted, draft, sent } from '../testing/sample-traffic.ts';

const UUID = '6f1c2ab0-4b7e-4d5e-9a55-0a1b2c3d4e5f';
const ORDER = { account: 'main', instrument: 'BTC-USD', side: 'BUY', price: '100.0', qty: '1' };

test('an id of an answer is saved and named, a key is named, a retry repeats', () => {
  const order = { ...ORDER, clientOrderId: UUID };
  const row = { clientOrderId: UUID, price: '100.00', orderId: '171234567890', status: 'OPEN' };
  // biome-ignore format: an aligned table
  const { text, unmapped } = draft([
    sent({ n: 1, line: 'POST /orders', key: UUID, body: order, answer: { status: 201, body: row } }),
    sent({ n: 2, line: 'POST /orders', key: UUID, body: order, answer: { status: 201, body: row, headers: { 'Idempotent-Replay': 'true' } } }),
    sent({ n: 3, line: 'POST /orders/171234567890/cancel', key: 'c-1', body: {} }),
    sent({ n: 4, line: 'GET /orders/171234567890', answer: { status: 200, body: row } }),
  ]);
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
    // biome-ignore format: an aligned table
    const { scenario } = draft([
      sent({ n: 1, line: 'POST /orders', key: 'k1', body: ORDER, at: 0, took: 2_000, answer: { status: 202, headers: { Location: '/operations/k1' } } }),
      sent({ n: 2, line: 'GET /orders', at: 2_100 }),
      sent({ n: 3, line: 'GET /me', at: 5_640 }),
    ]);
    expect(scenario.steps.map((step) => (step.kind === 'wait' ? step.ms : step.kind))).toEqual([
      'request',
      'request',
      3_500,
      'request',
    ]);
  });

  test('a request that is sent before another one is answered is awaited where its answer came', () => {
    const { scenario } = draft([
      sent({ n: 1, line: 'POST /orders', key: 'k1', body: ORDER, at: 0, took: 500, answer: { status: 201 } }),
      sent({ n: 2, line: 'GET /orders', at: 100, took: 100 }),
      sent({ n: 3, line: 'GET /me', at: 600 }),
    ]);
    expect(scenario.steps.map((step) => step.kind)).toEqual(['request', 'request', 'await', 'request']);
  });

  test('a loop of reads is one step with within', () => {
    const pending = { status: 200, body: { outcome: { status: 'PENDING' } } };
    const done = { status: 200, body: { outcome: { status: 'APPLIED' } } };
    const { text } = draft([
      sent({ n: 1, line: 'POST /orders', key: 'k1', body: ORDER, answer: { status: 202 } }),
      ...[2, 3, 4].map((n) => sent({ n, line: 'GET /operations/k1', at: n * 1_500, answer: pending })),
      sent({ n: 5, line: 'GET /operations/k1', at: 7_500, answer: done }),
    ]);
    expect(text).toContain('within: 10s');
    expect(text).toContain('$.outcome.status: APPLIED');
    expect(text.match(/GET \/operations/g)).toHaveLength(1);
  });

  test('pauses of a virtual clock are none: time passes by advance', () => {
    const { scenario } = draft([
      sent({ n: 1, line: 'GET /me', at: 0 }),
      { ...acted(2, 'POST /clock/advance', { by: '90s' }), sentAtMs: 60_000, answeredAtMs: 60_010 },
      sent({ n: 3, line: 'GET /me', at: 120_000 }),
    ]);
    expect(scenario.steps.map((step) => (step.kind === 'advance' ? step.ms : step.kind))).toEqual([
      'request',
      90_000,
      'request',
    ]);
  });

  test('reads that are answered alike are one step, and a read that ends in a refusal is no loop', () => {
    const alike = [1, 2, 3, 4, 5].map((n) =>
      sent({ n, line: 'GET /orders', at: n * 2_000, answer: { status: 200, body: { items: [] } } }),
    );
    expect(draft(alike).text).toContain('note: Sent 5 times in a row, answered alike.');
    const refused = sent({
      n: 6,
      line: 'GET /orders',
      at: 12_000,
      answer: { status: 429, body: { error: { code: 'INBOX_FULL', retryable: true } } },
    });
    expect(draft([...alike.slice(0, 2), refused]).text).not.toContain('within');
  });

  test('a client that gave up has its request in the background; what was lost is expected to be lost', () => {
    const order = { line: 'POST /orders', key: 'k1', body: ORDER };
    const left = draft([
      sent({ n: 1, ...order, took: 1_000, answer: 'timeout' }),
      sent({ n: 2, line: 'GET /me', at: 1_200 }),
    ]);
    expect(left.scenario.steps.map((step) => step.kind)).toEqual(['request', 'wait', 'request', 'await']);
    const lost = draft([sent({ n: 1, ...order, answer: 'reset' })]);
    expect(lost.text).toContain('expect: { answer: none }');
    expect(lost.unmapped).toMatchObject([expect.stringContaining('entry 1: no answer came (reset)')]);
  });
});

describe('values', () => {
  const page = (items: readonly object[]) => ({ status: 200, body: { items, nextCursor: null } });

  test('a short id is only taken for that of a write, and by its name', () => {
    // biome-ignore format: an aligned table
    const { text } = draft([
      sent({ n: 1, line: 'GET /accounts', answer: page([{ accountId: 1 }]) }),
      sent({ n: 2, line: 'POST /portfolios', key: 'p-1', body: { accountId: 1 }, answer: { status: 201, body: { portfolioId: 31 } } }),
      sent({ n: 3, line: 'PUT /portfolios/31', key: 'p-2', body: { accountId: 1, limit: 31 }, answer: { status: 200, body: {} } }),
    ]);
    expect(text).toContain('body: { accountId: 1, limit: 31 }');
    expect(text).toContain(`PUT /portfolios/\${portfolio}`);
  });

  test('an If-Match is the ETag of the latest answer about the row', () => {
    const read = (n: number, etag: string) =>
      sent({
        n,
        line: 'GET /users/900100',
        answer: { status: 200, headers: { ETag: etag }, body: { userId: 900_100 } },
      });
    const { text } = draft([
      read(1, '"1"'),
      read(2, '"2"'),
      sent({ n: 3, line: 'PUT /users/900100', key: 'u-1', headers: { 'If-Match': '"1"' }, body: {} }),
    ]);
    expect(text).toContain(`headers: { If-Match: "\${etag}" }`);
    expect(text.indexOf('save: { etag: headers.etag }')).toBeLessThan(text.lastIndexOf('GET /users'));
  });

  test('key material is made up, the same for the same, and keeps what a venue reads from it', () => {
    const credential = (n: number, key: string) =>
      sent({
        n,
        line: 'POST /credentials',
        key: `c-${n}`,
        body: { exchangeId: 1, material: { key, secret: 'hush-hush', passphrase: 'hush' } },
      });
    const { text } = draft([credential(1, 'real-key-perms:READ'), credential(2, 'real-key-perms:READ')]);
    expect(text).not.toMatch(/real-key|hush/);
    expect(text.match(/key: made-up-key-1-perms:READ/g)).toHaveLength(2);
  });

  test('a body that JSON would change is sent as text, and a key in it is named', () => {
    const exact = { ...sent({ n: 1, line: 'POST /orders', key: '6f1c2ab0-4b7e-4d5e-9a55-0a1b2c3d4e5f' }) };
    const body = '{"clientOrderId":"6f1c2ab0-4b7e-4d5e-9a55-0a1b2c3d4e5f","qty":1.0,"qty":12345678901234567890}';
    const { text } = draft([{ ...exact, request: { ...exact.request, body } }]);
    expect(text).toContain(`text: '{"clientOrderId":"key-1","qty":1.0,"qty":12345678901234567890}'`);
  });
});

test('a stated expectation stands instead of what was seen', () => {
  const expects = new Map([[1, { status: 409, code: 'CONFIG_PENDING' }]]);
  const { text } = draft([sent({ n: 1, line: 'GET /me' })], { expects, proves: ['ALG-10'] });
  expect(text).toContain('expect: { status: 409, code: CONFIG_PENDING }');
  expect(text).toContain('proves: [ ALG-10 ]');
});
