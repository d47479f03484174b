import { expect, test } from 'vitest';
import { ABSENT_KEY } from '../../contract/register.ts';
import type { History } from '../../runner/history.ts';
import { cases, judges, judgesOf } from '../../testing/judges.ts';
import { type AnswerOptions, answer, BUSY, noted, type Sample, type Sampled } from '../../testing/sample-history.ts';
import { askTwice, judgePairs } from './other-organisations.check.ts';

{
  const whole = { user: { userId: 2, orgId: 1 }, organisation: { orgId: 1 }, capabilities: ['orders:trade'] };
  const me = (over: object) => answer('GET /me', { status: 200, body: { ...whole, ...over } });
  const holding = (...capabilities: string[]) => me({ capabilities });

  // biome-ignore format: an aligned table
  judgesOf('auth/me-serves-who-calls', (answered: Sample) => [answered], [
    ['all three',                     me({}),                                                     'pass'],
    ['in declared order',             holding('users:manage', 'orders:trade', 'algos:manage'),    'pass'],
    ['a newer scope before the last', holding('users:manage', 'a:newer', 'algos:manage'),         'pass'],
    ['another order (A101)',          holding('orders:trade', 'users:manage'),                    ['pass', 'violated']],
    ['capabilities of another name',  me({ capabilities: undefined, scopes: ['orders:trade'] }),  ['inconclusive', 'violated']],
    ['refused',                       answer('GET /me', { status: 403, code: 'ORG_NOT_ACTIVE' }), 'violated'],
  ]);

  judgesOf(
    'auth/me-names-who-writes',
    (named: number | undefined, stamped: number) => ({
      me: answer('GET /me', { status: 200, body: { user: { userId: named }, organisation: {} } }),
      order: answer('POST /orders', { status: 201, position: 7, body: { userId: stamped } }),
    }),
    [['no user on the order', 2, 0, 'inconclusive']],
  );

  const served = answer('GET /me', { status: 200 });
  const refusedAt = (answeredAtMs: number) => answer('GET /me', { status: 401, answeredAtMs });

  judges(
    'auth/withdrawn-key',
    { 'as it should be': served, new: served, former: refusedAt(60_000), life: noted(300_000) },
    [
      ['refused after it may have expired', { former: refusedAt(299_000) }, 'inconclusive'],
      ['refused, and nothing says how long it lives', { life: noted(undefined) }, 'inconclusive'],
      ['served', { former: served }, 'violated'],
    ],
  );

  const notYet = answer('GET /me', { status: 503, code: 'NOT_SERVING', retryable: true });
  const awaiting = answer('GET /orders', { status: 403, code: 'AWAITING_ADMISSION' });

  judgesOf('auth/me-while-awaiting', (answers: readonly Sample[]) => ({ me: answers }), [
    ['served in the end (A6)', [notYet, notYet, served], 'pass'],
  ]);

  const user = (userId: number | undefined) => answer('GET /me', { status: 200, body: { user: { userId, orgId: 1 } } });
  const rowIs = (userId: number | undefined) => ({ me: user(userId), again: user(userId) });

  judges('auth/first-request-registers', { first: awaiting, ...rowIs(9), another: user(8) }, [
    ['the first request is answered with Retry-After', { first: notYet }, 'pass'],
    ['a busy member', { me: answer('GET /me', BUSY) }, 'inconclusive'],
  ]);

  const REFUSED_CALLERS = [
    ['auth/disabled-user', 'FORBIDDEN_PRINCIPAL'],
    ['auth/suspended-organisation', 'ORG_NOT_ACTIVE'],
    ['auth/unregistered-organisation', 'ORG_NOT_ACTIVE'],
  ] as const;

  for (const [check, code] of REFUSED_CALLERS) {
    const refused = answer('GET /orders', { status: 403, code });

    judgesOf(check, (answered: Sample) => [refused, answered], [
      ['refused', refused, 'pass'],
      ['GET /me served (A5)', served, ['pass', 'violated']],
    ]);
  }

  const unverified = answer('POST /orders', { status: 401, code: 'UNAUTHENTICATED' });
  const tooLong = answer('POST /orders', { status: 413, code: 'PAYLOAD_TOO_LARGE' });
  const unread = (e: Sample) => ({ unread: [unverified, e] });

  judges('auth/nobody-is-answered-first', { ...unread(unverified), oversize: unverified }, [
    ['the length first (A2)', { oversize: tooLong }, ['pass', 'violated']],
  ]);

  const behind = (came: AnswerOptions) => ({ behind: [answer('GET /orders', BUSY), answer('GET /me', came)] });
  const anonymous = (status: number) => ({ anonymous: answer('GET /orders', { status, code: 'UNAUTHENTICATED' }) });
  const caughtUp = (status: number) => ({ 'caught up': answer('GET /orders', { status }) });

  judges('auth/catching-up', { ...behind(BUSY), ...anonymous(401), ...caughtUp(200) }, [
    ['never caught up', caughtUp(503), 'violated'],
    ['a rolling restart, in which none is met', { behind: [], anonymous: [], hook: noted('restart') }, 'not-exercised'],
  ]);
}

