import type { Judgement } from '../../../runner/judgement.ts';
import { allOf, pass, violated } from '../../../runner/judgement.ts';
import type { Chronicle } from '../../chronicle.ts';
import type { Statement } from '../../statement.ts';
import type { WalkedPage } from '../../walked-pages.ts';
import { walkedPages, walkTo } from '../../walked-pages.ts';

function judgeKeys(walk: readonly WalkedPage[]): Judgement {
  const servedBy = new Map<string, WalkedPage>();
  for (const page of walk) {
    for (const { key } of page.rows) {
      const before = servedBy.get(key);
      if (before !== undefined) {
        return violated(`${key} of ${page.family.name} once in the walk`, before.exchange, page.exchange);
      }
      servedBy.set(key, page);
    }
  }
  return pass;
}

/** A walk may outlast its rows by at most what the writes of the history can have added between its pages. */
function judgeLength(walk: readonly WalkedPage[], { attempts }: Chronicle): Judgement {
  const [first, last] = [walk[0], walk.at(-1)];
  if (first?.limit === undefined || last === undefined || walk.some(({ limit }) => limit !== first.limit)) return pass;
  const rows = walk.reduce((sum, page) => sum + page.rows.length, 0);
  const most = Math.ceil(rows / first.limit) + attempts.length + 1;
  if (walk.length <= most) return pass;
  return violated(`the end of the walk after ${most} pages: they held ${rows} rows`, last.exchange);
}

/** Another member may lag (decision A42). */
function judgePositions(walk: readonly WalkedPage[]): Judgement {
  for (const [i, after] of walk.entries()) {
    const before = walk[i - 1];
    if (before?.position === undefined || after.position === undefined || after.position >= before.position) continue;
    return violated(`a position of ${before.position} or later`, before.exchange, after.exchange);
  }
  return pass;
}

/** T26. A walk serves no row twice, its positions never decrease, and it ends when its rows do. */
export const walksEnd: Statement = {
  id: 'T26',
  says: 'a walk serves no row twice, goes on in time, and ends when its rows do',
  shows: ['PAGE-07', 'POS-07'],
  judge: (chronicle) =>
    allOf(
      walkedPages(chronicle).map((page) => {
        const walk = walkTo(page);
        if (walk === undefined || walk.length < 2) return walk === undefined ? pass : judgeKeys(walk);
        return allOf(
          judgeKeys(walk),
          judgeLength(walk, chronicle),
          chronicle.target.singleMember ? judgePositions(walk) : pass,
        );
      }),
    ),
};
