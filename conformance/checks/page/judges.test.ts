import { judges, judgesOf } from '../../testing/judges.ts';
import type { AnswerOptions, Sample } from '../../testing/sample-history.ts';
import { answer, noted } from '../../testing/sample-history.ts';
import {
  cursorOfAnotherCollection,
  cursorOfAnotherFilter,
  cursorOfAnotherOrganisation,
  cursorOfAnotherView,
} from './cursors.check.ts';
import { queries } from './queries.check.ts';

const SERVED = { status: 200, position: 7 };
const MALFORMED = { status: 400, code: 'MALFORMED_REQUEST' };
const INVALID_CURSOR = { status: 400, code: 'INVALID_CURSOR' };
const FAILURE = { status: 500, code: 'INTERNAL_ERROR' };

const sent = (came: AnswerOptions, line = 'GET /orders'): Sample => answer(line, came);
const rowsOf = (ids: readonly (number | string)[]) => ids.map((id) => ({ orderId: `${id}`, executionId: `${id}` }));
const blank = (count: number) => Array.from({ length: count }, () => ({}));

/** A page of orders or of executions; over: other members of its body. */
const pageOf = (ids: readonly (number | string)[], over: object = {}, position = 7): Sample =>
  sent({ status: 200, position, body: { items: rowsOf(ids), nextCursor: null, prevCursor: null, ...over } });
const page = (...ids: readonly (number | string)[]): Sample => pageOf(ids, { nextCursor: 'c' });
const lastPage = (...ids: readonly (number | string)[]): Sample => pageOf(ids);

const limited = (limit: number, items: readonly object[], nextCursor: string | null = 'c'): Sample =>
  sent({ status: 200, body: { items, nextCursor } }, `GET /orders?limit=${limit}&cursor=c`);
const refused = (limit: number, came: AnswerOptions = MALFORMED): Sample => sent(came, `GET /orders?limit=${limit}`);

const ENVELOPE = { globalSequence: '7', asOfSeqTsNs: '9', items: [], nextCursor: null, prevCursor: 'c', total: null };

judgesOf(queries.envelope, (body: unknown) => ({ page: sent({ status: 200, body }) }), [
  ['a count', { ...ENVELOPE, total: 0 }, 'pass'],
  ['no time yet', { ...ENVELOPE, asOfSeqTsNs: null }, 'pass'],
]);

judgesOf(queries['limit-bounds-a-page'], (last: Sample) => ({ page: [limited(1, blank(1)), last] }), [
  ['a full page: no larger limit is clamped', limited(2, blank(2)), 'not-exercised'],
  ['fewer rows: no larger limit is clamped', limited(101, blank(7), null), 'not-exercised'],
  ['a clamped page', limited(1_000_000_000, blank(100)), 'pass'],
]);

judges(queries['other-include-is-refused'], { refused: sent(MALFORMED), plain: limited(1, blank(1)) }, [
  ['refused, as any page is', { plain: sent(MALFORMED) }, 'not-exercised'],
  ['served', { refused: sent(SERVED) }, ['pass', 'violated']],
  ['a failure', { refused: sent(FAILURE) }, 'violated'],
]);

// biome-ignore format: an aligned table
judges(
  'page/larger-limit-is-clamped',
  { 'after a hundred': limited(1, blank(1), null), page: [limited(101, blank(100))] },
  [
    ['a limit refused',                              { page: [limited(101, blank(100)), refused(1_000_000_000)] },                    'violated'],
    ['with fewer rows than that nothing is clamped', { 'after a hundred': limited(1, [], null), page: limited(101, blank(7), null) }, 'inconclusive'],
  ],
);

const ALL = pageOf([3, 2, 1]);
const A_HUNDRED_OF_MORE = pageOf([3, 2], { nextCursor: 'c' });

