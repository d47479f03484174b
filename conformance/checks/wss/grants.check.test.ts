import { judges, judgesOf } from '../../testing/judges.ts';
import {
  asked,
  authorised,
  but,
  closing,
  event,
  granted,
  opened,
  probed,
  refusedOp,
  session,
} from '../../testing/sample-conversation.ts';
import type { SampleFrame } from '../../testing/sample-history.ts';
import { answer } from '../../testing/sample-history.ts';
import { grants } from './grants.check.ts';

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

judges(grants['grant-is-what-me-says'], { ...serving(HELD), ...granting(HELD) }, [
  ['none', { ...serving([]), ...granting([]) }, 'pass'],
  ['one of a newer contract', { ...serving(newer), ...granting(newer) }, 'pass'],
  ['in an order that is not the declared one', { ...serving(turned), ...granting(turned) }, 'violated'],
  ['one twice everywhere', { ...serving(twice), ...granting(twice) }, 'violated'],
  ['changed meanwhile', serving(HELD, HELD.slice(1)), 'inconclusive'],
  ['GET /me names none', serving(null), 'inconclusive'],
  ...notGranted,
  [
    'op auth is refused',
    {
      session: session([opened(900, undefined, HELD), asked('auth', 'renewed'), refusedOp('auth', 'renewed', 'X')]),
    },
    'inconclusive',
  ],
]);

const SEVERAL = ['users:manage', 'orders:read', 'algos:manage'];
const serves = (before: unknown, after = before) => {
  const me = (capabilities: unknown) => answer('GET /me', { status: 200, body: { user: { userId: 1, capabilities } } });
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

judges('wss/grant-names-nobody', { me: someone, ...withMembers({}) }, [
  ['a session that has an id (VER-05)', withMembers({ sessionId: 's-1', region: 'eu' }), ['pass', 'violated']],
  [
    'a capability that GET /me serves under several names',
    withMembers({ scopes: ['orders:trade'] }),
    ['pass', 'violated'],
  ],
  ['what a client may do, of a newer contract', withMembers({ client: { heartbeatMs: 5 } }), ['pass', 'violated']],
  ['the subject under another name', withMembers({ of: 'auth0|4711' }), 'violated'],
  ['a member that only our own adds', withMembers({ region: 'eu' }), ['pass', 'violated']],
  ['no session', { session: session([], { status: 401 }) }, 'inconclusive'],
  ['no greeting', { session: session([]) }, 'inconclusive'],
  ['op auth is not answered', { session: session([opened(900), asked('auth', 'renewed')]) }, 'inconclusive'],
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
    ['no session', { 'opened before': session([], { status: 401 }) }, 'inconclusive'],
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
