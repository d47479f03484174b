/** Every effect at every edge that supports it, as a client sees it: an edge without a row here fails. */
import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { expect, test } from 'vitest';
import { legsOfA } from '../../gateway/testing/sample-material.ts';
import { callerOf } from '../testing/sample-caller.ts';
import { type Scene, scene, until } from '../testing/sample-scene.ts';
import { tokenOf, tradingSocket } from '../testing/sample-socket.ts';
import { EDGE_ROWS, EDGES, type Edge } from './edges.ts';
import type { FaultRule } from './rule-shape.ts';

/** What a client does at an edge; resolves when it has its result. */
const ACTS: Readonly<Record<Exclude<Edge, 'answered' | 'log'>, (at: Scene) => Promise<unknown>>> = {
  'look-up': (at) => at.order(),
  intake: (at) => at.credential(legsOfA()),
  send: (at) => at.order(),
  inbox: (at) => at.order(),
  verdict: (at) => at.order(),
  sequencer: (at) => at.order(),
  reply: (at) => at.order(),
  record: (at) => at.order(),
  apply: (at) => at.listed(),
  venue: (at) => at.filled(),
  engine: (at) => at.judged(),
  token: (at) => at.token(),
  // Nothing is verified before: the first token makes the member fetch the keys.
  jwks: (at) => at.order(),
  answer: (at) => at.order(),
  handshake: (at) => at.opened(),
  'first-frame': (at) => at.opened(),
  frame: (at) => at.opened(),
};

/** Other commands of the platform also pass these edges. */
const PLACES: Partial<Record<Edge, FaultRule['on']>> = {
  record: { edge: 'record', command: 'submit' },
  sequencer: { edge: 'sequencer', command: 'submit' },
  venue: { edge: 'venue', command: 'fill' },
  answer: { edge: 'answer', command: 'submit' },
};
const placeOf = (edge: Edge): FaultRule['on'] => PLACES[edge] ?? { edge };

type Show = (at: Scene, edge: Edge) => Promise<void>;
type Effect = Omit<FaultRule, 'on'>;

const LATE_MS = 700;
const NO_ANSWER = /closed|reset|hang up/i;
const REPLAYED = { status: 201, headers: { 'idempotent-replay': 'true' } };

const write = (at: Scene, edge: Edge) => (edge === 'intake' ? at.credential(legsOfA()) : at.order());
const statusOf = async (at: Scene) => (await at.trader.get('/operations/k-1')).body.outcome.status;

/** Shows that nothing arrives before the delay is over, or before the release. */
function late(effect: 'delay' | 'hold'): Show {
  return async (at, edge) => {
    at.add({ on: placeOf(edge), ...(effect === 'delay' ? { delay: LATE_MS } : { hold: 'there' }), times: 1 });
    let came = false;
    const act = ACTS[edge as keyof typeof ACTS](at).then(() => {
      came = true;
    });
    await until(() => at.fault.held === 1);
    // After the advances of the act itself.
    const { nowNs } = await at.sandbox.clock.advance(0);
    const passedMs = Number(BigInt(nowNs) - BigInt(at.fault.strikes[0]?.atNs ?? 0)) / 1_000_000;
    if (effect === 'delay') await at.sandbox.clock.advance(LATE_MS - passedMs - 1);
    expect(came).toBe(false);
    if (effect === 'delay') await at.sandbox.clock.advance(1);
    else expect(at.sandbox.faults.release('there')).toBe(1);
    await act;
    expect(at.fault).toMatchObject({ firings: 1, held: 0 });
  };
}

/** Refused once with this code, then served under the same key: what the intake did not store leaves no trace. */
function refusedWith(effect: Effect, status: number, code: string): Show {
  return async (at, edge) => {
    at.add({ on: placeOf(edge), ...effect, times: 1 });
    const first = await write(at, edge);
    expect([first.status, first.body.error.code, at.sequenced('k-1')]).toEqual([status, code, 0]);
    expect(await write(at, edge)).toMatchObject({ status: 201 });
  };
}

/** The member dies: no response, this many records, and the member that replaces it serves the same key. */
function crashed(sequenced: 0 | 1): Show {
  return async (at, edge) => {
    at.add({ on: placeOf(edge), crash: true, times: 1 });
    await expect(write(at, edge)).rejects.toThrow();
    expect([at.sequenced('k-1'), at.fault.firings]).toEqual([sequenced, 1]);
    if (edge !== 'intake') expect(await at.order()).toMatchObject({ status: 201 });
  };
}

