import { blames, cases, judges, judgesOf } from '../../testing/judges.ts';
import {
  asked,
  authorised,
  but,
  closing,
  event,
  expiring,
  GREETED,
  granted,
  mint,
  ns,
  opened,
  probed,
  refusedHandshake,
  refusedOp,
  session,
} from '../../testing/sample-conversation.ts';
import { answer, type ConversationOptions, noted, type SampleFrame } from '../../testing/sample-history.ts';
import { grants } from './grants.check.ts';

{
  const renewing = (capabilities: readonly string[]) => [
    asked('auth', 'renewed'),
    authorised('renewed', 900, undefined, capabilities),
  ];

  /** Granted so as it opens, and so as it is renewed. */
  const granting = (first: readonly string[], renewed = first) => ({
    session: session([opened(900, undefined, first), ...probed('greeted'), ...renewing(renewed)]),
  });
  const serving = (before: unknown, after = before) => {
    const me = (capabilities: unknown) => answer('GET /me', { status: 200, body: { userId: 1, capabilities } });
    return { before: me(before), after: me(after) };
  };

  const HELD = ['orders:trade', 'orders:read', 'algos:manage'];
  const turned = HELD.toReversed();
  const newer = ['reports:read', ...HELD];
  const twice = ['a:b', 'a:b'];
  const notGranted = [
    ['no session', { session: session([], { status: 401 }) }, 'inconclusive'],
    ['access was revoked meanwhile', { session: session([closing()], { closed: { code: 4003 } }) }, 'inconclusive'],
  ] as const;

  // biome-ignore format: an aligned table
  judges(grants['grant-is-what-me-says'], { ...serving(HELD), ...granting(HELD) }, [
    ['none',                                     { ...serving([]), ...granting([]) },         'pass'],
    ['one of a newer contract',                  { ...serving(newer), ...granting(newer) },   'pass'],
    ['in an order that is not the declared one', { ...serving(turned), ...granting(turned) }, 'violated'],
    ['one twice everywhere',                     { ...serving(twice), ...granting(twice) },   'violated'],
    ['changed meanwhile',                        serving(HELD, HELD.slice(1)),                'inconclusive'],
    ['GET /me names none',                       serving(null),                               'inconclusive'],
    ...notGranted,
    ['op auth is refused', { session: session([opened(900, undefined, HELD), asked('auth', 'renewed'), refusedOp('auth', 'renewed', 'X')]) }, 'inconclusive'],
  ]);

  const SEVERAL = ['users:manage', 'orders:read', 'algos:manage'];
  const serves = (before: unknown, after = before) => {
    const me = (capabilities: unknown) =>
      answer('GET /me', { status: 200, body: { user: { userId: 1, capabilities } } });
    return { before: me(before), after: me(after) };
  };

  judges(grants['grant-of-an-administrator'], { ...serves(SEVERAL), ...granting(SEVERAL) }, [
    ['changed meanwhile', serves(SEVERAL, SEVERAL.slice(1)), 'inconclusive'],
    ['GET /me names none', serves(undefined), 'inconclusive'],
    ...notGranted,
  ]);

  const someone = answer('GET /me', {
    status: 200,
    body: {
      user: { userId: 17, subject: 'auth0|4711', displayName: 'Ada', userScopes: ['orders:trade'] },
      organisation: { orgId: 4, externalOrgId: 'org-harbour' },
      capabilities: ['orders:trade'],
    },
  });
  const grant = granted(900);
  /** These members besides, in the greeting or in the answer to op auth. */
  const withMembers = (first: object, second: object = {}) => ({
    session: session([
      event('sessionOpened', { ...grant, ...first }),
      asked('auth', 'renewed'),
      but(authorised('renewed', 900), { session: { ...grant, ...second } }),
    ]),
  });

  // biome-ignore format: an aligned table
  judges('wss/grant-names-nobody', { me: someone, ...withMembers({}) }, [
    ['a session that has an id (VER-05)',                    withMembers({ sessionId: 's-1', region: 'eu' }),               ['pass', 'violated']],
    ['a capability that GET /me serves under several names', withMembers({ scopes: ['orders:trade'] }),                     ['pass', 'violated']],
    ['what a client may do, of a newer contract',            withMembers({ client: { heartbeatMs: 5 } }),                   ['pass', 'violated']],
    ['the subject under another name',                       withMembers({ of: 'auth0|4711' }),                             'violated'],
    ['a member that only our own adds',                      withMembers({ region: 'eu' }),                                 ['pass', 'violated']],
    ['no session',                                           { session: session([], { status: 401 }) },                     'inconclusive'],
    ['no greeting',                                          { session: session([]) },                                      'inconclusive'],
    ['op auth is not answered',                              { session: session([opened(900), asked('auth', 'renewed')]) }, 'inconclusive'],
  ]);

  const READS = ['orders:read'];
  const BOTH = ['orders:read', 'orders:trade'];
  const me = (capabilities: readonly string[]) => answer('GET /me', { status: 200, body: { userId: 2, capabilities } });
  const restated = answer('PUT /users/2', { status: 200, position: 7n });
  const before = (...frames: readonly SampleFrame[]) => ({
    'opened before': session([opened(900, undefined, READS), ...frames]),
  });
  const during = (...frames: readonly SampleFrame[]) => ({
    'opened meanwhile': session([opened(900, undefined, BOTH), ...probed('stillOpen'), ...frames]),
  });
  const KEPT_UNTIL_AUTH = {
    me: me(READS),
    ...before(...renewing(BOTH)),
    granted: restated,
    ...during(...renewing(READS)),
    cleared: restated,
    'put back': restated,
  };

  judges(
    'wss/cleared-capability-stays',
    KEPT_UNTIL_AUTH,
    [
      ['put back at the second try', { 'put back': [answer('PUT /users/2', { status: 503 }), restated] }, 'pass'],
      [
        'the session is closed when it is cleared',
        {
          'opened meanwhile': session([opened(900, undefined, BOTH), asked('touchstoneProbe', 'stillOpen')], {
            closed: { code: 4003 },
          }),
        },
        'violated',
      ],
      ['the body is another one', { granted: answer('PUT /users/2', { status: 400 }) }, 'inconclusive'],
      ['the viewer trades', { 'opened before': session([opened(900), ...renewing(BOTH)]) }, 'inconclusive'],
      [
        'a member that does not know of it yet',
        { 'opened meanwhile': session([opened(900, undefined, READS), ...probed('stillOpen'), ...renewing(READS)]) },
        'inconclusive',
      ],
      [
        'GET /me does not say who it is',
        { me: answer('GET /me', { status: 200, body: {} }), 'opened before': [], 'opened meanwhile': [] },
        'inconclusive',
      ],
    ],
    { target: { singleMember: true } },
  );

  judges('wss/cleared-capability-stays', { ...KEPT_UNTIL_AUTH, ...before(...renewing(READS)) }, [
    ['of several members the one that a session is of may be behind', {}, 'inconclusive'],
    ['while another read shows the former grant', { 'me once granted': [me(BOTH), me(READS)] }, 'inconclusive'],
    [
      'renewed again, and granted then',
      {
        ...before(...renewing(READS), asked('auth', 'renewed1000'), authorised('renewed1000', 900, undefined, BOTH)),
        'me once granted': [me(BOTH), me(BOTH)],
      },
      'pass',
    ],
  ]);

  const submitted = (code: string, more = {}) => [
    asked('submit', 'submitted'),
    refusedOp('submit', 'submitted', code, more),
  ];
  const refusedByGrant = submitted('FORBIDDEN_CAPABILITY');
  const refusedByOwner = submitted('FORBIDDEN_CAPABILITY', { globalSequence: '8' });
  const reachesOwner = submitted('INVALID_QTY');

  judgesOf(
    'wss/cleared-capability-stays',
    (early: readonly SampleFrame[], late: readonly SampleFrame[]) => ({
      ...KEPT_UNTIL_AUTH,
      ...before(...early, ...renewing(BOTH)),
      ...during(...late, ...renewing(READS)),
    }),
    [
      ['orders: the grant decides', refusedByGrant, reachesOwner, 'pass'],
      ['orders: an owner decides by the records', refusedByGrant, refusedByOwner, 'pass'],
      ['orders: refused by what was cleared since', refusedByGrant, refusedByGrant, 'violated'],
    ],
    { target: { singleMember: true, strict: true } },
  );
}

