/** What collections answer to `limit`, `include` and `cursor`: the bounds of a page, and the refusals of their values. */
import { type Exchange, rows } from '../../member/exchange/exchange.ts';
import { isPageEnvelope } from '../../rules/page-envelope.ts';
import { besideServed, lacksItsSurface } from '../../rules/refusal-rules.ts';
import { check, checks } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import type { History } from '../../runner/history.ts';
import {
  allOf,
  eachShown,
  inconclusive,
  type Judgement,
  notExercised,
  pass,
  unseen,
  violated,
} from '../../runner/judgement.ts';
import { nextCursor } from '../../scenes/collection.ts';
import { collectionsOf, pathsFor, rowsOf } from '../../scenes/collection-cases.ts';
import { rowKeyOf } from '../../scenes/paged.ts';

const LARGEST_PAGE = 100;

/** The `limit` that the request states. */
function limitOf(e: Exchange): number {
  return Number(new URLSearchParams(e.request.path.split('?')[1]).get('limit'));
}

/** Served, with at most `limit` rows, and at most a hundred. */
function isBounded(e: Exchange): Judgement {
  const most = Math.min(limitOf(e), LARGEST_PAGE);
  const served = expects(e, { status: 200 });
  if (served.verdict !== 'pass') return served;
  if (rows(e).length > most) return violated(`at most ${most} rows on the page`, e);
  return rows(e).length === most || nextCursor(e) !== undefined ? pass : unseen;
}

/** That a larger limit is clamped shows only where there are more rows; where a world is made for it, the next check shows it. */
function isClampShown(pages: readonly Exchange[], { target }: History): Judgement {
  const isClamped = pages.some((page) => limitOf(page) > LARGEST_PAGE && nextCursor(page) !== undefined);
  if (isClamped || target.controlled === true) return unseen;
  return notExercised(
    `no collection that trader read has more than ${LARGEST_PAGE} rows, so that a larger limit is clamped did not show: use a trader of an organisation with more orders`,
  );
}

/** Values are refused for what they are only where pages are served without them. */
const isServedWithout: Query['isShown'] = (_, history) => {
  const judged = besideServed(pass, history.labelled('plain'), 'a page without such a value');
  return judged === pass ? unseen : judged;
};

interface Query {
  readonly proves: 'PAGE-01' | 'PAGE-03' | 'PAGE-04' | 'PAGE-06' | 'PAGE-09';
  readonly title: string;
  readonly label: string;
  /** Each is a case of every collection. */
  readonly queries: readonly Readonly<Record<string, string | number>>[];
  /** @param strict the sandbox's own member answered. */
  readonly isAnswered: (e: Exchange, strict: boolean) => Judgement;
  /** The names of the cases that show the clause; absent: all. */
  readonly showing?: RegExp;
  /** true: it is sent at the end of a run, when there are most rows. */
  readonly isLast?: boolean;
  /** What all answers together must show; absent: nothing more. */
  readonly isShown?: (answers: readonly Exchange[], history: History) => Judgement;
}

const ROWS = {
  envelope: {
    proves: 'PAGE-01',
    title:
      'every collection answers the page envelope: globalSequence, asOfSeqTsNs, items, nextCursor, prevCursor, total',
    label: 'page',
    queries: [{ limit: 1 }, { limit: 1, include: 'total' }],
    isAnswered: isPageEnvelope,
  },
  'limit-bounds-a-page': {
    proves: 'PAGE-03',
    title: 'limit takes 1 to 100, and a larger one is taken too',
    label: 'page',
    // That a page is bounded shows only of a larger limit.
    queries: [101, 1_000_000_000, 100, 99, 2, 1].map((limit) => ({ limit })),
    // Of collections that a trader adds to.
    showing: /^\/(?:orders|executions)\?limit=(?:101|1000000000)$/,
    isLast: true,
    isAnswered: isBounded,
    isShown: isClampShown,
  },
  'limit-below-one-is-refused': {
    proves: 'PAGE-04',
    title: 'limit of 0, negative or not an integer is refused 400 MALFORMED_REQUEST',
    label: 'refused',
    queries: ['0', '-1', 'abc', '1.5'].map((limit) => ({ limit })),
    isAnswered: (e) => expects(e, { status: 400, code: 'MALFORMED_REQUEST' }),
    isShown: isServedWithout,
  },
  'other-include-is-refused': {
    proves: 'PAGE-06',
    title: 'any include value but total is refused 400 MALFORMED_REQUEST',
    label: 'refused',
    queries: ['totals', 'Total', 'items'].map((include) => ({ include, limit: 1 })),
    // A deployed member may answer either way (decision A60).
    isAnswered: (e, strict) => expects(e, strict ? { status: 400, code: 'MALFORMED_REQUEST' } : { status: [200, 400] }),
    isShown: isServedWithout,
  },
  'made-up-cursor': {
    proves: 'PAGE-09',
    title: 'a cursor that does not decode is refused 400 INVALID_CURSOR',
    label: 'made up',
    // Of no alphabet, of base64url, of base64, JSON, and of a length that no cursor has.
    queries: ['not a cursor', '***', 'AAAA', 'bm90LWEtY3Vyc29y', '{}', 'x'.repeat(2000)].map((cursor) => ({
      limit: 1,
      cursor,
    })),
    isAnswered: (e) => expects(e, { status: 400, code: 'INVALID_CURSOR' }),
  },
} satisfies Record<string, Query>;

/** Long enough to tell two queries apart. */
const NAME_LENGTH = 40;

function caseOf(route: string, query: Query['queries'][number]): string {
  const text = Object.entries(query).map(([name, value]) => `${name}=${value}`);
  return `${route}?${text.join('&').slice(0, NAME_LENGTH)}`;
}

