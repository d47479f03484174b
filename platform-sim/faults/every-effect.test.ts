/** Every effect at every edge that supports it, as a client sees it: an edge without a row here fails. */
import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { request } from 'undici';
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

const LATE_MS = 700;

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

/** Refused once with this code, then served under the same key. */
function refusedWith(rule: Omit<FaultRule, 'on'>, status: number, code: string): Show {
  return async (at, edge) => {
    at.add({ on: placeOf(edge), ...rule, times: 1 });
    const send = () => (edge === 'intake' ? at.credential(legsOfA()) : at.order());
    const first = await send();
    expect([first.status, first.body.error.code]).toEqual([status, code]);
    expect(at.sequenced('k-1')).toBe(0);
    // Material that the intake did not store leaves no trace.
    expect(await send()).toMatchObject({ status: 201 });
  };
}

/** The member dies: no response, this many records, and the member that replaces it serves the same key. */
function crashed(sequenced: 0 | 1): Show {
  return async (at, edge) => {
    at.add({ on: placeOf(edge), crash: true, times: 1 });
    const send = () => (edge === 'intake' ? at.credential(legsOfA()) : at.order());
    await expect(send()).rejects.toThrow();
    expect(at.sequenced('k-1')).toBe(sequenced);
    if (edge !== 'intake') expect(await send()).toMatchObject({ status: 201 });
    expect(at.fault.firings).toBe(1);
  };
}

/** The connection ends without the response, and the write is done. */
function unanswered(rule: Omit<FaultRule, 'on'>, why: RegExp): Show {
  return async (at, edge) => {
    at.add({ on: placeOf(edge), ...rule, times: 1 });
    await expect(at.order()).rejects.toThrow(why);
    expect(at.sequenced('k-1')).toBe(1);
    expect(await at.order()).toMatchObject({ status: 201, headers: { 'idempotent-replay': 'true' } });
  };
}