const LAPSED: ConversationOptions = { closed: { code: 4001 } };
const OPENED_300 = [opened(300), ...probed('greeted')];
const probing = (reqId: string) => asked('touchstoneProbe', reqId);

const before = [...OPENED_300, ...probed('before')];
const EXPIRED = refusedOp('touchstoneProbe', 'after', 'SESSION_EXPIRED');
const lived = (frames: readonly SampleFrame[], over: ConversationOptions = {}) => ({ session: session(frames, over) });
const unanswered = lived([...before, probing('after')]);

// biome-ignore format: an aligned table
judges(
  'wss/closed-at-its-expiry',
  {
    'token expires': noted(300_000_000_000n),
    ...lived(before, LAPSED),
    alive: answer('GET /me', { status: 200, body: {} }),
  },
  [
    ['with a hint before it',                      lived([...before, expiring(300, 2_000)], LAPSED),                                  'pass'],
    ['normally (A95)',                             lived(before, { closed: { code: 1000 } }),                                         'pass'],
    ['without a close frame',                      lived(before, { closed: { code: 1006 } }),                                         'pass'],
    ['a probe after the end is not answered',      lived([...before, probing('after')], LAPSED),                                      'pass'],
    ['SESSION_EXPIRED, then closed',               lived([...before, probing('after'), EXPIRED], LAPSED),                             'pass'],
    ['cut off early: its member may have crashed', lived(OPENED_300, { closed: { code: 1006 } }),                                     'inconclusive'],
    ['it was silent before',                       lived([opened(300), probing('after')]),                                            'inconclusive'],
    ['it lapses before its token (A92)',           lived([opened(200), ...probed('before')], LAPSED),                                 'pass'],
    ['no grant',                                   lived([event('sessionOpened', {})], LAPSED),                                       'inconclusive'],
    ['a silent session is closed too',             { silent: session([opened(300)], LAPSED) },                                        'pass'],
    ['a silent session is left open',              { silent: session([opened(300)]) },                                                'violated'],
    ['the member answers no request',              { ...unanswered, alive: answer('GET /me', { status: 503, code: 'NOT_SERVING' }) }, 'inconclusive'],
  ],
);

