import { blames, judges, judgesOf } from '../../testing/judges.ts';
import {
  asked,
  mint,
  ns,
  opened,
  rateLimited,
  refusedHandshake,
  refusedOp,
  session,
  spending,
} from '../../testing/sample-conversation.ts';
import { type AnswerOptions, answer, came, noted, type Sample } from '../../testing/sample-history.ts';

const S = 1_000_000_000n;
const HOUR = noted(3_600n * S);
/** The clock before and after minting, in seconds from 1000. */
const readings = (...seconds: readonly number[]) => seconds.map((s) => noted(1_000n * S + BigInt(s * 1e9)));
const expiring = (atS: number, dateS = 1_000) => mint('<ticket 1>', dateS, atS);

judgesOf('tkt/ten-seconds', (minted: Sample) => ({ 'token expires': HOUR, minted }), [
  ['by Date: ten seconds', expiring(1_010), 'pass'],
  ['by a Date that is seconds behind', expiring(1_014), 'pass'],
  ['by a Date that is seconds ahead', expiring(1_006), 'pass'],
  ['by Date: two hours', expiring(8_200), 'violated'],
]);

const within = readings(0, 0.5);
const atOnce = readings(0.5, 0.5);

judgesOf('tkt/ten-seconds', (now: typeof within, minted: Sample) => ({ 'token expires': HOUR, now, minted }), [
  ['by readings: from a time between them', within, expiring(1_010.4, 990), 'pass'],
  ['minted within a second: the whole second before', atOnce, expiring(1_010), 'pass'],
]);

const refused = (status: number, code: string) => answer('POST /v1/ws-tickets', { status, code });

judgesOf(
  'tkt/ten-seconds',
  (token: bigint | undefined, minted: Sample) => ({ 'token expires': noted(token), minted }),
  [
    ['no Date', undefined, mint('<ticket 1>', 0, 10, { headers: {} }), 'inconclusive'],
    ['a token that does not state its expiry', undefined, expiring(10, 0), 'pass'],
    ['a token about to expire', 8n * S, expiring(8, 0), 'inconclusive'],
    ['none minted', undefined, refused(503, 'TICKETS_UNAVAILABLE'), 'inconclusive'],
  ],
);

judgesOf(
  'tkt/token-expiry-bounds-the-ticket',
  (token: bigint | undefined, minted: Sample) => ({ 'token expires': noted(token), minted }),
  [
    ['the token had expired on its way', 1_005n * S, refused(401, 'UNAUTHENTICATED'), 'inconclusive'],
    ['a token that does not state its expiry', undefined, expiring(1_005), 'inconclusive'],
  ],
);

const unauthenticated = refused(401, 'UNAUTHENTICATED');

judgesOf(
  'tkt/token-without-expiry',
  (usual: Sample, without: Sample) => ({ 'with expiry': usual, 'without expiry': without }),
  [['no minted token mints', unauthenticated, unauthenticated, 'inconclusive']],
);

interface Short {
  readonly minted?: Sample;
  readonly fresh?: Sample;
  readonly late?: Sample;
  /** Of the suite: the ticket is presented then. */
  readonly presentedAtS?: number;
}

/** Of a token that ends at 1,005 s, which is 5 s of the suite. */
const short = ({ minted, fresh = spending('<ticket 2>'), late, presentedAtS = 10 }: Short) => {
  const times = { sentAtMs: presentedAtS * 1_000, answeredAtMs: presentedAtS * 1_000 };
  return {
    life: noted(75_000),
    'token expires': noted(1_005n * S),
    minted: minted ?? mint('<ticket 1>', 1_000, 1_005, { sentAtMs: 0, answeredAtMs: 0 }),
    fresh,
    expired: late ?? refusedHandshake(times),
  };
};
const opensAt =
  (second: number): Sample =>
  (n, label) => ({ ...spending('<ticket 1>')(n, label), sentAtMs: second * 1_000, answeredAtMs: second * 1_000 });

