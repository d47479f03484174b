/** Exchanges and frames as the control plane keeps and shows them: their number, their principals, and no secrets. */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import type { ExchangeContent } from '../../gateway/http/exchange-event.ts';
import type { Clock } from '../../gateway/platform-port.ts';
import type { SentFrame } from '../../gateway/sockets/frame-tap.ts';
import type { World } from '../hosting/world.ts';
import { scene } from '../testing/sample-scene.ts';
import { eventStream } from './events/event-stream.ts';
import { EXCHANGES_KEPT, Exchanges } from './exchanges.ts';
import { createFiredRuns, MOST_RUNS } from './fired-runs.ts';
import { FRAMES_KEPT, Frames, QUOTES_KEPT } from './frames.ts';
import { principalsBy } from './principal-of.ts';
import { shownContent } from './shown-content.ts';
import { withoutTokens } from './without-tokens.ts';

const TOKEN = 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJ1In0.c2ln';
const EVENT = {
  ...{ atNs: '1', member: 'm1', version: '0.14.0', requestId: 'req-1', method: 'GET', path: '/orders' },
  ...{ status: 200, key: null, refused: null },
} as const;
const CONTENT: ExchangeContent = {
  ...{ target: '/orders?limit=1', requestHeaders: ['Accept', '*/*'], requestBody: null },
  ...{ responseHeaders: { 'X-Request-Id': 'req-1' }, responseBody: '{"items":[]}' },
};

/** The newest exchange with its bodies. */
function shown(part: Partial<ExchangeContent>) {
  const exchanges = new Exchanges();
  exchanges.record(EVENT, { ...CONTENT, ...part });
  return exchanges.latestWithBodies(1)[0];
}

function kept(count: number, part: Partial<ExchangeContent>): readonly unknown[] {
  const exchanges = new Exchanges();
  for (let n = 1; n <= count; n += 1) exchanges.record(EVENT, { ...CONTENT, ...part });
  return exchanges.latestWithBodies(1000).flatMap(({ response }) => (response === undefined ? [] : [response.body]));
}

describe('exchanges', () => {
  test('are served newest first, up to the limit, and the last thousand are kept', () => {
    const exchanges = new Exchanges();
    for (let n = 1; n <= 1001; n += 1) exchanges.record({ ...EVENT, status: n });
    const all = exchanges.latest(5000);
    expect([all.length, all[0]?.n, all[999]?.n]).toEqual([1000, 1001, 2]);
    expect(exchanges.latest(2).map(({ n, status }) => [n, status])).toEqual([
      [1001, 1001],
      [1000, 1000],
    ]);
  });

  test('have headers and bodies only if they are requested', () => {
    const exchanges = new Exchanges();
    exchanges.record(EVENT, CONTENT);
    expect(exchanges.latest(1)[0]).not.toHaveProperty('request');
    expect(exchanges.latestWithBodies(1)).toEqual([
      {
        ...{ n: 1, ...EVENT, target: '/orders?limit=1' },
        ...{ query: 'limit=1', outcome: { kind: 'answered', text: '200' }, strikes: [], notes: [] },
        request: { headers: [['Accept', '*/*']], body: null },
        response: { headers: [['X-Request-Id', 'req-1']], body: { items: [] } },
      },
    ]);
  });

  test('keep bodies of four megabytes, of a long one only the beginning', () => {
    const long = 'ab '.repeat(20 * 1024);
    expect(kept(100, { responseBody: long })).toEqual(Array(68).fill(long));
    expect(kept(3000, {})).toHaveLength(1000);
    // A long run of letters is read as fast as any body.
    expect(kept(30, { responseBody: 'a'.repeat(60 * 1024) })[0]).toBe('[token]');
    const cut = shown({ responseBody: Buffer.from('ab c'.repeat(16 * 1024 + 1)) });
    expect(cut).toMatchObject({ isCut: true, response: { body: 'ab c'.repeat(16 * 1024) } });
  });
});