{
  const refusal = { status: 403, code: 'CAPABILITY_DENIED', position: 7 };
  const accepted = { status: 201, position: 7, body: { orderId: '5' } };

  const me = (...capabilities: string[]) => answer('GET /me', { status: 200, body: { capabilities } });
  const denied = answer('POST /orders', refusal);
  const placed = answer('POST /orders', accepted);
  const unverified = answer('GET /me', { status: 401, code: 'UNAUTHENTICATED' });

  judgesOf(
    'auth/claims-grant-nothing',
    (plain: Sample, claiming: Sample, submitted: Sample) => ({ plain, claiming, submitted }),
    [
      ['nothing more is held', me(), me(), denied, 'pass'],
      ['the same in another order', me('a', 'b'), me('b', 'a'), denied, 'pass'],
      ['the token is refused for its claims', me(), unverified, denied, 'violated'],
      ['the caller is not served at all', unverified, unverified, denied, 'inconclusive'],
    ],
  );

  const put = (status: number) => answer('PUT /users/4', { status, position: 9 });
  const refusedForItself = answer('POST /orders', { status: 403, code: 'NO_REFERENCE_PRICE', position: 9 });

  // biome-ignore format: an aligned table
  judges(
    'auth/records-decide',
    { me: me(), before: denied, granted: put(200), 'while granted': placed, cleared: put(200), after: denied },
    [
      ['granted, and of no account',       { 'while granted': denied },                                              'violated'],
      ['the order is refused for itself',  { 'while granted': refusedForItself },                                    'inconclusive'],
      ['granted already',                  { before: placed },                                                       'inconclusive'],
      ['not restated',                     { granted: put(400) },                                                    'inconclusive'],
      ['GET /me does not name the viewer', { before: [], granted: [], 'while granted': [], cleared: [], after: [] }, 'inconclusive'],
    ],
  );

  const arm = (status: number, code?: string, over: object = { position: 9 }) =>
    answer('POST /asset-policies/7/approve', { status, ...(code !== undefined && { code }), ...over });
  const again = { position: 9, replay: true };

  judges(
    'auth/proposer-and-approver',
    {
      proposed: answer('POST /asset-policies', { status: 201, position: 8 }),
      'approves own': arm(403, 'SELF_APPROVAL'),
      'approves own again': arm(403, 'SELF_APPROVAL', again),
      "withdraws another's": arm(403, 'NOT_PROPOSER'),
      "withdraws another's again": arm(403, 'NOT_PROPOSER', again),
      'withdraws own': arm(200),
    },
    [
      ['a deputy who may not', { "withdraws another's": arm(403, 'CAPABILITY_DENIED') }, 'inconclusive'],
      ['no such arm', { 'withdraws own': arm(404, 'ROUTE_NOT_FOUND', {}) }, 'inconclusive'],
      [
        'not proposed',
        {
          proposed: answer('POST /asset-policies', { status: 400, code: 'MALFORMED_REQUEST' }),
          'approves own': [],
          'approves own again': [],
          "withdraws another's": [],
          "withdraws another's again": [],
          'withdraws own': [],
        },
        'inconclusive',
      ],
    ],
  );
}

const refusal = { status: 422, code: 'ACCOUNT_NOT_ACTIVE', position: 7 };
const of = (accountId: number, came: Parameters<typeof answer>[1]) =>
  answer('POST /orders', { message: `account ${accountId} is not active`, ...came, sentBody: { accountId } });