// biome-ignore format: an aligned table
blames('tkt/short-token-bounds-its-ticket', short, [
  ['it ends with its token',                       {},                                          'pass'],
  ['it opens once its token has expired',          { late: opensAt(10) },                       ['TKT-09']],
  ['it opens when its token may not have expired', { late: opensAt(4) },                        'inconclusive'],
  ['no ticket opens at all',                       { fresh: refusedHandshake() },               'inconclusive'],
  ['the token had expired',                        { minted: refused(401, 'UNAUTHENTICATED') }, 'inconclusive'],
  ['the token outlived its ticket', { minted: mint('<ticket 1>', 990, 1_000, { sentAtMs: 0, answeredAtMs: 0 }), presentedAtS: 20 }, 'not-exercised'],
]);

{
  const ticket = mint('<ticket 1>', 0, 10);
  const minted = (many: number): readonly Sample[] => Array.from({ length: many }, () => ticket);
  const limited = rateLimited('23');
  const until = (date: string) =>
    rateLimited(null, { headers: { 'Retry-After': date, Date: 'Thu, 01 Jan 1970 00:00:00 GMT' } });
  const sixtyThen = (refused: Sample) => ({ asked: [...minted(60), refused] });

  judges('tkt/limit-is-reached', { ...sixtyThen(limited), after: ticket }, [
    ['twice as many, of a bucket or a fixed minute (A87)', { asked: [...minted(118), limited, limited] }, 'pass'],
    ['refused after it as a busy member refuses', { after: mint('', 0, 10, { status: 503 }) }, 'pass'],
    ['a Retry-After that is rounded up', sixtyThen(rateLimited('61')), 'pass'],
    ['a Retry-After that is a date', sixtyThen(until('Thu, 01 Jan 1970 00:00:23 GMT')), 'pass'],
    ['never limited, of as many members as there may be (A87)', { asked: minted(200), after: [] }, 'inconclusive'],
  ]);

  const slowly = (many: number): readonly Sample[] =>
    Array.from({ length: many }, (_, i) =>
      mint('<ticket 1>', i, i + 10, { sentAtMs: i * 400, answeredAtMs: i * 400 + 9 }),
    );

  // biome-ignore format: an aligned table
  judgesOf(
    'tkt/limit-is-reached',
    (asked: readonly Sample[]) => ({ asked }),
    [
      ['never limited: two hundred of one member',               minted(200),                                                     'violated'],
      ['never limited: two hundred, more slowly than the limit', slowly(200),                                                     'inconclusive'],
      ['never limited: a member that mints none',                [mint('', 0, 10, { status: 503, code: 'TICKETS_UNAVAILABLE' })], 'inconclusive'],
    ],
    { target: { singleMember: true } },
  );

  const refused = [
    answer('POST /v1/ws-tickets', { status: 400, code: 'MALFORMED_REQUEST' }),
    answer('POST /v1/ws-tickets', { status: 401, code: 'UNAUTHENTICATED' }),
  ];
  const past = rateLimited('60');

  // biome-ignore format: an aligned table
  judges(
    'tkt/sixty-a-minute',
    { refused, within: minted(60), past, 'another user': ticket, after: ticket },
    [
      ['sixty-one, which a deployed member may count differently (A87)', { past: ticket },      ['inconclusive', 'violated']],
      ['a malformed body is accepted',                                   { refused: [ticket] }, 'inconclusive'],
    ],
    { target: { strict: true } },
  );
}