const headers = fc.array(
  fc.tuple(fc.stringMatching(/^[A-Z][a-z]{0,5}$/), fc.stringMatching(/^[ -~\u00a0-\u00ff]{0,20}$/)),
);
const text = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.nat(60_000).map((length) => 'ab '.repeat(length / 3)),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
);
const content: fc.Arbitrary<ExchangeContent> = fc.record({
  target: fc.stringMatching(/^\/[!-~]{0,20}$/),
  requestHeaders: headers.map((lines) => lines.flat()),
  requestBody: fc.option(text),
  responseHeaders: headers.map((lines) => Object.fromEntries(lines)),
  responseBody: fc.oneof(fc.constant(null), text, fc.constant({ op: 'order' }), fc.constant(Buffer.from('bytes'))),
});

test('contents are shown unchanged; the oldest are removed first, and the newest is always there', () => {
  fc.assert(
    fc.property(fc.array(fc.option(content), { maxLength: 200 }), (all) => {
      const exchanges = new Exchanges();
      for (const one of all) exchanges.record(EVENT, one ?? undefined);
      let isRemoved = false;
      for (let n = all.length; n > 0; n -= 1) {
        const [found, sent] = [exchanges.whole(n), all[n - 1]];
        isRemoved ||= sent != null && found?.target === undefined;
        if (sent == null || isRemoved) expect(found).not.toHaveProperty('target');
        else expect(found).toMatchObject(shownContent({ ...sent, isCut: false }));
      }
      if (all.at(-1) != null) expect(exchanges.whole(all.length)).toHaveProperty('target');
      expect([exchanges.whole(0), exchanges.whole(all.length + 1), exchanges.whole(Number.NaN)]).toEqual([
        undefined,
        undefined,
        undefined,
      ]);
    }),
    { numRuns: 50 },
  );
});

// Secrets by their names and places: scripts/proof/secrets-hidden.test.ts.
describe('no secret is shown', () => {
  test.each<[string, Partial<ExchangeContent>, string]>([
    ['a token header', { requestHeaders: ['authorization', 'Bearer short'] }, 'Bearer short'],
    ['a token in another header', { requestHeaders: ['X-Token', TOKEN] }, TOKEN],
    ['the ticket of a handshake', { target: '/v1/ws/trading?ticket=short' }, 'short'],
    ['the ticket of an answer', { responseBody: '{"ticket":"short"}' }, 'short'],
    ['a token in the frame of an answer', { responseBody: { message: `no ${TOKEN}` } }, TOKEN],
    ['a token in a body that is no JSON', { requestBody: TOKEN }, TOKEN],
    ['key material in a list', { target: '/credentials', requestBody: '["hushhush"]' }, 'hushhush'],
  ])('of a content: %s', (_, part, secret) => {
    expect(JSON.stringify(shown(part))).not.toContain(secret);
  });

  test('of an event: path, key, message, the name of an op, a frame', () => {
    const exchanges = new Exchanges();
    const refused = { code: 'NOT_FOUND', message: `no row ${TOKEN}`, stage: `op ${TOKEN}` };
    exchanges.record({ ...EVENT, path: `/${TOKEN}`, key: TOKEN, requestId: TOKEN, op: TOKEN, refused });
    exchanges.record({ ...EVENT, fault: { frame: TOKEN, did: 'dropped' } });
    const [frame, event] = exchanges.latest(2);
    expect(JSON.stringify([frame, event])).not.toContain('eyJ');
    expect([frame, event]).toMatchObject([
      { fault: { frame: '[token]' } },
      { op: '[token]', refused: { stage: 'op [token]' } },
    ]);
  });

  test('other texts are not redacted', () => {
    const body = { account: 'main', price: '100.00', clientOrderId: '6f1c2ab0-4b7e-4d5e-9a55-0a1b2c3d4e5f' };
    expect(shown({ requestBody: JSON.stringify(body) })?.request?.body).toEqual(body);
  });
});

