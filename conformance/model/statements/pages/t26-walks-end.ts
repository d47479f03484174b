import { rows } from '../../../member/exchange/exchange.ts';
import type { Judgement, Violated } from '../../../runner/judgement.ts';
import { allOf, pass, violated } from '../../../runner/judgement.ts';
import { alongWalks } from '../../along-walks.ts';
import type { Chronicle } from '../../chronicle.ts';
import type { Statement } from '../../statement.ts';
import type { WalkedPage } from '../../walked-pages.ts';
import { walkedPages } from '../../walked-pages.ts';

/** The forward walk to a page. */
interface Walk {
  readonly pages: number;
  readonly rows: number;
  /** undefined: not all of its pages have the same. */
  readonly limit: number | undefined;
  /** The first row that it serves twice, and the first position that goes back: each longer walk shows them, too. */
  readonly twice: Violated | undefined;
  readonly back: Violated | undefined;
}

function walksOf(pages: readonly WalkedPage[]): ReadonlyMap<WalkedPage, Walk> {
  const walks = new Map<WalkedPage, Walk>();
  // The rows of the walk in hand.
  const servedBy = new Map<string, WalkedPage>();
  alongWalks(
    pages,
    (page) => {
      const from = page.came === 'first' ? undefined : page.came?.from;
      const before = from && walks.get(from);
      const twice = servedTwice(page, servedBy);
      walks.set(page, {
        pages: (before?.pages ?? 0) + 1,
        // All of them: a row whose key cannot be read is a row.
        rows: (before?.rows ?? 0) + rows(page.exchange).length,
        limit: before === undefined || before.limit === page.limit ? page.limit : undefined,
        twice: before?.twice ?? twice,
        back: before?.back ?? (from && wentBack(from, page)),
      });
    },
    (page) => {
      for (const { key } of page.rows) if (servedBy.get(key) === page) servedBy.delete(key);
    },
  );
  return walks;
}

function servedTwice(page: WalkedPage, servedBy: Map<string, WalkedPage>): Violated | undefined {
  let twice: Violated | undefined;
  for (const { key } of page.rows) {
    const before = servedBy.get(key);
    if (before === undefined) servedBy.set(key, page);
    else twice ??= violated(`${key} of ${page.family.name} once in the walk`, before.exchange, page.exchange);
  }
  return twice;
}

function wentBack(before: WalkedPage, after: WalkedPage): Violated | undefined {
  if (before.position === undefined || after.position === undefined || after.position >= before.position) {
    return undefined;
  }
  return violated(`a position of ${before.position} or later`, before.exchange, after.exchange);
}

/** A walk may outlast its rows by at most what the writes of the history can have added between its pages. */
function judgeLength({ exchange }: WalkedPage, { pages, rows, limit }: Walk, { attempts }: Chronicle): Judgement {
  if (limit === undefined || pages < 2) return pass;
  const most = Math.ceil(rows / limit) + attempts.length + 1;
  return pages <= most ? pass : violated(`the end of the walk after ${most} pages: they held ${rows} rows`, exchange);
}

/** T26. A walk serves no row twice, its positions never decrease, and it ends when its rows do. */
export const walksEnd: Statement = {
  id: 'T26',
  says: 'a walk serves no row twice, goes on in time, and ends when its rows do',
  shows: ['PAGE-07', 'POS-07'],
  judge(chronicle) {
    const pages = walkedPages(chronicle);
    const walks = walksOf(pages);
    return allOf(
      pages.map((page) => {
        const walk = walks.get(page);
        if (walk === undefined) return pass;
        return allOf(
          walk.twice ?? pass,
          judgeLength(page, walk, chronicle),
          // Another member may lag (decision A42).
          (chronicle.target.singleMember ? walk.back : undefined) ?? pass,
        );
      }),
    );
  },
};
