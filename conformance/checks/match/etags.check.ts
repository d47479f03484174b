/** ETags of versioned rows: on every one of them, another after every change, and binding for an arm too. */
import type { Actor } from '../../client/actor.ts';
import { at, type Exchange, isOk, json, position, rows } from '../../client/exchange.ts';
import type { Fixtures } from '../../client/profile.ts';
import { isAtOrAfter, readAfter } from '../../client/read-after.ts';
import { etagOf, isStrong } from '../../client/row-version.ts';
import { sameBody } from '../../client/same-answer.ts';
import { REGISTER } from '../../contract/register.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import type { History } from '../../runner/history.ts';
import {
  allOf,
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
 * Restates a policy of the suite's own and then withdraws it, and reads it between. Labels: `proposed`, `restated`, `stale` (an arm under the validator of before the restatement, where there is one),
 * `moved` (the arm under the current one); the reads `row 1` to `row 4` before, between and after them.
 */
async function driveMovedPolicy({ admin, fixtures, elapse }: Hand): Promise<void> {
  const terms = (maxTicketAmount: string) => ({ assetId: fixtures.asset.id, maxTicketAmount });
  const path = await proposed(admin, ASSET_POLICIES, terms('7500000'), { label: 'proposed' });
  if (path === undefined) return;
  const first = await admin.get(path, { label: 'row 1' });
  const restated = await admin.put(path, terms('7600000'), { label: 'restated' });
  const second = await readAfter(admin, restated, path, { elapse, label: 'row 2' });
  const [former, current] = [etagOf(first), etagOf(second)];
  if (former !== undefined && current !== undefined && former !== current) {
    const stale = await admin.post(`${path}/withdraw`, {}, { ifMatch: former, label: 'stale' });
    await readAfter(admin, stale, path, { elapse, label: 'row 3' });
  }
  const moved = await admin.post(`${path}/withdraw`, {}, { ifMatch: current, label: 'moved' });
  await readAfter(admin, moved, path, { elapse, label: 'row 4' });
  await ended(admin, path);
}

export const versionedRowsCarryEtag = check({
  id: 'match/versioned-rows-carry-etag',
  proves: ['MATCH-01'],
  title: 'versioned rows carry a strong ETag on the single-row read',
  needs: ['admin'],

  async drive({ admin }) {
    for (const { path, id } of REGISTER) {
      const key = rows(await admin.get(path))[0]?.[id];
      if (typeof key === 'number') await admin.get(`${path}/${key}`, { label: 'row' });
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
    // Which collections have versions is not shown: that none has any is not what the interface shows.
    if (!read.some((e) => etagOf(e) !== undefined)) return violated('ETag on versioned rows of the register', last);
    return eachOf(
      read.filter((e) => etagOf(e) !== undefined),
      (e) => (isStrong(etagOf(e)) ? pass : violated('a strong ETag', e)),
    );
  },
});

/** The read before, the write, the read after it: labels. */
const STEPS = [
  ['portfolio 1', 'portfolio restated', 'portfolio 2'],
  ['row 1', 'restated', 'row 2'],
  ['row 2', 'moved', 'row 4'],
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
  title: 'the ETag of a row is another after every write that changes the row, an arm too',
  needs: ['admin', 'asset', 'writes'],

  async drive(scene) {
    const { admin, elapse } = scene;
    const own = await ownPortfolio(admin, 'touchstone-moved');
    if (own !== undefined) {
      await admin.get(own.path, { label: 'portfolio 1' });
      const restated = await admin.put(own.path, renamed(own, 'on'), { label: 'portfolio restated' });
      await readAfter(admin, restated, own.path, { elapse, label: 'portfolio 2' });
      await admin.put(own.path, own.body);
    }
    await driveMovedPolicy(scene);
  },

  // One row that moved is an instance; the others need not be served under the assumed bodies.
  judge: (history) => anyShownOf(STEPS.map((step) => moves(history, step))),
});

/** A refusal at the door names no position: then a read at the position before it shows the row as well. */
function isUnmoved(current: Exchange, stale: Exchange, after: Exchange): Judgement {
  const from = position(stale) === undefined ? current : stale;
  if (!isOk(after) || !isAtOrAfter(after, from)) return inconclusive('the row was not read after the refusal');
  return sameBody(json(after), json(current)) && etagOf(after) === etagOf(current)
    ? pass
    : violated('the row as it was before the refused arm', current, stale, after);
}

export const staleArm = check({
  id: 'match/stale-arm',
  proves: ['MATCH-04'],
  title: 'an arm of the register under a stale If-Match answers 412 and moves nothing',
  needs: ['admin', 'asset', 'writes'],

  async drive(scene) {
    await driveMovedPolicy(scene);
  },

  judge(history) {
    const [stale, moved] = [history.maybe('stale'), history.maybe('moved')];
    if (stale === undefined || moved === undefined)
      return notExercised('no policy was restated under another ETag: bodies of the register are assumed');
    // The same arm under the current validator: the refused one is stale and nothing else.
    if (!isOk(moved) && !isOk(stale)) return notExercised('the arm is not taken under the current ETag either');
    const [current, after] = [history.last('row 2'), history.last('row 3')];
    return allOf(expects(stale, { status: 412 }, 'a stale If-Match'), isUnmoved(current, stale, after));
  },
});