/** Every collection is sent the same queries; each answer is judged by itself. */
export const queries = checks('page', ROWS, (row: Query) => ({
  needs: ['trader'],
  cases: {
    of: 'queries of collections',
    names: (reach) => row.queries.flatMap((query) => collectionsOf(reach).map((route) => caseOf(route, query))),
    ...(row.showing && { shows: (name) => (row.showing?.test(name) ? [row.proves] : []) }),
  },

  async drive({ trader, target, takes, othersDone }) {
    if (row.isLast === true) await othersDone();
    const pathTo = pathsFor(trader);
    for (const route of collectionsOf({ target })) {
      const taken = row.queries.filter((query) => takes(caseOf(route, query)));
      const path = taken.length > 0 ? await pathTo(route) : undefined;
      if (path === undefined) continue;
      const asked = taken.map((query) => ({ query, label: row.label }));
      const plain = row.isShown === isServedWithout ? [{ query: { limit: 1 }, label: 'plain' }] : [];
      for (const options of [...plain, ...asked]) if (lacksItsSurface(await trader.get(path, options))) break;
    }
  },

  judge(history) {
    const answers = history.labelled(row.label).filter((e) => !lacksItsSurface(e));
    return allOf(
      eachShown(
        answers,
        (e) => row.isAnswered(e, history.target.strict),
        'the target lacks the collections that were read',
      ),
      row.isShown?.(answers, history) ?? unseen,
    );
  },
}));

const AT_ONCE = 20;

export const largerLimitIsClamped = check({
  id: 'page/larger-limit-is-clamped',
  proves: ['PAGE-03'],
  title: 'a limit over 100 is clamped to 100: a page of more rows than that does not exist',
  // Up to 101 orders are made, so only where a world is made for it.
  needs: ['trader', 'account', 'instrument', 'writes', 'control'],
  opens: LARGEST_PAGE + 1,

  async drive({ trader, order, elapse }) {
    const page = await trader.get('/orders', { query: { limit: LARGEST_PAGE } });
    let missing = nextCursor(page) === undefined ? LARGEST_PAGE + 1 - rows(page).length : 0;
    for (; missing > 0; missing -= AT_ONCE) {
      // Orders without a price of their own trade at once and need no cancelling.
      const some = Array.from({ length: Math.min(missing, AT_ONCE) }, () => trader.submit(order({ price: undefined })));
      await Promise.all(some);
    }
    await elapse(500);
    const cursor = nextCursor(await trader.get('/orders', { query: { limit: LARGEST_PAGE } }));
    if (cursor !== undefined) await trader.get('/orders', { query: { limit: 1, cursor }, label: 'after a hundred' });
    await trader.get('/orders', { query: { limit: LARGEST_PAGE + 1 }, label: 'page' });
    await trader.get('/orders', { query: { limit: 1_000_000_000 }, label: 'page' });
  },

  judge(history) {
    const pages = history.labelled('page');
    const after = history.maybe('after a hundred');
    if (after === undefined || rows(after).length === 0) {
      return inconclusive('there are no more than a hundred orders');
    }
    return allOf(
      pages.map(isBounded),
      pages.map((page) =>
        rows(page).length < LARGEST_PAGE
          ? violated(`a page of ${LARGEST_PAGE} rows: there are more`, after, page)
          : pass,
      ),
      pages.map((page) =>
        nextCursor(page) === undefined ? violated('a nextCursor: more rows than the page holds', page) : pass,
      ),
    );
  },
});

/** Other limits, by that of the page which gave the cursor. */
const OTHER_LIMITS = { 2: [1, 3], 1: [2, 3] } as const;

/** What follows a page is the same rows whatever the limit: the shorter answer begins the longer one. */
function followsThePage(history: History, path: string): Judgement {
  const first = history.one(`first ${path}`);
  const [fewer, more] = [history.one(`fewer ${path}`), history.one(`more ${path}`)];
  const keysOf = (page: Exchange) => rows(page).map(rowKeyOf(path));
  const before = new Set(keysOf(first));
  const bounded = allOf(isBounded(fewer), isBounded(more));
  if (bounded.verdict !== 'pass') return bounded;
  return allOf(
    keysOf(fewer)[0] === keysOf(more)[0] ? pass : violated('the same next row', fewer, more),
    keysOf(more).some((key) => before.has(key)) ? violated('rows that follow the page', first, more) : pass,
  );
}

export const cursorWithAnotherLimit = check({
  id: 'page/cursor-with-another-limit',
  proves: ['PAGE-16'],
  title: 'a cursor may be sent with another limit than its page had',
  needs: ['trader', 'account', 'instrument', 'writes'],

  cases: { of: 'collections', names: collectionsOf },

  async drive(scene) {
    const { trader, target, takes } = scene;
    const pathTo = pathsFor(trader);
    for (const route of collectionsOf({ target }).filter(takes)) {
      await rowsOf(scene, route, 5);
      const path = await pathTo(route);
      if (path === undefined) continue;
      // Of two rows, one is a page.
      for (const limit of [2, 1] as const) {
        const cursor = nextCursor(await trader.get(path, { query: { limit } }));
        if (cursor === undefined) continue;
        const [fewer, more] = OTHER_LIMITS[limit];
        await trader.get(path, { query: { limit }, label: `first ${path}` });
        await trader.get(path, { query: { limit: fewer, cursor }, label: `fewer ${path}` });
        await trader.get(path, { query: { limit: more, cursor }, label: `more ${path}` });
        break;
      }
    }
  },

  judge(history) {
    const paths = history.exchanges.flatMap(({ label }) => /^fewer (.*)$/.exec(label ?? '')?.[1] ?? []);
    return eachShown(paths, (path) => followsThePage(history, path), 'no collection that was read has a second page');
  },
});
