/** What the exchanges say that their clients received, and which fault struck which of them. */
import { connect } from 'node:net';
import { describe, expect, test, vi } from 'vitest';
import type { FaultRule } from '../faults/rule-shape.ts';
import { type Scene, scene, until } from '../testing/sample-scene.ts';
import { marketDataSocket, tradingSocket } from '../testing/sample-socket.ts';
import type { Exchange } from './exchanges.ts';

const ANSWER = { edge: 'answer', method: 'POST', path: '/orders' } as const;

async function exchangesOf(at: Scene): Promise<readonly Exchange[]> {
  return (await at.control('GET', '/exchanges')).body.items;
}

const seen = ({ outcome: { kind, text }, strikes }: Exchange) => [kind, text, ...strikes.map(({ says }) => says)];

describe('the outcome of an order', () => {
  // biome-ignore format: an aligned table
  test.each<[FaultRule, kind: Exchange['outcome']['kind'], text: string, says: string]>([
    [{ on: ANSWER, drop: 'answer' }, 'lost', 'lost .was 201.', 'The order was placed; only its answer was lost.'],
    [{ on: ANSWER, cut: true }, 'cut', 'cut after \\d{2,} bytes', 'The order was placed; only its answer was cut: only half of it was sent.'],
    [{ on: ANSWER, reset: true }, 'lost', 'lost .was 201.', 'The order was placed; only its answer was lost: the connection was reset.'],
    [{ on: ANSWER, answer: { status: 429 } }, 'replaced', '429 by fault f1', 'The order was placed; only its answer was replaced by 429.'],
    [{ on: ANSWER, crash: true }, 'lost', 'lost .was 201.', 'The order was placed; only its answer was lost: the member crashed.'],
    [{ on: { edge: 'send' }, crash: true }, 'lost', 'lost in a crash', 'The command, on its way to the platform, was lost: the member crashed. Its outcome: not sent: the member crashed first.'],
    [{ on: { edge: 'answered' }, crash: true }, 'answered', '201', 'The connection ended after the answer: the member crashed. Its outcome: as answered.'],
    [{ on: { edge: 'inbox' }, refuse: 'INBOX_FULL' }, 'replaced', '429 INBOX_FULL by fault f1', "The command, on its way into its owner's inbox, was refused with INBOX_FULL by the fault."],
    [{ on: { edge: 'verdict' }, refuse: 'NO_REFERENCE_PRICE' }, 'replaced', '409 NO_REFERENCE_PRICE by fault f1', "The owner's verdict was refused with NO_REFERENCE_PRICE by the fault."],
    [{ on: { edge: 'send' }, duplicate: true }, 'answered', '201', 'The command, on its way to the platform, was sent twice. Its outcome: sent twice: sequenced once.'],
  ])('under %j', async (rule, kind, text, says) => {
    const at = await scene();
    at.add({ ...rule, times: 1 });
    await at.order().catch(() => undefined);
    await vi.waitFor(async () => {
      const [exchange] = await exchangesOf(at);
      expect(exchange && seen(exchange)).toEqual([kind, expect.stringMatching(`^${text}$`), says]);
    });
    // The next order is struck by none, also while the rule is listed.
    await at.order('k-2');
    expect((await exchangesOf(at))[0]).toMatchObject({ key: 'k-2', outcome: { text: '201' }, strikes: [] });
    await at.control('DELETE', '/faults');
    expect((await exchangesOf(at)).at(-1)?.strikes).toHaveLength(1);
  });

  test('of a crash has the principal of its token, as a retry has', async () => {
    const at = await scene();
    at.add({ on: { edge: 'send' }, crash: true, times: 1 });
    await at.order().catch(() => undefined);
    await vi.waitFor(async () =>
      expect((await at.control('GET', '/exchanges/1')).body).toMatchObject({ principal: 'trader', received: null }),
    );
  });

  test('is held, then sent late; its duration has the time for which it was held', async () => {
    const at = await scene();
    at.add({ on: ANSWER, delay: '3s', times: 1 });
    const sent = at.order();
    await until(() => at.fault.held === 1);
    expect((await exchangesOf(at))[0]?.outcome).toEqual({ kind: 'held', text: 'held by fault f1 (201)' });
    await at.sandbox.clock.advance(3_000);
    await sent;
    const [exchange] = await exchangesOf(at);
    expect(exchange && seen(exchange)).toEqual([
      'answered',
      '201',
      'The order was placed; only its answer was delayed by 3s.',
    ]);
    expect(exchange?.tookNs).toBe('3000000000');
  });

  test('is open at 202, and is closed by what its client reads of the operation', async () => {
    const at = await scene();
    at.add({ on: { edge: 'verdict', key: 'k-1' }, hold: 'verdict', times: 1 });
    const sent = at.order();
    await until(() => at.fault.held === 1);
    await at.sandbox.clock.advance(2_000);
    expect((await sent).status).toBe(202);
    expect((await exchangesOf(at))[0]).toMatchObject({
      outcome: { kind: 'open', text: '202' },
      strikes: [{ effect: 'hold', endNs: null, says: "The owner's verdict is held as verdict." }],
    });
    await at.trader.get('/operations/k-1');
    expect((await exchangesOf(at))[1]?.outcome.text).toBe('202');
    await at.operate('/holds/verdict/release');
    await at.trader.get('/operations/k-1');
    expect((await exchangesOf(at))[2]).toMatchObject({
      outcome: { kind: 'answered', text: '202, then SUCCEEDED' },
      strikes: [{ says: "The owner's verdict was held as verdict for 2 s." }],
    });
  });

  test.each(['resetAndDestroy', 'end'] as const)('is lost if the client leaves first: %s', async (leave) => {
    const at = await scene();
    at.add({ on: ANSWER, hold: 'answer', times: 1 });
    const { hostname, port } = new URL(at.sandbox.baseUrl);
    const socket = connect(Number(port), hostname, () => socket.write('POST /orders HTTP/1.1\r\nHost: h\r\n\r\n'));
    await until(() => at.fault.held === 1);
    socket[leave]();
    await vi.waitFor(async () =>
      expect((await exchangesOf(at))[0]?.outcome).toEqual({
        kind: 'lost',
        text: 'the client left (was 401 UNAUTHENTICATED)',
      }),
    );
  });

  test('of a read shows its query, and its whole exchange what the client received', async () => {
    const at = await scene();
    at.add({ on: { method: 'GET', path: '/orders' }, answer: { status: 503, body: { later: true } }, times: 1 });
    await at.trader.get('/orders?limit=1&ticket=hushhush');
    await vi.waitFor(async () => expect((await exchangesOf(at))[0]?.outcome.text).toBe('503 by fault f1'));
    const { body } = await at.control('GET', '/exchanges/1');
    expect(body).toMatchObject({ version: '0.14.0', query: 'limit=1&ticket=[token]', status: 400 });
    expect(body.received).toMatchObject({ status: 503, body: { later: true } });
  });
});