describe('withoutTokens', () => {
  /** base64url of this many pseudorandom bytes, derived from `of`. */
  function randomText(bytes: number, of = 'a'): string {
    const digests = [1, 2, 3].map((n) => createHash('sha256').update(`${n} ${of}`).digest());
    return Buffer.concat(digests).subarray(0, bytes).toString('base64url');
  }
  const hexOf = (algorithm: string): string => createHash(algorithm).update('k').digest('hex');
  const TICKET = randomText(90);

  test.each([
    ['a token', `/orders/${TOKEN}`, '/orders/[token]'],
    ['a token, percent-encoded', `/orders/${TOKEN.replaceAll('.', '%2E')}`, '/orders/[token]'],
    ['a token, cut after its payload', `/x/${TOKEN.split('.').slice(0, 2).join('.')}`, '/x/[token]'],
    ['a token in base64', `/x/${Buffer.from(TOKEN).toString('base64')}`, '/x/[token]'],
    ['a token in base64 with its scheme', Buffer.from(`Bearer ${TOKEN}`).toString('base64'), '[token]'],
    ['a token twice', `${TOKEN} ${TOKEN}`, '[token] [token]'],
    ['a ticket below a path', `/v1/ws/trading/${TICKET}`, '/v1/ws/trading/[token]'],
    ['a ticket behind a misspelt mark', `/v1/ws/trading&ticket=abc`, '/v1/ws/trading&ticket=[token]'],
    ['a ticket behind an escaped mark', `/v1/ws/trading%3Fticket%3D${TICKET}`, '/v1/ws/trading%3Fticket%3D[token]'],
    ['the signature of a token', `op ${randomText(64)}`, 'op [token]'],
    ['a client secret', `/me/${randomText(32)}`, '/me/[token]'],
    ['a ticket in hexadecimal', `/x/${hexOf('sha512')}`, '/x/[token]'],
  ])('removes %s', (_, said, expected) => {
    expect(withoutTokens(said)).toBe(expected);
  });

  test('removes any client secret, ticket or signature: none of 10,000 is left', () => {
    const all = Array.from({ length: 10_000 }, (_, n) => randomText(32, `${n}`));
    expect(all.filter((one) => withoutTokens(one) !== '[token]')).toEqual([]);
  });

  test.each([
    '/orders',
    '/operations/ord-2026-01-05-000001',
    '/operations/3b241101-e2bb-4255-8caf-4136c566a962',
    `/operations/${'a'.repeat(64)}`,
    '/operations/RestingOrder-2026-01-05-of-the-Trading-Desk-attempt-0001',
    `/operations/${hexOf('sha256')}`,
    '/journal/export',
    'the price is finer than the tick',
  ])('leaves %s unchanged', (said) => {
    expect(withoutTokens(said)).toBe(said);
  });
});

test('the principal of an exchange is that of its token, of the same organisation', () => {
  const tokenOf = (claims: unknown) => `Bearer e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.c2ln`;
  const principalOf = principalsBy(() => [{ name: 'trader', org: 'org-1', subject: 'usr-2' }]);
  for (const [lines, name] of [
    [['Accept', '*/*', 'authorization', tokenOf({ org_id: 'org-1', sub: 'usr-2' })], 'trader'],
    [['Authorization', tokenOf({ org_id: 'org-2', sub: 'usr-2' })], null],
    [['Authorization', 'Bearer short'], null],
    [['Authorization', tokenOf(null)], null],
    [['Accept', '*/*'], null],
  ] as const) {
    expect([lines, principalOf(lines), principalOf(lines)]).toEqual([lines, name, name]);
  }
});

test('consecutive runs of one label are one entry with their number; those past the list are counted', () => {
  const runsOf = (labels: string) => {
    const runs = createFiredRuns();
    for (const [index, label] of [...labels].entries()) runs.add({ atNs: `${index + 1}`, label });
    return runs;
  };
  expect([runsOf('').list(), runsOf('aaabaa').count()]).toEqual([[], 6]);
  expect(runsOf('aaabaa').list()).toEqual([
    { atNs: '1', label: 'a', times: 3, lastAtNs: '3' },
    { atNs: '4', label: 'b' },
    { atNs: '5', label: 'a', times: 2, lastAtNs: '6' },
  ]);
  const many = runsOf('ab'.repeat(MOST_RUNS));
  expect([many.list().length, many.count()]).toEqual([MOST_RUNS, 2 * MOST_RUNS]);
  expect(many.list().at(-1)).toEqual({ atNs: `${MOST_RUNS}`, label: 'b' });
});

const SENT: SentFrame = {
  ...{ atNs: '1', member: 'm1', version: '1.4.0', session: 'm1-3', socket: 'trading' },
  ...{ caller: { orgId: 1, userId: 2 }, event: 'sessionOpened', text: '{}' },
};