/** The first message of a session. */
function hears(rule: Omit<FaultRule, 'on'>, first: RegExp | number): Show {
  return async (at, edge) => {
    at.add({ on: { edge, frame: 'sessionOpened' }, ...rule, times: 1 });
    const heard = await at.opened();
    if (typeof first === 'number') expect(heard).toBe(first);
    else expect(heard).toMatch(first);
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
  ...both('look-up'),
  'look-up fail': refusedWith({ fail: true }, 500, 'INTERNAL_ERROR'),
  'look-up crash': crashed(0),
  ...both('intake'),
  'intake refuse': refusedWith({ refuse: 'INTAKE_UNAVAILABLE' }, 503, 'INTAKE_UNAVAILABLE'),
  'intake fail': refusedWith({ fail: true }, 500, 'INTERNAL_ERROR'),
  'intake crash': crashed(0),
  ...both('send'),
  'send fail': refusedWith({ fail: true }, 500, 'INTERNAL_ERROR'),
  'send crash': crashed(0),
  'send drop': async (at) => {
    at.add({ on: { key: 'k-1' }, drop: 'command', times: 1 });
    await accepted(at, 'k-1');
    expect(at.sequenced('k-1')).toBe(0);
    expect(at.fault.truth).toMatch(
      /^lost before the owner: the member answers 202 at its deadline, and sends it again 10 s/,
    );
    expect(at.fault.strikes).toEqual([
      { atNs: expect.any(String), owner: 'orders', command: 'submit', org: 1, key: 'k-1', member: 'm1' },
    ]);
    // A retry of the key is served once.
    expect(await at.order()).toMatchObject({ status: 201 });
    expect(at.sequenced('k-1')).toBe(1);
    // Without a client's retry the member sends it again: two seconds to its deadline, ten of silence.
    at.add({ on: { key: 'k-2' }, drop: 'command', times: 1 });
    await accepted(at, 'k-2');
    await at.sandbox.clock.advance(9_900);
    expect(at.sequenced('k-2')).toBe(0);
    await at.sandbox.clock.advance(100);
    expect(at.sequenced('k-2')).toBe(1);
  },
  'send duplicate': async (at) => {
    at.add({ on: { edge: 'send', key: 'k-1' }, duplicate: true });
    expect(await at.order()).toMatchObject({ status: 201 });
    expect(at.sequenced('k-1')).toBe(1);
    expect(at.fault.truth).toBe('sent twice: sequenced once');
  },
  ...both('inbox'),
  'inbox refuse': refusedWith({ refuse: 'OWNER_ABSENT' }, 503, 'OWNER_ABSENT'),
  'inbox fail': refusedWith({ fail: true }, 500, 'INTERNAL_ERROR'),
  'inbox crash': crashed(1),
  ...both('verdict'),
  'verdict refuse': async (at) => {
    at.add({ on: { key: 'k-1' }, refuse: 'NO_REFERENCE_PRICE', times: 1 });
    const refused = await at.order();
    expect([refused.status, refused.body.error.code]).toEqual([409, 'NO_REFERENCE_PRICE']);
    expect(refused.headers['x-service-global-sequence']).toBe(String(at.sandbox.platform.head()));
    expect(at.sequenced('k-1')).toBe(1);
  },
  'verdict fail': refusedWith({ fail: true }, 500, 'INTERNAL_ERROR'),
  'verdict crash': crashed(1),
  ...both('sequencer'),
  ...both('reply'),
  'reply drop': async (at) => {
    at.add({ on: { key: 'k-1' }, drop: 'reply', times: 1 });
    await accepted(at, 'k-1');
    expect(at.sequenced('k-1')).toBe(1);
    expect((await at.trader.get('/operations/k-1')).body.outcome.status).toBe('PENDING');
    await at.sandbox.clock.advance(3_000);
    expect((await at.trader.get('/operations/k-1')).body.outcome.status).toBe('SUCCEEDED');
    expect(await at.order()).toMatchObject({ status: 201, headers: { 'idempotent-replay': 'true' } });
  },
  'reply crash': crashed(1),
  ...both('record'),
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
    expect(await created).toMatchObject({ status: 202 });
    expect((await ordered).status).toBe(202);
    await at.sandbox.clock.advance(3_000);
    expect(await count()).toBe(before + 1);
    expect(await at.order()).toMatchObject({ status: 201, headers: { 'idempotent-replay': 'true' } });
  },
  'record crash': crashed(1),
  ...both('apply'),
  ...both('venue'),
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
    const told = at.sandbox.platform
      .records()
      .filter(({ command }) => command.body.kind === 'fill')
      .slice(-2 * at.fault.firings);
    const traded = told
      .flatMap(({ verdict }) => verdict.facts ?? [])
      .filter(({ kind }) => kind === 'ExecutionRecorded');
    expect([told.length, traded.length]).toEqual([2 * at.fault.firings, at.fault.firings]);
  },
  ...both('engine'),
  'engine refuse': async (at) => {
    at.add({ on: { edge: 'engine' }, refuse: 'RISK_LIMIT', times: 1 });
    expect(await at.judged()).toMatchObject({ outcome: 'REFUSED', detail: 'RISK_LIMIT' });
  },
  ...both('token'),
  'token refuse': async (at) => {
    at.add({ on: { edge: 'token' }, refuse: 'INVALID_CLIENT', times: 1 });
    expect(await at.token()).toEqual({
      status: 401,
      body: { error: 'invalid_client', error_description: 'refused by a fault of the sandbox' },
    });
    expect((await at.token()).status).toBe(200);
  },
  'token drop': async (at) => {
    at.add({ on: {}, drop: 'token', times: 1 });
    await expect(at.token()).rejects.toThrow(/closed|reset|hang up/);
    expect((await at.token()).status).toBe(200);
  },
  'token fail': async (at) => {
    at.add({ on: { edge: 'token' }, fail: true, times: 1 });
    expect(await at.token()).toMatchObject({ status: 503, body: { error: 'temporarily_unavailable' } });
  },
  ...both('jwks'),
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
    expect((await request(`${at.sandbox.controlUrl}/identity/jwks`)).statusCode).toBe(503);
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
  ...both('answer'),
  'answer drop': unanswered({ drop: 'answer' }, /closed|hang up/),
  'answer reset': unanswered({ reset: true }, /ECONNRESET/),
  'answer crash': unanswered({ crash: true }, /closed|hang up/),
  'answer cut': async (at) => {
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
    at.add({ on: { key: 'k-1' }, answer: { status: 503, retryAfter: '1s' }, times: 1 });
    const answer = fetch(`${at.sandbox.baseUrl}/orders`, { headers: { 'idempotency-key': 'k-1' } });
    expect([(await answer).status, (await answer).headers.get('retry-after')]).toEqual([503, '1']);
    expect(await at.order()).toMatchObject({ status: 201 });
  },
  'answered crash': async (at) => {
    const client = await tradingSocket(at.sandbox);
    expect(await client.next()).toMatch(/sessionOpened/);
    at.add({ on: { edge: 'answered', key: 'k-1' }, crash: true, times: 1 });
    expect(await at.order()).toMatchObject({ status: 201 });
    expect(await client.next()).toBe(1006);
    expect(await at.order()).toMatchObject({ status: 201, headers: { 'idempotent-replay': 'true' } });
  },
  ...both('handshake'),
  'handshake refuse': async (at) => {
    at.add({ on: { edge: 'handshake' }, refuse: 'NOT_PRIMED', times: 1 });
    const { socket } = await tradingSocket(at.sandbox);
    const [, { statusCode }] = await once(socket, 'unexpected-response');
    expect(statusCode).toBe(503);
  },
  'handshake drop': async (at) => {
    at.add({ on: { socket: 'trading' }, drop: 'handshake', times: 1 });
    expect(await at.opened()).toBe(1006);
  },
  ...both('first-frame'),
  ...both('frame'),
  'frame drop': async (at) => {
    at.add({ on: { frame: 'sessionOpened' }, drop: 'frame', times: 1 });
    const client = await tradingSocket(at.sandbox);
    await once(client.socket, 'open');
    client.say({ op: 'auth', reqId: 'a1', params: { token: await tokenOf(at.sandbox, 'trader') } });
    expect(await client.next()).toMatch(/"a1"/);
  },
  'frame duplicate': async (at) => {
    at.add({ on: { frame: 'sessionOpened' }, duplicate: true, times: 1 });
    const client = await tradingSocket(at.sandbox);
    expect(await client.next()).toBe(await client.next());
  },
  'frame garble': async (at) => {
    at.add({ on: { frame: 'sessionOpened' }, garble: true, times: 1 });
    const heard = String(await at.opened());
    expect(() => JSON.parse(heard)).toThrow(SyntaxError);
  },
  'frame cut': hears({ cut: true }, 1006),
  'frame close': hears({ close: 4000 }, 4000),
  'frame crash': hears({ crash: true }, 1006),
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
