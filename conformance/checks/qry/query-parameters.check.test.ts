import { judges, judgesOf } from '../../testing/judges.ts';
import type { AnswerOptions } from '../../testing/sample-history.ts';
import { answer } from '../../testing/sample-history.ts';
import { parametersOfAlgos, parametersOfBalances } from './query-parameters.check.ts';

const MALFORMED = { status: 400, code: 'MALFORMED_REQUEST' };
const NOT_FOUND = { status: 404, code: 'NOT_FOUND' };
const SERVED = { status: 200, position: 7, asOf: 7 };
const read = (of: AnswerOptions) => answer('GET /orders', of);
const [served, malformed, notFound] = [read(SERVED), read(MALFORMED), read(NOT_FOUND)];

judges('qry/single-row-takes-view-alone', { bare: served, view: served, refused: malformed }, [
  ['a view that is refused', { view: malformed }, 'violated'],
  ['no row', { bare: notFound }, 'not-exercised'],
]);

const unknown = read({ status: 404, code: 'UNKNOWN_OPERATION' });

judges('qry/unknown-parameter-is-refused', { refused: malformed, plain: served }, [
  ['refused, as any page is', { plain: malformed }, 'not-exercised'],
]);

judges(
  'qry/no-parameter-on-me-and-operations',
  { me: [malformed, malformed], plain: served, bare: served, operation: malformed },
  [['a key that is not held', { bare: unknown, operation: unknown }, 'pass']],
);

const register = { latest: served, 'approved page': served, 'approved row': served, other: [malformed, malformed] };

judges('qry/views-of-the-register', register, [
  ['nothing approved yet', { 'approved row': notFound }, 'pass'],
  ['another is refused under another code', { other: read({ status: 400, code: 'X' }) }, ['pass', 'violated']],
]);

judgesOf(
  'qry/approved-view-is-refused',
  (last: AnswerOptions) => ({ approved: [malformed, read(last)], page: served }),
  [
    ['refused', MALFORMED, 'pass'],
    ['served as the latest', SERVED, 'violated'],
  ],
);

for (const check of [parametersOfBalances, parametersOfAlgos]) {
  judges(check, { latest: served, refused: [malformed, malformed] }, []);
}

const users = (query: string, statuses: readonly (string | undefined)[], position = 7) =>
  answer(`GET /users${query}`, { status: 200, position, body: { items: statuses.map((status) => ({ status })) } });
const active = (statuses: readonly string[], position?: number) => users('?status=ACTIVE', statuses, position);
const disabled = users('?status=DISABLED', ['DISABLED']);

judges(
  'qry/status-of-users',
  { all: users('', ['ACTIVE', 'ACTIVE', 'DISABLED']), filtered: [active(['ACTIVE', 'ACTIVE']), disabled] },
  [
    ['ignored', { filtered: [active(['ACTIVE', 'ACTIVE', 'DISABLED']), disabled] }, 'violated'],
    ['one fewer in a later state', { filtered: [active(['ACTIVE'], 8), disabled] }, 'pass'],
    ['all of one status', { all: users('', ['ACTIVE']), filtered: active(['ACTIVE']) }, 'inconclusive'],
    ['no status', { all: users('', [undefined]), filtered: [] }, 'inconclusive'],
  ],
);
