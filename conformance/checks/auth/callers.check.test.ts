import { judges, judgesOf } from '../../testing/judges.ts';
import { type AnswerOptions, answer, type Sample } from '../../testing/sample-history.ts';
import {
  awaitingIsRefused,
  catchingUp,
  disabledUser,
  firstRequestRegisters,
  meNamesWhoWrites,
  meServesWhoCalls,
  meWhileAwaiting,
  nobodyIsAnsweredFirst,
  refusedCallerIsAnsweredFirst,
  suspendedOrganisation,
  unregisteredOrganisation,
} from './callers.check.ts';

const whole = { user: { userId: 2, orgId: 1 }, organisation: { orgId: 1 }, capabilities: ['orders:trade'] };
const me = (over: object) => answer('GET /me', { status: 200, body: { ...whole, ...over } });
const holding = (...capabilities: string[]) => me({ capabilities });

judgesOf(meServesWhoCalls, (answered: Sample) => [answered], [
  ['all three', me({}), ['pass', 'pass']],
  ['in declared order', holding('users:manage', 'orders:trade', 'algos:manage'), ['pass', 'pass']],
  ['a newer scope before the last', holding('users:manage', 'a:newer', 'algos:manage'), ['pass', 'pass']],
  ['another order (A101)', holding('orders:trade', 'users:manage'), ['pass', 'violated']],
  ['algos:manage not last', holding('algos:manage', 'orders:trade'), 'violated'],
  ['one twice', holding('orders:trade', 'orders:trade'), 'violated'],
  ['no user', me({ user: undefined }), 'violated'],
  ['no organisation', me({ user: { userId: 2 }, organisation: undefined }), 'violated'],
  ['no capabilities', me({ capabilities: undefined }), ['violated', 'violated']],
  [
    'capabilities of another name',
    me({ capabilities: undefined, scopes: ['orders:trade'] }),
    ['inconclusive', 'violated'],
  ],
  ['the organisation in the row of the user alone', me({ organisation: undefined }), 'violated'],
  ['refused', answer('GET /me', { status: 403, code: 'ORG_NOT_ACTIVE' }), 'violated'],
]);

judgesOf(
  meNamesWhoWrites,
  (named: number | undefined, stamped: number) => ({
    me: answer('GET /me', { status: 200, body: { user: { userId: named }, organisation: {} } }),
    order: answer('POST /orders', { status: 201, position: 7, body: { userId: stamped } }),
  }),
  [
    ['the same', 2, 2, 'pass'],
    ['another', 99, 2, 'violated'],
    ['no one', undefined, 2, 'violated'],
    ['no user on the order', 2, 0, 'inconclusive'],
  ],
);

const served = answer('GET /me', { status: 200 });
const notYet = answer('GET /me', { status: 503, code: 'NOT_SERVING', retryable: true });
const awaiting = answer('GET /orders', { status: 403, code: 'AWAITING_ADMISSION' });
const malformed = answer('POST /orders', { status: 400, code: 'MALFORMED_REQUEST' });

judgesOf(meWhileAwaiting, (answers: readonly Sample[]) => ({ me: answers }), [
  ['served at once', [served], 'pass'],
  ['served in the end (A6)', [notYet, notYet, served], 'pass'],
  ['never served', [notYet, notYet], 'violated'],
  ['refused like any other route', [answer('GET /me', { status: 403, code: 'AWAITING_ADMISSION' })], 'violated'],
]);

judgesOf(awaitingIsRefused, (answered: Sample) => ({ me: served, refused: [awaiting, answered] }), [
  ['refused', awaiting, 'pass'],
  ['served', answer('GET /executions', { status: 200 }), 'violated'],
  ['another code', answer('GET /orders', { status: 403, code: 'FORBIDDEN_PRINCIPAL' }), 'violated'],
  ['the body first', malformed, 'violated'],
  ['the row first', answer('GET /orders/1', { status: 404, code: 'NOT_FOUND' }), 'violated'],
]);

const user = (userId: number | undefined) => answer('GET /me', { status: 200, body: { user: { userId, orgId: 1 } } });
const busy = answer('GET /me', { status: 503, code: 'NOT_SERVING', retryable: true, headers: { 'Retry-After': '1' } });
const refusedMe = answer('GET /me', { status: 403, code: 'FORBIDDEN_PRINCIPAL' });
const rowIs = (userId: number | undefined) => ({ me: user(userId), again: user(userId) });