judgesOf(
  'page/without-limit-is-one-page',
  (hundred: Sample, whole: Sample, ...after: Sample[]) => ({
    'hundred of /orders': ALL,
    'whole /orders': ALL,
    'hundred of /executions': hundred,
    'whole /executions': whole,
    'after a hundred of /executions': after.length === 0 ? pageOf([]) : after,
  }),
  [
    ['all rows', ALL, ALL, 'pass'],
    ['a row more by now', ALL, pageOf([4, 3, 2, 1]), 'pass'],
    ['more than a hundred', A_HUNDRED_OF_MORE, ALL, 'pass'],
    ['a refusal', ALL, sent({ ...MALFORMED, position: 8 }), 'violated'],
    ['a member further behind', ALL, pageOf([3], {}, 6), 'inconclusive'],
    ['a cursor that leads to nothing', A_HUNDRED_OF_MORE, pageOf([3, 2]), 'pass'],
  ],
);

const following = (limit: number, ...ids: readonly number[]): Sample => limited(limit, rowsOf(ids));
const OF_ORDERS = {
  'first /orders': following(2, 9, 8),
  'fewer /orders': following(1, 7),
  'more /orders': following(3, 7, 6, 5),
};
const otherwise = (fewer: Sample, more: Sample) => ({ 'fewer /executions': fewer, 'more /executions': more });

judges(
  'page/cursor-with-another-limit',
  { ...OF_ORDERS, 'first /executions': following(2, 9, 8), ...otherwise(following(1, 7), following(3, 7, 6, 5)) },
  [['the last of them', otherwise(following(1, 7), following(3, 7)), 'pass']],
);

for (const check of [
  cursorOfAnotherCollection,
  cursorOfAnotherFilter,
  cursorOfAnotherOrganisation,
  cursorOfAnotherView,
]) {
  judges(check, { own: sent(SERVED), other: sent(INVALID_CURSOR) }, [
    ['a cursor that is good for nothing', { own: sent(INVALID_CURSOR) }, 'inconclusive'],
  ]);
}

judges('page/mutated-cursor', { mutated: sent(INVALID_CURSOR) }, [
  ['a page', { mutated: sent({ status: 200, body: { items: [] } }) }, ['pass', 'violated']],
  ['a success that is no page', { mutated: sent({ status: 200, body: {} }) }, 'violated'],
]);

const few = (...pages: readonly Sample[]) => ({ 'few of /executions': pages });
const LONG = { 'hundred of /executions': page(9, 8, 7, 6), ...few(page(9, 8), page(7, 6)) };
const longAnd = (...pages: readonly Sample[]) => ({ ...LONG, 'rest of /executions': pages });

judges(
  'page/walk-at-rest',
  {
    'hundred of /orders': lastPage(5, 4, 3, 2, 1),
    'few of /orders': [page(5, 4), page(3, 2), lastPage(1)],
    'hundred of /executions': lastPage(5, 4, 3, 2, 1),
    ...few(page(5, 4), page(3, 2), lastPage(1)),
  },
  [
    ['one empty page at the end', few(page(5, 4), page(3, 2, 1), lastPage()), 'pass'],
    ['a newer row', few(page(6, 5), page(4, 3), lastPage(2, 1)), 'pass'],
    ['a hundred and the rest', longAnd(lastPage(5)), 'pass'],
    ['one row alone', { 'hundred of /executions': lastPage(1), ...few(lastPage(1)) }, 'inconclusive'],
  ],
);

const walked = (...pages: readonly Sample[]) => ({ 'walk /executions': pages });

judges(
  'page/walk-under-writes',
  {
    'before /orders': page(5, 4, 3, 2),
    'walk /orders': [page(5, 4), lastPage(3, 2)],
    'before /executions': page(5, 4, 3, 2),
    ...walked(page(5, 4), lastPage(3, 2)),
    // One during each walk.
    written: [5, 11].map((sentAtMs) => answer('POST /orders', { status: 201, sentAtMs, answeredAtMs: sentAtMs + 1 })),
  },
  [
    ['nothing is written meanwhile', { written: [] }, 'not-exercised'],
    ['newer rows before those that stood', walked(page(7, 6, 5), page(4, 3), lastPage(2)), 'pass'],
    ['a walk that is not over', walked(page(5, 4), page(3)), 'pass'],
    ['one row alone', { 'before /executions': lastPage(5), ...walked(lastPage(5)) }, 'inconclusive'],
    ['where nothing is traded for it, orders alone', { 'before /executions': [], ...walked() }, 'pass'],
  ],
);