/** What the clock read, in order: the first is note 1. */
const readings = (...seconds: readonly number[]) => seconds.map((s) => noted(BigInt(ns(s))));
/** Just before the reading that its step comes to, or after it. */
const [AT_600, AT_850, AFTER_850, AT_LAST] = [2.5, 4.5, 5.5, 6.5];
/** A probe after each reading, and its answer. */
const probedAfter = (...notes: readonly number[]): readonly SampleFrame[] =>
  notes.flatMap((n) => [
    asked('touchstoneProbe', `p${n}`, n + 0.7),
    refusedOp('touchstoneProbe', `p${n}`, 'UNKNOWN_OP', {}, n + 0.8),
  ]);

const untilLast = (endsAtS: number, ...frames: readonly SampleFrame[]) => ({
  now: readings(0, 600, 610, 840, 850, 900, 904.5),
  ...lived([opened(endsAtS, 1.5), ...probedAfter(1, 2, 3, 4, 5), ...frames]),
});

judgesOf('wss/expiring-is-told-once', (hints: readonly SampleFrame[]) => untilLast(905, ...hints, ...probed('last')), [
  ['received after the reading', [expiring(905, 60_000, AFTER_850)], 'pass'],
  ['counted from when the step was done', [expiring(905, 55_000, AT_850)], 'pass'],
  ['five minutes before', [expiring(905, 300_000, AT_600)], 'pass'],
  ['two seconds before', [expiring(905, 2_000, AT_LAST)], 'pass'],
]);

// biome-ignore format: an aligned table
cases([
  ['wss/expiring-is-told-once', 'the connection was cut',       lived([opened(905, 1.5)], { closed: { code: 1006 } }), 'inconclusive'],
  ['wss/expiring-is-told-once', 'a binding that never expires', untilLast(0, ...probed('last')),                       'inconclusive'],
]);

interface Lived {
  readonly first?: readonly SampleFrame[];
  readonly answer?: SampleFrame;
  readonly second?: readonly SampleFrame[];
  readonly probes?: readonly SampleFrame[];
  readonly over?: ConversationOptions;
}

const RENEWED = authorised('renewed', 1_490, 4.2);
const HINT = expiring(600, 60_000, 2.5);
const SECOND_HINT = expiring(1_490, 60_000, 7.5);
const ENDED = [...probed('outlived'), ...probed('before')];