/** The connection ends without the response, and the write is done. */
function unanswered(effect: Effect, why = NO_ANSWER): Show {
  return async (at, edge) => {
    at.add({ on: placeOf(edge), ...effect, times: 1 });
    await expect(at.order()).rejects.toThrow(why);
    expect(at.sequenced('k-1')).toBe(1);
    expect(await at.order()).toMatchObject(REPLAYED);
  };
}

/** What the token endpoint answers once, or why it does not; then it answers again. */
function tokenIs(effect: Effect, expected: object | RegExp): Show {
  return async (at, edge) => {
    at.add({ on: { edge }, ...effect, times: 1 });
    if (expected instanceof RegExp) await expect(at.token()).rejects.toThrow(expected);
    else expect(await at.token()).toMatchObject(expected);
    expect((await at.token()).status).toBe(200);
  };
}

/** The first message of a session, or its close code. */
function firstIs(effect: Effect, first: RegExp | number): Show {
  return async (at, edge) => {
    at.add({ on: { edge, ...(edge === 'frame' && { frame: 'sessionOpened' as const }) }, ...effect, times: 1 });
    const client = await tradingSocket(at.sandbox);
    if (first instanceof RegExp) {
      await client.status;
      client.say({ op: 'auth', reqId: 'a1', params: { token: await tokenOf(at.sandbox, 'trader') } });
    }
    expect(await client.next()).toEqual(typeof first === 'number' ? first : expect.stringMatching(first));
  };
}

/** The wait ends in a 202, whether the platform has the command or not. */
async function accepted(at: Scene, key: string): Promise<void> {
  const sent = at.order(key);
  await until(() => at.fault.firings === 1);
  await at.sandbox.clock.advance(2_000);
  expect(await sent).toMatchObject({ status: 202, headers: { location: `/operations/${key}` } });
}

const both = (edge: Edge) => ({ [`${edge} delay`]: late('delay'), [`${edge} hold`]: late('hold') });