judges(
  'page/walk-over-a-new-process',
  { standing: page(8, 7, 6, 5, 4), before: page(8, 7), after: [page(6, 5), lastPage(4, 3)] },
  [
    ['a cursor that is forgotten', { after: sent(INVALID_CURSOR) }, ['pass', 'violated']],
    ['no cursor to continue with', { after: [] }, 'inconclusive'],
    ['too few rows', { standing: lastPage(8, 7), before: lastPage(8, 7), after: [] }, 'inconclusive'],
  ],
);

const FORTH = [page(6, 5), page(4, 3), page(2, 1)];
const BACK = [page(4, 3), page(6, 5)];
const back = (...pages: readonly Sample[]) => ({ 'back /executions': pages });

judges(
  'page/walk-back',
  { 'forth /orders': FORTH, 'back /orders': BACK, 'forth /executions': FORTH, 'back /executions': BACK },
  [
    ['a refusal', back(sent(INVALID_CURSOR)), 'violated'],
    ['no way back from the second page', back(page(4, 3)), 'violated'],
    ['no way back at all', back(), 'violated'],
    ['two pages alone', { 'forth /executions': FORTH.slice(0, 2), ...back(page(6, 5)) }, 'inconclusive'],
  ],
);

const NEWEST = page('3000', '2000', '1000');
const listed = (...ids: readonly string[]) => ({ '/executions': [NEWEST, page(...ids)] });

judges('page/newest-first', { '/orders': NEWEST, ...listed('3', '2', '1') }, [
  ['descending by value, not by letters', listed('10', '9'), 'pass'],
  ['one row is in every order', { '/executions': page('1') }, 'inconclusive'],
]);

const counted = (total: unknown, count = 1, position = 7): Sample =>
  sent({ status: 200, position, body: { items: blank(count), total } });
const [WHOLE, COUNTED, PLAIN] = [counted(3, 3), [counted(3), counted(3)], [counted(null), counted(null)]];
const countedAs = (...pages: readonly Sample[]) => ({ 'counted /executions': pages });

judges(
  'page/total-counts-the-rows',
  {
    'whole /orders': WHOLE,
    'counted /orders': COUNTED,
    'plain /orders': PLAIN,
    'whole /executions': WHOLE,
    'counted /executions': COUNTED,
    'plain /executions': PLAIN,
  },
  [
    ['a count that grew', countedAs(counted(3), counted(4, 1, 8)), 'pass'],
    ['a count from before', countedAs(counted(2, 1, 6), counted(3)), 'pass'],
    ['a single page', countedAs(counted(3)), 'inconclusive'],
  ],
);

const FILTER = '/users?status=ACTIVE';
const filtered = (count: number, total: unknown, over: { position?: number; next?: string; status?: number } = {}) => {
  const { position = 9, next = null, status = 200 } = over;
  return sent({ status, position, body: { items: blank(count), total, nextCursor: next } }, 'GET /users');
};

judgesOf(
  'page/total-counts-what-is-filtered',
  (...pages: Sample[]) => ({ filters: noted([FILTER]), [FILTER]: pages }),
  [
    ['the rows of the walk', filtered(2, 3, { next: 'c' }), filtered(1, 3), 'pass'],
    ['one page', filtered(1, 1), 'pass'],
    ['a walk that was left', filtered(2, 30, { next: 'c' }), 'pass'],
    ['no total', filtered(2, null), 'violated'],
    ['of two states', filtered(2, 3, { next: 'c' }), filtered(2, 4, { position: 10 }), 'inconclusive'],
    ['a filter that is not taken', filtered(0, null, { status: 400 }), 'inconclusive'],
  ],
);