judges(firstRequestRegisters, { first: awaiting, ...rowIs(9), another: user(8) }, [
  ['the first request is told to come back', { first: notYet }, 'pass'],
  ['a busy member', { me: busy }, 'inconclusive'],
  ['the first request is not let in at all', { first: refusedMe }, 'violated'],
  ['never registered', { me: refusedMe, again: refusedMe }, 'violated'],
  ['registered again each time', { again: user(10) }, 'violated'],
  ["another's row", rowIs(8), 'violated'],
  ['a row without an id', rowIs(undefined), 'violated'],
]);

/** Each with its own code, and with the code of another check. */
const REFUSED_CALLERS = [
  [disabledUser, 'FORBIDDEN_PRINCIPAL', 'ORG_NOT_ACTIVE'],
  [suspendedOrganisation, 'ORG_NOT_ACTIVE', 'FORBIDDEN_PRINCIPAL'],
  [unregisteredOrganisation, 'ORG_NOT_ACTIVE', 'AWAITING_ADMISSION'],
] as const;

for (const [check, code, otherCode] of REFUSED_CALLERS) {
  const refused = answer('GET /orders', { status: 403, code });

  judgesOf(check, (answered: Sample) => [refused, answered], [
    ['refused', refused, ['pass', 'pass']],
    ['GET /me served (A5)', served, ['pass', 'violated']],
    ['another route served', answer('GET /orders', { status: 200 }), 'violated'],
    ['another code', answer('GET /orders', { status: 403, code: otherCode }), 'violated'],
    ['the body first', malformed, 'violated'],
    ['another status', answer('GET /orders', { status: 401, code }), 'violated'],
  ]);
}

const unverified = answer('POST /orders', { status: 401, code: 'UNAUTHENTICATED' });
const badQuery = answer('GET /orders', { status: 400, code: 'MALFORMED_REQUEST' });
const tooLong = answer('POST /orders', { status: 413, code: 'PAYLOAD_TOO_LARGE' });
const unread = (e: Sample) => ({ unread: [unverified, e] });

judges(nobodyIsAnsweredFirst, { ...unread(unverified), oversize: unverified }, [
  ['who calls first', {}, ['pass', 'pass']],
  ['the length first (A2)', { oversize: tooLong }, ['pass', 'violated']],
  ['the body first', unread(malformed), 'violated'],
  ['the query first', unread(badQuery), 'violated'],
  ['the cursor first', unread(answer('GET /orders', { status: 400, code: 'INVALID_CURSOR' })), 'violated'],
]);

const suspended = answer('GET /orders', { status: 403, code: 'ORG_NOT_ACTIVE' });

judgesOf(refusedCallerIsAnsweredFirst, (answered: Sample) => [suspended, answered], [
  ['who calls first', suspended, 'pass'],
  ['the query first', badQuery, 'violated'],
  ['the body first', malformed, 'violated'],
  ['served', answer('GET /orders', { status: 200 }), 'violated'],
]);

const notPrimed = { status: 503, code: 'NOT_PRIMED', retryable: true, headers: { 'Retry-After': '1' } };
const behind = (came: AnswerOptions) => ({ behind: [answer('GET /orders', notPrimed), answer('GET /me', came)] });
const nobody = (status: number) => ({ nobody: answer('GET /orders', { status, code: 'UNAUTHENTICATED' }) });
const caughtUp = (status: number) => ({ 'caught up': answer('GET /orders', { status }) });

judges(catchingUp, { ...behind(notPrimed), ...nobody(401), ...caughtUp(200) }, [
  ['without Retry-After', behind({ ...notPrimed, headers: {} }), 'violated'],
  ['final', behind({ ...notPrimed, retryable: false }), 'violated'],
  ['another code', behind({ ...notPrimed, code: 'NOT_SERVING' }), 'violated'],
  ['with a time', behind({ ...notPrimed, asOf: 17 }), 'violated'],
  ['served from no state', behind({ status: 200, body: { asOfSeqTsNs: null } }), 'violated'],
  ['answered before who calls', nobody(503), 'violated'],
  ['never caught up', caughtUp(503), 'violated'],
]);
