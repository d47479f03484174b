/** ETags of versioned rows: each row has one, and it changes with the row. */

import { REGISTER } from '../../contract/register.ts';
import type { Actor } from '../../member/actor.ts';
import { at, type Exchange, isOk, json, rows } from '../../member/exchange/exchange.ts';
import { isAtOrAfter, readAfter } from '../../member/exchange/read-after.ts';
import { etagOf, isStrong } from '../../member/exchange/row-version.ts';
import { sameBody } from '../../member/exchange/same-answer.ts';
import type { Fixtures } from '../../member/profile/profile.ts';
import { check } from '../../runner/check.ts';
import type { History } from '../../runner/history.ts';
import {
  anyShownOf,
  eachOf,
  inconclusive,
  type Judgement,
  notExercised,
  pass,
  violated,
} from '../../runner/judgement.ts';
import { ASSET_POLICIES, ended, proposed } from '../../scenes/policy-families.ts';
import { ownPortfolio, renamed } from './own-portfolio.ts';

interface Hand {
  readonly admin: Actor;
  readonly fixtures: Fixtures & { readonly asset: { readonly id: number } };
  elapse(ms: number): Promise<void>;
}

/**
 * Restates a policy of the suite's own and then withdraws it. Labels: `proposed`, `restated`, `moved` (the arm); the
 * reads `row 1` to `row 3` before, between and after them.
 */
async function driveMovedPolicy({ admin, fixtures, elapse }: Hand): Promise<void> {
  const terms = (maxTicketAmount: string) => ({ assetId: fixtures.asset.id, maxTicketAmount });
  const path = await proposed(admin, ASSET_POLICIES, terms('7500000'), { label: 'proposed' });
  if (path === undefined) return;
  await admin.get(path, { label: 'row 1' });
  const restated = await admin.put(path, terms('7600000'), { label: 'restated' });
  const second = await readAfter(admin, restated, path, { elapse, label: 'row 2' });
  const moved = await admin.post(`${path}/withdraw`, {}, { ifMatch: etagOf(second), label: 'moved' });
  await readAfter(admin, moved, path, { elapse, label: 'row 3' });
  await ended(admin, path);
}

export const versionedRowsCarryEtag = check({
  id: 'match/versioned-rows-carry-etag',
  proves: ['MATCH-01'],
  title: 'versioned rows carry a strong ETag on the single-row read',
  needs: ['admin'],

  // On a deployed member one versioned row is enough.
  async drive({ admin, target }) {
    for (const { path, id } of REGISTER) {
      const key = rows(await admin.get(path))[0]?.[id];
      const row = typeof key === 'number' ? await admin.get(`${path}/${key}`, { label: 'row' }) : undefined;
      if (row !== undefined && isStrong(etagOf(row)) && !target.strict) return;
    }
  },

  judge(history) {
    const read = history.labelled('row').filter(isOk);
    const last = read.at(-1);
    if (last === undefined) return inconclusive('no register row was served');
    if (history.target.strict) {
      return eachOf(read, (e) =>
        etagOf(e) === `"${String(at(e, 'version'))}"` ? pass : violated("ETag, the row's version in quotes", e),
      );
    }
    // Which collections have versions is not shown, only that some have. A weak ETag is of the answer's bytes: web
    // servers add one to whatever has none.
    return read.some((e) => isStrong(etagOf(e)))
      ? pass
      : violated('a strong ETag on versioned rows of the register', last);
  },
});

/** The read before, the write, the read after it: labels. */
const STEPS = [
  ['portfolio 1', 'portfolio restated', 'portfolio 2'],
  ['row 1', 'restated', 'row 2'],
  ['row 2', 'moved', 'row 3'],
] as const;

/** Two states of one row have two validators. A write that leaves the row as it was shows nothing. */
function moves(history: History, [before, write, after]: (typeof STEPS)[number]): Judgement {
  const [former, latter] = [before, after].map((label) => history.labelled(label).at(-1));
  const written = history.maybe(write);
  if (former === undefined || written === undefined || latter === undefined)
    return notExercised(`the member took no row to be ${write}`);
  return movesBetween(former, written, latter);
}

function movesBetween(former: Exchange, write: Exchange, latter: Exchange): Judgement {
  const { method, path } = write.request;
  if (![former, write, latter].every(isOk)) return notExercised(`${method} ${path} was not taken`);
  if (etagOf(former) === undefined) return inconclusive('the row carries no ETag (MATCH-01 says so)');
  if (!isAtOrAfter(latter, write)) return inconclusive('the member that was read had not applied the write yet');
  if (sameBody(json(former), json(latter))) return notExercised(`the row reads as before ${method} ${path}`);
  return etagOf(former) === etagOf(latter)
    ? violated('another ETag: the row is another since the write', former, write, latter)
    : pass;
}

export const etagMovesWithItsRow = check({
  id: 'match/etag-moves-with-its-row',
  proves: ['MATCH-01'],
  title: 'the ETag of a row changes with every write that changes the row, arms included',
  needs: ['admin', 'asset', 'writes'],
  cases: { of: 'rows', names: () => ['a portfolio', 'a policy'] },

  async drive(scene) {
    const { admin, elapse, takes } = scene;
    const own = takes('a portfolio') ? await ownPortfolio(admin, 'touchstone-moved') : undefined;
    if (own !== undefined) {
      await admin.get(own.path, { label: 'portfolio 1' });
      const restated = await admin.put(own.path, renamed(own, 'on'), { label: 'portfolio restated' });
      await readAfter(admin, restated, own.path, { elapse, label: 'portfolio 2' });
      await admin.put(own.path, own.body);
    }
    if (takes('a policy')) await driveMovedPolicy(scene);
  },

  // One row that moved is an instance; the others need not be served under the assumed bodies.
  judge: (history) => anyShownOf(STEPS.map((step) => moves(history, step))),
});