const awaiting = { status: 403, code: 'AWAITING_ADMISSION' };
const accepted = { status: 201, position: 7, body: { orderId: '5' } };

judgesOf(
  'auth/account-of-another-organisation',
  (unheld: AnswerOptions, foreign: AnswerOptions) => ({ unheld: of(ABSENT_KEY, unheld), foreign: of(5, foreign) }),
  [
    ['the same but for the id', refusal, { ...refusal, position: 8 }, 'pass'],
    ['neither for its account', awaiting, awaiting, 'not-exercised'],
    ['both accepted', accepted, accepted, 'violated'],
  ],
);

const row = { orderId: '500', accountId: 5, leavesQty: '1' };
const placed = answer('POST /orders', { status: 201, position: 7, sentBody: { accountId: 5 }, body: row });
const unheld = answer('GET /orders/500', { status: 404, code: 'NOT_FOUND' });
const page = (...items: object[]) => answer('GET /orders', { status: 200, body: { items } });
const own = { orderId: '499', accountId: 1 };
const still = (leavesQty: string) => answer('GET /orders/500', { status: 200, body: { ...row, leavesQty } });
const refused = answer('GET /orders', { status: 400, code: 'INVALID_CURSOR' });

judges(
  'auth/nothing-of-another-organisation',
  { placed, one: [unheld, unheld], several: [page(own), page(), refused], 'theirs still': still('1') },
  [
    ['what their member did not apply yet', { 'theirs still': unheld }, 'pass'],
    ['their order is listed', { several: page(own, row) }, 'violated'],
    ['there is nothing to see', { placed: answer('POST /orders', { status: 422 }) }, 'inconclusive'],
  ],
);

const notFound = { status: 404, code: 'NOT_FOUND' };

const malformed = { status: 400, code: 'MALFORMED_REQUEST' };
const lacking = { status: 503, code: 'INTAKE_UNAVAILABLE' };
const unbound = { status: 422, code: 'INVALID_FIELD', position: 9 };

type Pair = readonly [absent: AnswerOptions, foreign: AnswerOptions];

judgesOf(
  'auth/foreign-rows-write-as-absent',
  (inPath: Pair, inBody: Pair) => ({
    'absent 9: row': answer('PUT /portfolios/9', inPath[0]),
    'foreign 7: row': answer('PUT /portfolios/7', inPath[1]),
    'absent 9: body': answer('POST /accounts', inBody[0]),
    'foreign 7: body': answer('POST /accounts', inBody[1]),
  }),
  [
    ['as absent', [notFound, notFound], [unbound, unbound], 'pass'],
    ['of a surface that the member lacks', [lacking, lacking], [unbound, unbound], 'pass'],
    ['written', [notFound, { status: 200 }], [unbound, unbound], 'violated'],
    ['in a body that is not taken', [malformed, malformed], [malformed, malformed], ['pass', 'violated']],
  ],
);

const PAIR = 'admin /users/{id}';
const REFUSED = { status: 404, code: 'NOT_FOUND' } as const;
const pairJudge = (refused: Parameters<typeof judgePairs>[1]) => ({
  id: 'pairs of a foreign and an absent row',
  judge: (history: History) => judgePairs(history, refused),
});
const pairOf = (absent: AnswerOptions, foreign: AnswerOptions) => ({
  [`absent 2147483647: ${PAIR}`]: answer('GET /users/2147483647', absent),
  [`foreign 7: ${PAIR}`]: answer('GET /users/7', foreign),
});
const known = { ...notFound, position: 9, asOf: 5 };

judgesOf(
  pairJudge(() => REFUSED),
  pairOf,
  [
    ['reads as absent', known, known, 'pass'],
    ['named in the message', { ...known, message: 'no row 2147483647' }, { ...known, message: 'no row 7' }, 'pass'],
    ['is served', known, { status: 200 }, 'violated'],
  ],
);

judgesOf(
  pairJudge(() => REFUSED),
  () => ({}),
  [['no row to name: nothing to judge', 'not-exercised']],
);

test('each request has its own label', async () => {
  const asked: string[] = [];
  await askTwice({ path: '/users', pair: PAIR, foreign: '7', absent: '9' }, async (id, label) =>
    asked.push(`${id} ${label}`),
  );
  expect(asked).toEqual([`9 absent 9: ${PAIR}`, `7 foreign 7: ${PAIR}`]);
});