const SHOWN: Readonly<Record<string, Show>> = {
  ...Object.fromEntries(EDGES.filter((edge) => edge in ACTS).flatMap((edge) => Object.entries(both(edge)))),
  'look-up fail': refusedWith({ fail: true }, 500, 'INTERNAL_ERROR'),
  'look-up crash': crashed(0),
  'intake refuse': refusedWith({ refuse: 'INTAKE_UNAVAILABLE' }, 503, 'INTAKE_UNAVAILABLE'),
  'intake fail': refusedWith({ fail: true }, 500, 'INTERNAL_ERROR'),
  'intake crash': crashed(0),
  'send fail': refusedWith({ fail: true }, 500, 'INTERNAL_ERROR'),
  'send crash': crashed(0),
  'send drop': async (at) => {
    at.add({ on: { key: 'k-1' }, drop: 'command', times: 1 });
    await accepted(at, 'k-1');
    expect(at.sequenced('k-1')).toBe(0);
    const truth = /^lost before the owner: the member answers 202 at its deadline, and sends it again 10 s/;
    expect(at.fault.truth).toMatch(truth);
    expect(at.fault.strikes).toEqual([
      { atNs: expect.any(String), owner: 'orders', command: 'submit', org: 1, key: 'k-1', member: 'm1' },
    ]);
    // A retry of the key is served once.
    expect(await at.order()).toMatchObject({ status: 201 });
    expect(at.sequenced('k-1')).toBe(1);
    // Without a client's retry the member sends it again: two seconds to its deadline, ten of silence.
    at.add({ on: { key: 'k-2' }, drop: 'command', times: 1 });
    await accepted(at, 'k-2');
    await at.sandbox.clock.advance(9_999);
    expect(at.sequenced('k-2')).toBe(0);
    await at.sandbox.clock.advance(1);
    expect(at.sequenced('k-2')).toBe(1);
  },
  'send duplicate': async (at) => {
    at.add({ on: { edge: 'send', key: 'k-1' }, duplicate: true });
    expect(await at.order()).toMatchObject({ status: 201 });
    expect([at.sequenced('k-1'), at.fault.truth]).toEqual([1, 'sent twice: sequenced once']);
  },
  'inbox refuse': refusedWith({ refuse: 'OWNER_ABSENT' }, 503, 'OWNER_ABSENT'),
  'inbox fail': refusedWith({ fail: true }, 500, 'INTERNAL_ERROR'),
  'inbox crash': crashed(1),
  'verdict refuse': async (at) => {
    at.add({ on: { key: 'k-1' }, refuse: 'NO_REFERENCE_PRICE', times: 1 });
    const { status, headers, body } = await at.order();
    expect([status, body.error.code, at.sequenced('k-1')]).toEqual([409, 'NO_REFERENCE_PRICE', 1]);
    expect(headers['x-service-global-sequence']).toBe(String(at.sandbox.platform.head()));
  },
  'verdict fail': refusedWith({ fail: true }, 500, 'INTERNAL_ERROR'),
  'verdict crash': crashed(1),
  'reply drop': async (at) => {
    at.add({ on: { key: 'k-1' }, drop: 'reply', times: 1 });
    await accepted(at, 'k-1');
    expect([at.sequenced('k-1'), await statusOf(at)]).toEqual([1, 'PENDING']);
    await at.sandbox.clock.advance(3_000);
    expect(await statusOf(at)).toBe('SUCCEEDED');
    expect(await at.order()).toMatchObject(REPLAYED);
  },
  'reply crash': crashed(1),
  'record drop': async (at) => {
    at.add({ on: { command: 'create' }, drop: 'record', times: 1 });
    const count = async () => (await at.admin.get('/portfolios')).body.items.length;
    const before = await count();
    const created = at.admin.post('/portfolios', { displayName: 'late' });
    await until(() => at.fault.firings === 1);
    // In order: later records arrive after it.
    const ordered = at.order();
    await at.sandbox.clock.advance(1_999);
    expect(await count()).toBe(before);
    await at.sandbox.clock.advance(1);
    expect([(await created).status, (await ordered).status]).toEqual([202, 202]);
    await at.sandbox.clock.advance(3_000);
    expect(await count()).toBe(before + 1);
    expect(await at.order()).toMatchObject(REPLAYED);
  },
  'record crash': crashed(1),
  'venue drop': async (at) => {
    at.add({ on: { command: 'fill' }, drop: 'report' });
    const { body } = await at.order('k-1', { price: '200.00' });
    await at.sandbox.clock.advance(60_000);
    expect((await at.trader.get(`/orders/${body.orderId}`)).body.status).toBe('OPEN');
    expect(at.fault.firings).toBeGreaterThan(0);
  },
  'venue duplicate': async (at) => {
    at.add({ on: { edge: 'venue', command: 'fill' }, duplicate: true });
    await at.filled();
    const { firings } = at.fault;
    const fills = at.sandbox.platform.records().filter(({ command }) => command.body.kind === 'fill');
    const facts = fills.slice(-2 * firings).flatMap(({ verdict }) => verdict.facts ?? []);
    expect(facts.filter(({ kind }) => kind === 'ExecutionRecorded')).toHaveLength(firings);
    expect(fills.length).toBeGreaterThanOrEqual(2 * firings);
  },
  'engine refuse': async (at) => {
    at.add({ on: { edge: 'engine' }, refuse: 'RISK_LIMIT', times: 1 });
    expect(await at.judged()).toMatchObject({ outcome: 'REFUSED', detail: 'RISK_LIMIT' });
  },
  'token refuse': tokenIs(
    { refuse: 'INVALID_CLIENT' },
    { status: 401, body: { error: 'invalid_client', error_description: 'refused by a fault of the sandbox' } },
  ),
  'token drop': tokenIs({ drop: 'token' }, NO_ANSWER),
  'token fail': tokenIs({ fail: true }, { status: 503, body: { error: 'temporarily_unavailable' } }),
  'jwks drop': async (at) => {
    at.add({ on: { member: 'm1' }, drop: 'jwks', times: 1 });
    const waiting = at.order();
    await until(() => at.fault.firings === 1);
    await at.sandbox.clock.advance(1_000);
    expect(await waiting).toMatchObject({ status: 503, body: { error: { code: 'NOT_PRIMED', retryable: true } } });
    expect(await at.order()).toMatchObject({ status: 201 });
  },
  'jwks fail': async (at) => {
    at.add({ on: { edge: 'jwks' }, fail: true, times: { every: 1 } });
    expect(await at.order()).toMatchObject({ status: 503, body: { error: { code: 'NOT_PRIMED' } } });
    expect((await at.control('GET', '/identity/jwks')).status).toBe(503);
    at.sandbox.faults.clear();
    expect(await at.order()).toMatchObject({ status: 201 });
    // A member with keys continues with them, also for a key that is not among them any more.
    at.add({ on: { edge: 'jwks' }, fail: true });
    at.sandbox.issuer.rotate(false);
    expect(await at.order('k-2')).toMatchObject({ status: 201 });
    // A token of the new key does not verify here before the next fetch, at most each half minute.
    const renewed = await callerOf(at.sandbox, 'trader');
    await at.sandbox.clock.advance(30_000);
    expect((await renewed.get('/orders')).status).toBe(401);
    at.sandbox.faults.clear();
    await at.sandbox.clock.advance(30_000);
    expect((await renewed.get('/orders')).status).toBe(200);
  },
  'answer drop': unanswered({ drop: 'answer' }),
  'answer reset': unanswered({ reset: true }, /ECONNRESET/),
  'answer crash': unanswered({ crash: true }),
  'answer cut': async (at, edge) => {
    await unanswered({ cut: true }, /./)(at, edge);
    at.add({ on: { edge: 'answer', member: 'm1' }, cut: true, times: 1 });
    const headers = { authorization: `Bearer ${await tokenOf(at.sandbox, 'trader')}` };
    const sent = httpRequest(`${at.sandbox.baseUrl}/orders?limit=5`, { headers }).end();
    const [answer] = await once(sent, 'response');
    let bytes = 0;
    answer.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
    });
    await expect(once(answer, 'end')).rejects.toThrow('aborted');
    expect(bytes).toBe(Math.floor(Number(answer.headers['content-length']) / 2));
  },
  'answer answer': async (at) => {
    at.add({ on: { key: 'k-1' }, answer: { status: 503, retryAfter: '1s', body: {} }, times: 1 });
    expect(await at.order()).toMatchObject({ status: 503, headers: { 'retry-after': '1' } });
    expect(await at.order()).toMatchObject({ status: 201 });
  },
  'answered crash': async (at) => {
    const client = await tradingSocket(at.sandbox);
    expect(await client.next()).toMatch(/sessionOpened/);
    at.add({ on: { edge: 'answered', key: 'k-1' }, crash: true, times: 1 });
    expect(await at.order()).toMatchObject({ status: 201 });
    expect(await client.next()).toBe(1006);
    expect(await at.order()).toMatchObject(REPLAYED);
  },
  'handshake refuse': async (at) => {
    at.add({ on: { edge: 'handshake' }, refuse: 'NOT_PRIMED', times: 1 });
    const { socket } = await tradingSocket(at.sandbox);
    const [, { statusCode, headers }] = await once(socket, 'unexpected-response');
    expect([statusCode, headers['retry-after']]).toEqual([503, '1']);
    expect(await at.opened()).toMatch(/sessionOpened/);
  },
  'handshake drop': firstIs({ drop: 'handshake' }, 1006),
  'frame drop': firstIs({ drop: 'frame' }, /"a1"/),
  'frame duplicate': async (at) => {
    at.add({ on: { frame: 'sessionOpened' }, duplicate: true, times: 1 });
    const client = await tradingSocket(at.sandbox);
    expect(await client.next()).toBe(await client.next());
  },
  'frame garble': async (at) => {
    at.add({ on: { frame: 'sessionOpened' }, garble: true, times: 1 });
    const received = String(await at.opened());
    expect(() => JSON.parse(received)).toThrow(SyntaxError);
  },
  'frame cut': firstIs({ cut: true }, 1006),
  'frame close': firstIs({ close: 4000 }, 4000),
  'frame crash': firstIs({ crash: true }, 1006),
};

/** `seen-by-clients.test.ts` covers it: it needs the disk of a kept sandbox. */
const OF_A_DISK = ['log fail'];

const TAKEN = EDGES.flatMap((edge) => EDGE_ROWS[edge].takes.map((effect) => `${edge} ${effect}`));

test('every effect at every edge is covered', () => {
  expect(Object.keys(SHOWN).toSorted()).toEqual(TAKEN.filter((pair) => !OF_A_DISK.includes(pair)).toSorted());
});

test.each(Object.keys(SHOWN))('%s', async (pair) => {
  const [edge] = pair.split(' ') as [Edge];
  await SHOWN[pair]?.(await scene(), edge);
});