describe('frames', () => {
  const framesOf = (exchanges = 0) =>
    new Frames(
      () => exchanges,
      ({ userId }) => `user ${userId}`,
    );

  test('that are quotes do not displace others', () => {
    const frames = framesOf();
    frames.tap(SENT);
    for (let n = 0; n < QUOTES_KEPT + 2; n += 1) frames.tap({ ...SENT, event: 'quote' });
    expect(frames.after(0).map(({ view }) => view.n)).toEqual([
      1,
      ...Array.from({ length: QUOTES_KEPT }, (_, at) => at + 4),
    ]);
    expect([frames.oldest(), frames.whole(2), frames.whole(4)?.event]).toEqual([1, undefined, 'quote']);
  });

  test('are kept up to a limit, oldest first', () => {
    const frames = framesOf(7);
    for (let n = 0; n < FRAMES_KEPT + 2; n += 1) frames.tap(SENT);
    const all = frames.after(0);
    expect([all.length, all[0]?.view.n, all.at(-1)?.view.n]).toEqual([FRAMES_KEPT, 3, FRAMES_KEPT + 2]);
    expect(frames.after(FRAMES_KEPT + 1)).toMatchObject([{ exchanges: 7, view: { n: FRAMES_KEPT + 2 } }]);
    expect([frames.whole(2), frames.whole(0), frames.whole(Number.NaN)]).toEqual([undefined, undefined, undefined]);
  });

  const data = (value: object) => JSON.stringify({ data: value });
  test.each<[string, string, object]>([
    ['sessionOpened', data({ capabilities: [] }), { topic: null, position: null, principal: 'user 2' }],
    ['orderUpdated', data({ globalSequence: '57' }), { topic: 'orders', position: 57 }],
    ['executionRecorded', data({ globalSequence: '58' }), { topic: 'executions', position: 58 }],
    ['quote', data({ instrument: 'BTC-USD' }), { topic: 'quotes:BTC-USD', position: null }],
    ['orderUpdated', data({ globalSequence: 'x' }), { topic: 'orders', position: null }],
    ['orderUpdated', 'garbled', { topic: 'orders', position: null, sent: 'garbled' }],
    ['orderUpdated', 'null', { position: null, sent: null }],
    ['sessionOpened', data({ token: 'short' }), { sent: { data: { token: '[not shown]' } } }],
  ])('are shown with their content: %s %s', (event, said, expected) => {
    const frames = framesOf();
    frames.tap({ ...SENT, event, text: said });
    frames.tap({ ...SENT, event, text: said, caller: null });
    expect(frames.whole(1)).toMatchObject({ n: 1, session: 'm1-3', event, ...expected });
    expect(frames.whole(2)?.principal).toBeNull();
  });
});

const LONG_FRAME = { ...SENT, event: 'quote', text: JSON.stringify({ data: { instrument: 'x '.repeat(3_000) } }) };

test.each([
  ['exchange', EXCHANGES_KEPT, (of: World) => of.exchanges.record({ ...EVENT, path: '/ '.repeat(1_000) })],
  ['frame', QUOTES_KEPT, (of: World) => of.frames.tap(LONG_FRAME)],
])(
  'a slow reader of events costs no memory: the %ss that are no longer kept when it reads on are counted',
  async (of, limit, happens) => {
    const { sandbox } = await scene();
    const world = sandbox.world('default') as World;
    let tick: () => void = () => {};
    let ticking = true;
    const after: Clock['after'] = (_, __, run) => {
      tick = run;
      // A tick ends by asking for the next one.
      ticking = false;
      return { cancel: () => {} };
    };
    const machineClock = { nowNs: () => 0n, after };
    const stream = eventStream({ ...world, machineClock }, { exchange: 0, position: 0, pass: 0, mark: 0, frame: 0 });
    await vi.waitFor(() => expect(ticking).toBe(false));
    const more = async (count: number) => {
      for (let i = 0; i < count; i += 1) happens(world);
      ticking = true;
      tick();
      await vi.waitFor(() => expect(ticking).toBe(false));
    };
    await more(limit);
    const unread = stream.readableLength;
    await more(2 * limit);
    expect(stream.readableLength).toBe(unread);
    expect(String(stream.read())).not.toContain('event: gap');
    await more(1);
    expect(String(stream.read())).toContain(`event: gap\ndata: {"of":"${of}","lost":${limit + 1}}\n`);
    stream.destroy();
  },
);
