import { judges, judgesOf } from '../../testing/judges.ts';
import type { AnswerOptions } from '../../testing/sample-history.ts';
import { answer } from '../../testing/sample-history.ts';
import {
  approvedViewIsRefused,
  noParameterOnMeAndOperations,
  parametersOfAlgos,
  parametersOfBalances,
  singleRowTakesViewAlone,
  unknownParameterIsRefused,
  viewsOfTheRegister,
} from './query-parameters.check.ts';
import { statusOfUsers } from './users-by-status.check.ts';

const MALFORMED = { status: 400, code: 'MALFORMED_REQUEST' };
const OTHER_CODE = { status: 400, code: 'INVALID_CURSOR' };
const NOT_FOUND = { status: 404, code: 'NOT_FOUND' };
const SERVED = { status: 200, position: 7, asOf: 7 };
const read = (of: AnswerOptions) => answer('GET /orders', of);
const [served, malformed, notFound] = [read(SERVED), read(MALFORMED), read(NOT_FOUND)];

judgesOf(unknownParameterIsRefused, (last: AnswerOptions) => ({ refused: [malformed, read(last)], plain: served }), [
  ['refused', MALFORMED, 'pass'],
  ['served', SERVED, 'violated'],
  ['refused under another code', OTHER_CODE, 'violated'],
  ['refused with another status', { ...MALFORMED, status: 422 }, 'violated'],
  ['looked up first', NOT_FOUND, 'violated'],
]);

judges(singleRowTakesViewAlone, { bare: served, view: served, refused: malformed }, [
  ['view alone', {}, 'pass'],
  ['a view that is refused', { view: malformed }, 'violated'],
  ['another parameter that is served', { refused: served }, 'violated'],
  ['another parameter under another code', { refused: read(OTHER_CODE) }, 'violated'],
  ['no row', { bare: notFound }, 'not-exercised'],
]);

const unknown = read({ status: 404, code: 'UNKNOWN_OPERATION' });

judges(unknownParameterIsRefused, { refused: malformed, plain: served }, [
  ['refused, as any page is', { plain: malformed }, 'not-exercised'],
]);

judges(
  noParameterOnMeAndOperations,
  { me: [malformed, malformed], plain: served, bare: served, operation: malformed },
  [
    ['refused on both', {}, 'pass'],
    ['served to /me', { me: [malformed, served] }, 'violated'],
    ['refused to /me under another code', { me: [malformed, read(OTHER_CODE)] }, 'violated'],
    ['served to an operation', { operation: served }, 'violated'],
    ['looked up first', { operation: unknown }, 'violated'],
    ['a key that is not held', { bare: unknown, operation: unknown }, 'pass'],
  ],
);

const register = { latest: served, 'approved page': served, 'approved row': served, other: [malformed, malformed] };

judges(viewsOfTheRegister, register, [
  ['two views', {}, ['pass', 'pass']],
  ['nothing approved yet', { 'approved row': notFound }, ['pass', 'pass']],
  ['latest is refused', { latest: [served, malformed] }, ['violated', 'violated']],
  ['approved is refused', { 'approved page': malformed }, ['violated', 'violated']],
  ['approved of a row is refused', { 'approved row': malformed }, ['violated', 'violated']],
  ['another is served', { other: [malformed, served] }, ['violated', 'violated']],
  ['another is refused under another code', { other: read({ status: 400, code: 'X' }) }, ['pass', 'violated']],
]);

judgesOf(approvedViewIsRefused, (last: AnswerOptions) => ({ approved: [malformed, read(last)], page: served }), [
  ['refused', MALFORMED, 'pass'],
  ['served as the latest', SERVED, 'violated'],
  ['not found', NOT_FOUND, 'violated'],
]);

for (const check of [parametersOfBalances, parametersOfAlgos]) {
  judges(check, { latest: served, refused: [malformed, malformed] }, [
    ['latest alone', {}, 'pass'],
    ['latest is refused', { latest: malformed }, 'violated'],
    ['approved or status is served', { refused: [malformed, served] }, 'violated'],
    ['not found', { refused: notFound }, 'violated'],
  ]);
}
judges(parametersOfAlgos, { latest: [served, served], refused: malformed }, [
  ['latest of every read', {}, 'pass'],
  ['latest is refused by one read', { latest: [served, malformed] }, 'violated'],
]);

const users = (query: string, statuses: readonly (string | undefined)[], position = 7) =>
  answer(`GET /users${query}`, { status: 200, position, body: { items: statuses.map((status) => ({ status })) } });
const active = (statuses: readonly string[], position?: number) => users('?status=ACTIVE', statuses, position);
const disabled = users('?status=DISABLED', ['DISABLED']);

judges(
  statusOfUsers,
  { all: users('', ['ACTIVE', 'ACTIVE', 'DISABLED']), filtered: [active(['ACTIVE', 'ACTIVE']), disabled] },
  [
    ['each its own', {}, 'pass'],
    ['refused', { filtered: [answer('GET /users?status=ACTIVE', MALFORMED), disabled] }, 'violated'],
    ['ignored', { filtered: [active(['ACTIVE', 'ACTIVE', 'DISABLED']), disabled] }, 'violated'],
    ['one too few', { filtered: [active(['ACTIVE']), disabled] }, 'violated'],
    ['none', { filtered: [active(['ACTIVE', 'ACTIVE']), users('?status=DISABLED', [])] }, 'violated'],
    ['one fewer in a later state', { filtered: [active(['ACTIVE'], 8), disabled] }, 'pass'],
    ['all of one status', { all: users('', ['ACTIVE']), filtered: active(['ACTIVE']) }, 'inconclusive'],
    ['no status', { all: users('', [undefined]), filtered: [] }, 'inconclusive'],
  ],
);
