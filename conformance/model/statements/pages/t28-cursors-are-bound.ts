import type { Exchange } from '../../../member/exchange/exchange.ts';
import { errorCode, isOk, status, textAt } from '../../../member/exchange/exchange.ts';
import type { Judgement } from '../../../runner/judgement.ts';
import { allOf, pass, violated } from '../../../runner/judgement.ts';
import type { Chronicle } from '../../chronicle.ts';
import { isOfRegister } from '../../families.ts';
import { queriesOf } from '../../reading.ts';
import type { Statement } from '../../statement.ts';
import type { CollectionRead } from '../../walked-pages.ts';
import { collectionReads } from '../../walked-pages.ts';

function isRefused(e: Exchange): boolean {
  return status(e) === 400 && errorCode(e) === 'INVALID_CURSOR';
}

/** The member was too busy or did not admit the caller: it did not judge the cursor. */
function isUnread(e: Exchange): boolean {
  return [401, 403, 404, 429, 503].includes(status(e) ?? 0);
}

/** Whether the view of one of the two is open: the member chooses which view is the default (decision A58). */
function mayBeOfOneView(giver: CollectionRead, read: CollectionRead): boolean {
  if (!isOfRegister(giver.family)) return false;
  if (queriesOf(giver.exchange).has('view') === queriesOf(read.exchange).has('view')) return false;
  const isSame = giver.organisation === read.organisation && giver.collection === read.collection;
  return isSame && String([...giver.filters]) === String([...read.filters]);
}

/** @param givers the last page of each scope that issued the cursor; undefined: none did. */
function judgeUse(
  read: CollectionRead,
  givers: readonly CollectionRead[] | undefined,
  { singleMember, strict }: Chronicle['target'],
): Judgement {
  const { exchange: e, scope } = read;
  if ((status(e) ?? 0) >= 500 && status(e) !== 503) return violated('400 INVALID_CURSOR, or a page', e);
  const giver = givers?.[0]?.exchange;
  if (givers === undefined || giver === undefined || isUnread(e)) return pass;
  if (!strict && givers.some((one) => mayBeOfOneView(one, read))) return pass;
  if (givers.some((one) => one.scope === scope)) {
    // Another member may not know the cursor (decision A54).
    if (!singleMember || !isRefused(e)) return pass;
    return violated('a page: its cursor was given for just this read', giver, e);
  }
  if (isRefused(e)) return pass;
  return violated(
    '400 INVALID_CURSOR: its cursor was given for another collection, filter, view or organisation',
    giver,
    e,
  );
}

/** T28. A cursor is valid only for the collection, filter, view and organisation that it was issued for. */
export const cursorsAreBound: Statement = {
  id: 'T28',
  says: 'a cursor is good for the collection, filter, view and organisation that gave it, and for nothing else',
  shows: ['PAGE-10', 'PAGE-09', 'PAGE-16'],
  judge(chronicle) {
    const given = new Map<string, CollectionRead[]>();
    const judgements: Judgement[] = [];
    for (const read of collectionReads(chronicle)) {
      const { exchange, scope } = read;
      const cursor = queriesOf(exchange).get('cursor');
      if (cursor !== undefined) judgements.push(judgeUse(read, given.get(cursor), chronicle.target));
      if (!isOk(exchange)) continue;
      for (const name of ['nextCursor', 'prevCursor']) {
        const text = textAt(exchange, name);
        if (text === undefined) continue;
        const givers = given.get(text) ?? [];
        const before = givers.findIndex((one) => one.scope === scope);
        givers[before < 0 ? givers.length : before] = read;
        given.set(text, givers);
      }
    }
    return allOf(judgements);
  },
};
