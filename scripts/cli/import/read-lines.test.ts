import { describe, expect, test } from 'vitest';
import { readScenario } from '../../../scenarios/index.ts';
import { imported, linesOf, ORDER, ROW, STEPS } from './testing/sample-har.ts';

describe('JSON Lines', () => {
  const exchange = (n: number, more: object) => ({
    n,
    atNs: `${1_767_571_200_000_000_000n + BigInt(n) * 1_000_000n}`,
    member: 'm1',
    requestId: null,
    status: 200,
    key: null,
    refused: null,
    ...more,
  });
  const log = [
    exchange(2, {
      method: 'GET',
      path: '/orders/{id}',
      target: `/orders/${ROW.orderId}`,
      request: { headers: [], body: null },
      response: { headers: [], body: ROW },
    }),
    exchange(1, {
      method: 'POST',
      path: '/orders',
      target: '/orders',
      status: 201,
      request: {
        headers: [
          ['Authorization', '[not shown]'],
          ['Idempotency-Key', 'o-1'],
        ],
        body: ORDER,
      },
      response: { headers: [], body: ROW },
    }),
  ];

  test.each([
    ['one document', JSON.stringify({ items: log })],
    ['one exchange a line', log.map((row) => JSON.stringify(row)).join('\n')],
  ])("a sandbox's exchanges, %s", async (_, text) => {
    const { out, err } = await imported(text);
    expect(linesOf(out), err).toEqual(STEPS);
  });

  test("a sandbox's exchange is imported as its client received it", async () => {
    const read = {
      method: 'GET',
      path: '/me',
      request: { headers: [], body: null },
      response: { headers: [], body: {} },
    };
    const { out, err } = await imported(
      JSON.stringify({
        items: [
          exchange(2, { ...read, outcome: { kind: 'lost', text: 'lost (was 200)' }, received: null }),
          exchange(1, { ...read, received: { status: 429, headers: [], body: null } }),
        ],
      }),
    );
    expect([out, err]).toEqual([
      expect.stringContaining('429'),
      expect.stringContaining('no answer came (lost (was 200))'),
    ]);
  });

  test('a journal: orders become requests, the rest gets notes', async () => {
    const record = (position: number, command: object, verdict: object) =>
      JSON.stringify({
        position,
        atNs: `${1_767_571_200_000_000_000n + BigInt(position)}`,
        command: { owner: 'orders', principal: { orgId: 1, userId: 2 }, ...command },
        verdict,
      });
    // biome-ignore format: an aligned table
    const { out, err } = await imported(
      [
        record(1, { principal: { orgId: 1, userId: 0 }, key: 'algo-1', operation: 'submitOrder', body: { kind: 'submit' } }, { facts: [] }),
        record(
          2,
          {
            key: 'o-1',
            operation: 'submitOrder',
            body: { kind: 'submit', accountId: 1, instrumentId: 1, side: 'BUY', price: '100', qty: '1' },
          },
          { facts: [{ kind: 'OrderUpdated', order: ROW }] },
        ),
        record(3, { key: 'c-1', operation: `cancelOrder ${ROW.orderId}`, body: { kind: 'cancel' } }, { facts: [{ kind: 'OrderUpdated', order: ROW }] }),
        record(
          4,
          {
            key: 'o-2',
            operation: 'submitOrder',
            body: { kind: 'submit', accountId: 1, instrumentId: 1, price: '0.001' },
          },
          { refused: { code: 'TICK_SIZE_VIOLATION', message: 'no' } },
        ),
        record(5, { key: 'u-1', operation: 'createUser', body: { kind: 'create' } }, { facts: [] }),
      ].join('\n'),
    );
    expect(linesOf(out), err).toEqual(['POST /orders', `POST /orders/\${order}/cancel`, 'POST /orders']);
    expect(out).toContain('code: TICK_SIZE_VIOLATION');
    expect(err).toContain('left out: 1 records');
    expect(err).toContain('position 5: createUser');
  });

  test('a recording', async () => {
    const seen = (n: number, method: string, path: string, body: string | null, status: number) => ({
      where: `request ${n}`,
      event: {
        ...{ n, label: null, actor: 'trader', sentAtMs: n, answeredAtMs: n, failure: null },
        request: { method, path, headers: body === null ? [] : [['Idempotency-Key', 'o-1']], body },
        response: { status, headers: [], body: JSON.stringify(ROW) },
      },
    });
    const lines = [
      { touchstone: 'traffic', version: 1, world: { seed: 7 }, clock: 'real' },
      seen(1, 'POST', '/orders', JSON.stringify(ORDER), 201),
      {
        where: 'request 2',
        event: {
          n: 2,
          kind: 'control',
          sentAtMs: 2,
          answeredAtMs: 2,
          method: 'POST',
          path: '/owners/orders/leave',
          body: null,
          status: 200,
          answer: null,
        },
      },
      seen(3, 'GET', `/orders/${ROW.orderId}`, null, 200),
      { where: 'request 4', event: { n: 'four' } },
    ];
    const { out, err } = await imported(lines.map((one) => JSON.stringify(one)).join('\n'));
    expect(linesOf(out)).toEqual([STEPS[0], 'owner', STEPS[1]]);
    expect(err).toBe('touchstone: incident.har: line 5: it is no event of traffic\n');
    expect(readScenario(out, 'x').world.seed).toBe(7);
  });

  test('the transcript of a replay', async () => {
    const { out, err } = await imported(
      [
        { type: 'scenario', atMs: 0, format: 1, id: 'x', proves: [], seed: 1, clock: 'virtual' },
        { type: 'step', atMs: 0, step: 1, does: 'fault hold verdict on owner orders', verdict: 'done' },
        {
          type: 'exchange',
          atMs: 0,
          step: 2,
          as: 'trader',
          request: { method: 'POST', path: '/orders', headers: [['Idempotency-Key', 'o-1']], body: ORDER },
          response: { atMs: 2_000, status: 201, headers: [], body: ROW },
        },
        {
          type: 'exchange',
          atMs: 9_000,
          step: 3,
          as: 'trader',
          request: { method: 'GET', path: `/orders/${ROW.orderId}`, headers: [] },
          response: { atMs: 9_000, status: 200, headers: [], body: ROW },
        },
        { type: 'verdict', atMs: 9_000, verdict: 'pass' },
      ]
        .map((line) => JSON.stringify(line))
        .join('\n'),
    );
    expect(linesOf(out), err).toEqual(STEPS);
    expect(err).toContain(
      'line 2: the transcript describes step 1 (fault hold verdict on owner orders) in words alone',
    );
  });

  test("a transcript keeps the play's faults, and the other changes of the platform", async () => {
    const answer = (step: number, status: number, atMs = 0) => ({
      ...{ type: 'exchange', atMs, step, as: 'trader' },
      request: { method: 'POST', path: '/orders', headers: [['Idempotency-Key', 'o-1']], body: ORDER },
      response: { atMs: atMs + 2_000, status, headers: [], body: status === 201 ? ROW : {} },
    });
    const change = (step: number, method: string, path: string, body?: object, answered?: object) => ({
      ...{ type: 'control', atMs: step === 1 ? 0 : 2_000, step, request: { method, path, ...(body && { body }) } },
      response: { status: 200, ...(answered && { body: answered }) },
    });
    const rule = { on: { owner: 'orders', key: 'o-1' }, hold: 'verdict', times: 1 };
    const { out, err } = await imported(
      [
        { type: 'scenario', atMs: 0, format: 1, id: 'x', proves: [], seed: 1, clock: 'virtual' },
        change(1, 'POST', '/faults', rule, { id: 'f1' }),
        { type: 'step', atMs: 0, step: 1, does: 'fault hold verdict on owner orders', verdict: 'done' },
        answer(2, 202),
        change(3, 'POST', '/holds/verdict/release'),
        { type: 'step', atMs: 2_000, step: 3, does: 'release verdict', verdict: 'done' },
        change(4, 'POST', '/members/m1/crash', {}),
        { type: 'step', atMs: 2_000, step: 4, does: 'member m1 crash', verdict: 'done' },
        answer(5, 201, 2_000),
        { type: 'fault', atMs: 4_000, name: 'verdict', firings: 1, needed: 1 },
        { type: 'verdict', atMs: 4_000, verdict: 'pass' },
      ]
        .map((line) => JSON.stringify(line))
        .join('\n'),
    );
    const { steps } = readScenario(out, 'x');
    expect(steps.map(({ kind }) => kind)).toEqual(['fault', 'request', 'release', 'member', 'request']);
    const key = steps[1]?.kind === 'request' ? steps[1].sent.key : undefined;
    expect(steps[0]).toMatchObject({ rule: { ...rule, on: { owner: 'orders', key } }, fires: 1 });
    expect(err).not.toContain('in words alone');
  });
});