{
  const ticket = mint('<ticket 1>', 0, 10);
  const minted = [ticket, ticket];

  const me = (...capabilities: string[]) => answer('GET /me', { status: 200, body: { capabilities } });
  const granted = (...capabilities: string[]) => session([opened(900, undefined, capabilities)]);
  const [TRADES, MANAGES] = ['orders:trade', 'users:manage'];

  // biome-ignore format: an aligned table
  judges(
    'tkt/ticket-grants-its-minter',
    {
      'me of trader': me(TRADES),
      'me of admin': me(TRADES, MANAGES),
      minted,
      'session of admin': granted(TRADES, MANAGES),
      'session of trader': granted(TRADES),
    },
    [
      ['of another user too',           { 'me of viewer': me(), 'session of viewer': granted() }, 'pass'],
      ['another user awaits admission', { 'me of viewer': answer('GET /me', { status: 403 }), 'minted by another': mint('', 0, 10, { status: 403 }) }, 'pass'],
      ['both hold the same',            { 'me of admin': me(TRADES) },                            'not-exercised'],
      ['GET /me is refused',            { 'me of admin': answer('GET /me', { status: 403 }) },    'inconclusive'],
      ['a ticket is refused',           { 'session of admin': refusedHandshake() },               'inconclusive'],
      ['none minted',                   { minted: mint('', 0, 10, { status: 503 }) },             'inconclusive'],
    ],
  );

  const own = (userId: unknown) => answer('POST /orders', { status: 201, body: { orderId: '7', userId } });
  const ordered = (order: object) =>
    session([opened(900), asked('submit', 'ordered'), came({ op: 'submit', reqId: 'ordered', success: true, order })]);
  const unknown = session([opened(900), asked('submit', 'ordered'), refusedOp('submit', 'ordered', 'UNKNOWN_OP')]);

  judges(
    'tkt/ticket-orders-as-its-minter',
    {
      'own of trader': own(2),
      'own of admin': own(1),
      minted,
      'session of admin': ordered({ userId: 1 }),
      'session of trader': ordered({ userId: 2 }),
    },
    [
      ['both of the last minter', { 'session of trader': ordered({ userId: 1 }) }, 'violated'],
      ['the op is not served', { 'session of trader': unknown, 'session of admin': unknown }, 'not-exercised'],
      ['the answer is not the order', { 'session of trader': ordered({}) }, 'not-exercised'],
      ['both are one user', { 'own of admin': own(2) }, 'not-exercised'],
      ['an order that names no user', { 'own of admin': own(undefined) }, 'inconclusive'],
      ['a ticket is refused', { 'session of admin': refusedHandshake() }, 'inconclusive'],
    ],
  );
}

{
  const refused = (status: number, code: string, over: Partial<AnswerOptions> = {}) =>
    answer('POST /v1/ws-tickets', { status, code, ...over });
  const withoutKey = refused(503, 'TICKETS_UNAVAILABLE');
  const minted = mint('<ticket 1>', 0, 10);

  const stored = (mark: string, over: Partial<AnswerOptions> = {}) =>
    mint(mark, 0, 10, { headers: { 'Cache-Control': 'no-store' }, ...over });
  const caching = (directives: string) => stored('<ticket 3>', { headers: { 'Cache-Control': directives } });
  const body = { ticket: '<ticket 3>', expiresAtNs: ns(10), stream: 'trading' };
  const withBody = (members: object) => stored('<ticket 3>', { body: { ...body, ...members } });
  const limited = rateLimited();

  judgesOf(
    'tkt/ticket-is-minted',
    (...rest: readonly Sample[]) => ({ minted: [stored('<ticket 1>'), stored('<ticket 2>'), ...rest] }),
    [
      ['among other directives', caching('Private, No-Store'), 'pass'],
      ['a further member of a newer contract (VER-05)', withBody({ region: 'eu' }), 'pass'],
      ['past the limit', limited, 'inconclusive'],
      ['two refusals are not the same ticket', limited, limited, 'inconclusive'],
      ['a member without a signing key', withoutKey, 'not-exercised'],
    ],
  );

  const LABELS = [
    'another stream',
    'another spelling',
    'a list of streams',
    'no stream by value',
    'a stream of another type',
    'no stream',
    'another field',
    'a list',
    'a string',
    'nothing',
    'no JSON',
    'no body',
  ];
  const malformed = (over: Partial<AnswerOptions> = {}) =>
    refused(400, 'MALFORMED_REQUEST', { message: 'stream: trading alone', ...over });

  judges(
    'tkt/body-is-closed',
    { 'well formed': minted, ...Object.fromEntries(LABELS.map((label) => [label, malformed()])) },
    [
      ['a ticket in the message', { 'another field': malformed({ message: 'for <ticket 2>' }) }, 'violated'],
      ['past the limit by then (A88)', { 'no stream': limited }, 'inconclusive'],
      ['one of several members is without a key', { 'no stream': withoutKey }, 'inconclusive'],
      ['a member without a key', { 'well formed': withoutKey }, 'inconclusive'],
    ],
  );

  judges('tkt/ticket-is-opaque', { minted, 'URL-safe': noted(true), readable: noted([]) }, [
    ['with a plus', { 'URL-safe': noted(false) }, 'violated'],
    ['the user can be read in it', { readable: noted(['the claim sub']) }, 'violated'],
    ['none minted', { minted: withoutKey, 'URL-safe': [], readable: [] }, 'inconclusive'],
  ]);

  const preflight = (status: number, headers: Readonly<Record<string, string>> = {}) =>
    answer('OPTIONS /v1/ws-tickets', { status, headers });

  judgesOf('tkt/no-cors', (...samples: readonly Sample[]) => samples, [
    ['OPTIONS answered without CORS', minted, preflight(204, { Allow: 'POST' }), 'pass'],
    ['the answer varies by origin', minted, preflight(404, { Vary: 'Origin' }), 'pass'],
    ['no ticket is minted either', preflight(404), 'not-exercised'],
  ]);

  judges('tkt/no-signing-key', { 'no key': withoutKey, anonymous: refused(401, 'UNAUTHENTICATED') }, [
    [
      'with a Retry-After',
      { 'no key': refused(503, 'TICKETS_UNAVAILABLE', { headers: { 'Retry-After': '60' } }) },
      'pass',
    ],
  ]);

  judgesOf('tkt/older-members-have-none', (asked: Sample) => ({ asked }), [
    ['not found, without an envelope', answer('POST /v1/ws-tickets', { status: 404, body: 'Not Found' }), 'pass'],
  ]);
}