test('a strike belongs to the attempt that it struck, not to another with the same key', async () => {
  const at = await scene();
  at.add({ on: { edge: 'verdict', key: 'k-1' }, delay: '1s', times: 1 });
  const sent = at.order();
  await until(() => at.fault.held === 1);
  const retried = at.order();
  await at.sandbox.clock.advance(1_000);
  await Promise.all([sent, retried]);
  await at.order();
  const [later, ...open] = await exchangesOf(at);
  expect([later?.strikes.length, open.map(({ strikes }) => strikes.length).sort()]).toEqual([0, [0, 1]]);
});

test('a key with another body and the same order under another key are noted, within a minute', async () => {
  const at = await scene();
  await at.order('k-1');
  await at.order('k-1', { qty: '2' });
  await at.order('k-2', { clientOrderId: 'other' });
  await at.sandbox.clock.advance(61_000);
  await at.order('k-3');
  await at.order('k-1');
  await at.sandbox.reset();
  await at.order('k-1');
  expect((await exchangesOf(at)).map(({ notes }) => notes).toReversed()).toEqual([
    [],
    ['Exchange 1 sent this key with another body.'],
    ['Exchange 1 sent the same order under the key k-1 less than a minute before.'],
    [],
    ['Exchange 2 sent this key with another body.'],
    // After a reset the keys belong to other writes.
    [],
  ]);
});

describe('of sockets', () => {
  // biome-ignore format: an aligned table
  test.each<[FaultRule, string, string]>([
    [{ on: { edge: 'handshake' }, refuse: 'NOT_PRIMED' }, '503 NOT_PRIMED by fault f1', 'The handshake was refused with NOT_PRIMED by the fault.'],
    [{ on: { edge: 'handshake' }, drop: 'handshake' }, 'lost by fault f1', 'The handshake was lost.'],
  ])('a handshake under %j', async (rule, text, says) => {
    const at = await scene();
    at.add({ ...rule, times: 1 });
    const { socket, status } = await tradingSocket(at.sandbox);
    socket.once('error', () => undefined);
    await Promise.race([status, new Promise((resolve) => socket.once('close', resolve))]);
    const [exchange] = await exchangesOf(at);
    expect(exchange && seen(exchange).slice(1)).toEqual([text, says]);
  });

  test.each<[FaultRule, string]>([
    [{ on: { edge: 'frame', frame: 'subscribe' }, drop: 'frame' }, 'lost (was ok)'],
    [{ on: { edge: 'frame', frame: 'subscribe' }, duplicate: true }, 'sent twice (was ok)'],
    [{ on: { edge: 'frame', frame: 'subscribe' }, garble: true }, 'changed (was ok)'],
    [{ on: { edge: 'frame', frame: 'subscribe' }, cut: true }, 'cut (was ok)'],
  ])('an op whose answer is struck: %j', async (rule, text) => {
    const at = await scene();
    const client = await marketDataSocket(at.sandbox);
    at.add({ ...rule, times: 1 });
    client.say({ op: 'subscribe', reqId: 's', params: { topics: ['quotes:BTC-USD'] } });
    await vi.waitFor(async () =>
      expect((await exchangesOf(at)).find(({ op }) => op === 'subscribe')).toMatchObject({
        outcome: { text },
        strikes: [{ fault: 'f1', edge: 'frame' }],
      }),
    );
  });

  test.each(['frame', 'first-frame'] as const)(
    'an event that is delayed at the edge %s has its strike',
    async (edge) => {
      const at = await scene();
      at.add({ on: { edge }, delay: '1s', times: 1 });
      const client = await tradingSocket(at.sandbox);
      await until(() => at.fault.held === 1);
      await at.sandbox.clock.advance(1_000);
      await client.next();
      expect((await at.control('GET', '/frames/1')).body).toMatchObject({
        event: 'sessionOpened',
        strikes: [{ edge, says: `The ${edge.replace('-', ' ')} was delayed by 1s.` }],
      });
    },
  );
});