/** Renewed at 590 for fifteen minutes. */
function renewal({ first = [HINT], answer = RENEWED, second = [SECOND_HINT], probes = ENDED, over = LAPSED }: Lived) {
  return {
    now: readings(0, 530, 540, 590, 600, 610, 1_420, 1_430, 1_480, 1_492),
    session: session(
      [
        ...[opened(600, 1.5), ...probedAfter(1, 2, 3), ...first],
        ...[asked('auth', 'renewed', 4.1), answer, ...probedAfter(5, 6, 7, 8), ...second, ...probes],
      ],
      over,
    ),
  };
}

// biome-ignore format: an aligned table
judgesOf('wss/auth-renews-the-lease', renewal, [
  ['a lead time of five seconds', { first: [], second: [expiring(1_490, 5_000, 9.5)] },                             'pass'],
  ['closed at the first end',     { second: [], probes: [probing('outlived')] },                                    'violated'],
  ['never closed',                { probes: [...ENDED, ...probed('after')], over: {} },                             'violated'],
]);

blames('wss/auth-renews-the-lease', renewal, [
  ['a session that outlives its lease is not', { probes: [...probed('outlived'), ...probed('after')] }, ['WSS-07']],
]);

const hinted = [expiring(300, 60_000), ...probed('before')];
const other = (answered: SampleFrame, rest: readonly SampleFrame[], over: ConversationOptions = LAPSED) =>
  lived([...OPENED_300, asked('auth', 'other'), answered, ...rest], over);
const forbidden = refusedOp('auth', 'other', 'FORBIDDEN_PRINCIPAL');

// biome-ignore format: an aligned table
judges(
  'wss/another-principal-renews-nothing',
  { ...other(forbidden, hinted), untouched: session([...OPENED_300, ...hinted, probing('after')], LAPSED) },
  [
    ['with any code, and without a hint (A95)', other(forbidden, probed('before'), { closed: {} }),    'pass'],
    ['it is left open',                         other(forbidden, [...hinted, ...probed('after')], {}), 'violated'],
    ['it was closed at once',                   other(forbidden, []),                                  'violated'],
    ['no session lapses', { ...other(forbidden, probed('after'), {}), untouched: session([...OPENED_300, ...probed('after')]) }, 'inconclusive'],
    ['no session',                              lived([], { status: 503, code: 'NOT_PRIMED' }),        'inconclusive'],
  ],
  { target: { strict: true } },
);

const ever = [opened(0), ...probed('greeted')];
const muchLater = probed('muchLater');
const lasting = (...frames: readonly SampleFrame[]) => ({ lasting: session(frames) });

judges('wss/never-expires', { ...lasting(...ever, ...muchLater), passing: session(GREETED, LAPSED) }, [
  ['with new events', lasting(event('notice', {}), ...ever, event('pulse', {}), ...muchLater), 'pass'],
  ['the other closed with another code', { passing: session(GREETED, { closed: { code: 4000 } }) }, 'pass'],
  ['refused (A93)', { lasting: refusedHandshake() }, 'not-exercised'],
  ['closed', { lasting: session(ever, LAPSED) }, 'violated'],
  ['no greeting', lasting(...probed('greeted'), ...muchLater), 'inconclusive'],
  ['no greeting of the other', { passing: session(probed('greeted')) }, 'inconclusive'],
  ['the other is not opened', { passing: refusedHandshake() }, 'inconclusive'],
]);

const bearer = (greeted: number, renewed: number) =>
  session([opened(greeted), asked('auth', 'renewed'), authorised('renewed', renewed)]);

// biome-ignore format: an aligned table
judges(
  'wss/lease-ends-with-its-token',
  {
    'token ends': noted(ns(900)),
    bearer: bearer(900, 900),
    minted: mint('<ticket 1>', 0, 10),
    ticket: session([opened(900)]),
  },
  [
    ['earlier',                             { bearer: bearer(600, 600) },                                                           'pass'],
    ['with the ticket that opened it',      { ticket: session([opened(10)]) },                                                      'violated'],
    ['with a ticket that the token bounds', { 'token ends': noted(ns(10)), bearer: bearer(10, 10), ticket: session([opened(10)]) }, 'pass'],
    ['refused',                             { bearer: refusedHandshake() },                                                         'inconclusive'],
    ['a token that does not state its end', { 'token ends': [] },                                                                   'not-exercised'],
  ],
);