{
  const BUSY = { retryable: true, headers: { 'Retry-After': '1' } };
  const opens = spending('<ticket 1>');
  const refused = refusedHandshake();
  const busy = refusedHandshake({ status: 503, code: 'NOT_PRIMED', ...BUSY });
  const late = refusedHandshake({ sentAtMs: 60_000, answeredAtMs: 60_001 });
  const minted = [mint('<ticket 1>', 0, 10), mint('<ticket 2>', 0, 10)];
  const none = answer('POST /v1/ws-tickets', { status: 503, code: 'TICKETS_UNAVAILABLE' });
  const once = [opens, refused, refused];

  judges('tkt/opens-one-session-once', { minted, 'one after another': once, 'at the same time': once }, [
    ['another of those at the same time', { 'at the same time': [refused, refused, opens] }, 'pass'],
    ['twice one after another', { 'one after another': [opens, refused, opens] }, 'violated'],
    ['of another user too', { 'viewer, one after another': [spending('<ticket 3>'), refused] }, 'pass'],
    ['none, and others may have minted it (A89)', { 'one after another': [refused, refused] }, 'inconclusive'],
    ['no ticket is minted', { minted: [none, none], 'one after another': [], 'at the same time': [] }, 'inconclusive'],
  ]);

  judgesOf(
    'tkt/opens-one-session-once',
    (atOnce: readonly Sample[]) => ({ minted, 'one after another': once, 'at the same time': atOnce }),
    [
      ['of a single member: none, of a busy one, which may have spent it (A90)', [busy, refused], 'inconclusive'],
      ['of a single member: none, after the ticket may have expired', [late, late], 'inconclusive'],
    ],
    { target: { singleMember: true } },
  );

  // biome-ignore format: an aligned table
  judges(
    'tkt/made-up-ticket',
    {
      minted,
      'cut short': refused,
      'made up': refusedHandshake({ status: 403 }),
      empty: refusedHandshake({ status: 400, code: 'MALFORMED_REQUEST' }),
      untouched: spending('<ticket 2>'),
    },
    [
      ['a shortened one opens',  { 'cut short': spending('<ticket sent of trader>') },                                'violated'],
      ['an empty one opens',     { empty: spending('') },                                                             'violated'],
      ['no ticket opens at all', { untouched: refused },                                                              'inconclusive'],
      ['too many handshakes',    { 'made up': refusedHandshake({ status: 429, code: 'RATE_LIMITED', ...BUSY }) },     'inconclusive'],
      ['none is minted',         { minted: mint('<ticket 2>', 0, 10, { status: 403, code: 'FORBIDDEN_PRINCIPAL' }) }, 'inconclusive'],
    ],
  );

  judges('tkt/expired-ticket', { minted, fresh: opens, expired: refused }, [
    ['refused by another status (A91)', { expired: refusedHandshake({ status: 403 }) }, 'pass'],
    ['refused without an envelope', { expired: refusedHandshake({ body: '' }) }, 'pass'],
    ['opened', { expired: spending('<ticket 2>') }, 'violated'],
    ['a busy member', { expired: busy }, 'inconclusive'],
    ['no ticket opens at all', { fresh: refused }, 'inconclusive'],
    ['none is minted', { minted: [none, none], fresh: [], expired: [] }, 'inconclusive'],
  ]);
}
