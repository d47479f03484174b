import { judges, judgesOf } from '../../testing/judges.ts';
import { type AnswerOptions, answer, type Sample } from '../../testing/sample-history.ts';

const whole = { user: { userId: 2, orgId: 1 }, organisation: { orgId: 1 }, capabilities: ['orders:trade'] };
const me = (over: object) => answer('GET /me', { status: 200, body: { ...whole, ...over } });
const holding = (...capabilities: string[]) => me({ capabilities });

judgesOf('auth/me-serves-who-calls', (answered: Sample) => [answered], [
  ['all three', me({}), 'pass'],
  ['in declared order', holding('users:manage', 'orders:trade', 'algos:manage'), 'pass'],
  ['a newer scope before the last', holding('users:manage', 'a:newer', 'algos:manage'), 'pass'],
  ['another order (A101)', holding('orders:trade', 'users:manage'), ['pass', 'violated']],
  [
    'capabilities of another name',
    me({ capabilities: undefined, scopes: ['orders:trade'] }),
    ['inconclusive', 'violated'],
  ],
  ['refused', answer('GET /me', { status: 403, code: 'ORG_NOT_ACTIVE' }), 'violated'],
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
const notYet = answer('GET /me', { status: 503, code: 'NOT_SERVING', retryable: true });
const awaiting = answer('GET /orders', { status: 403, code: 'AWAITING_ADMISSION' });

judgesOf('auth/me-while-awaiting', (answers: readonly Sample[]) => ({ me: answers }), [
  ['served in the end (A6)', [notYet, notYet, served], 'pass'],
]);

const user = (userId: number | undefined) => answer('GET /me', { status: 200, body: { user: { userId, orgId: 1 } } });
const busy = answer('GET /me', { status: 503, code: 'NOT_SERVING', retryable: true, headers: { 'Retry-After': '1' } });
const rowIs = (userId: number | undefined) => ({ me: user(userId), again: user(userId) });

judges('auth/first-request-registers', { first: awaiting, ...rowIs(9), another: user(8) }, [
  ['the first request is told to come back', { first: notYet }, 'pass'],
  ['a busy member', { me: busy }, 'inconclusive'],
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

const notPrimed = { status: 503, code: 'NOT_PRIMED', retryable: true, headers: { 'Retry-After': '1' } };
const behind = (came: AnswerOptions) => ({ behind: [answer('GET /orders', notPrimed), answer('GET /me', came)] });
const nobody = (status: number) => ({ nobody: answer('GET /orders', { status, code: 'UNAUTHENTICATED' }) });
const caughtUp = (status: number) => ({ 'caught up': answer('GET /orders', { status }) });

judges('auth/catching-up', { ...behind(notPrimed), ...nobody(401), ...caughtUp(200) }, [
  ['never caught up', caughtUp(503), 'violated'],
]);