{
  const served = answer('GET /me', { status: 200 });
  const unverified = answer('GET /me', { status: 401, code: 'UNAUTHENTICATED' });
  const forbidden = answer('GET /me', { status: 403, code: 'FORBIDDEN_PRINCIPAL' });

  /** As nginx does with two Authorization headers. */
  const turnedAwayByAProxy = answer('GET /me', { status: 400, headers: { 'X-Request-Id': null }, body: '<html>' });

  const challenge = { 'WWW-Authenticate': 'Bearer' };
  const challenged = answer('GET /me', { status: 401, code: 'UNAUTHENTICATED', headers: challenge });

  judgesOf('auth/no-token', (answered: Sample) => [challenged, answered], [
    ['refused', challenged, 'pass'],
    ['another code (A8)', answer('GET /me', { status: 401, code: 'NO_TOKEN' }), ['pass', 'violated']],
    ['no challenge', unverified, ['pass', 'violated']],
    ['forbidden', answer('GET /orders', { status: 403, code: 'FORBIDDEN_PRINCIPAL' }), 'violated'],
  ]);

  const me = (userId: number) => answer('GET /me', { status: 200, body: { user: { userId, orgId: userId } } });

  judges('auth/two-tokens', { first: me(1), both: unverified }, [
    ['served to the first (A9)', { both: me(1) }, ['pass', 'violated']],
    ['served to the second', { both: me(2) }, 'violated'],
    ['turned away by a proxy', { both: turnedAwayByAProxy }, 'pass'],
    ['refused for another reason', { both: forbidden }, ['pass', 'violated']],
    ['the first alone is refused', { first: unverified }, 'inconclusive'],
  ]);

  cases([['auth/unverifiable-token', 'a valid one refused', { 'as it should be': unverified }, 'inconclusive']]);

  judges('auth/forged-token', { 'its own token': served, 'alg none': unverified, 'a changed claim': unverified }, [
    ['a respelt one served', { 'respelt: padded': served }, ['pass', 'violated']],
    ['no forged token', { 'alg none': [], 'a changed claim': [] }, 'inconclusive'],
    ['its own token is refused as well', { 'its own token': unverified }, 'inconclusive'],
  ]);

  const pastItsEnd = (ms: number, ...expired: readonly Sampled[]) => ({ expired, 'past its end': noted(ms) });
  const notSent = { expired: [], 'past its end': [] };

  judges('auth/expired-token', { life: noted(60_000), 'while it lives': served, ...pastItsEnd(2_000, unverified) }, [
    ['refused in the end', pastItsEnd(60_000, served, unverified), 'pass'],
    ['served within the leeway', pastItsEnd(60_000, served), 'not-exercised'],
    ['not served before', { 'while it lives': unverified }, 'inconclusive'],
    ['a life that is too long', { 'while it lives': [], ...notSent }, 'not-exercised'],
    ['a life that is not known', { life: [], 'while it lives': [], ...notSent }, 'not-exercised'],
  ]);

  cases([
    ['auth/token-of-another-audience', 'its own token is not served', { 'its own token': unverified }, 'inconclusive'],
  ]);

  judges('auth/nameless-token', { 'no org_id': [forbidden, forbidden], 'org_id a number': forbidden }, [
    ['a numeric org_id does not verify (A10)', { 'org_id a number': unverified }, ['pass', 'violated']],
    ['a numeric org_id is served', { 'org_id a number': served }, 'violated'],
  ]);

  const sent = answer('GET /orders', { status: 200, sent: { Authorization: 'Bearer <token of trader>' } });
  const saying = (message: string) => answer('GET /me', { status: 401, code: 'UNAUTHENTICATED', message });

  judgesOf('auth/no-token-is-served', (answered: Sample) => [sent, answered], [
    ['none', saying('the token does not verify: send <access token>'), 'pass'],
    ['a part of it', saying('bad signature <part of the token of trader>'), 'violated'],
    ['encoded', saying('got <token of trader, base64>'), 'violated'],
    ['any token', saying('got <token>'), 'violated'],
    ['a secret in a body', answer('GET /me', { status: 200, body: { user: '<secret of trader>' } }), 'violated'],
    ['a minted one', saying('<minted token of viewer>'), 'violated'],
  ]);
}
