/** The statement about cursors: T28 of contract/properties.md. */
import type { Exchange } from '../../member/exchange/exchange.ts';
import { errorCode, isOk, status, textAt } from '../../member/exchange/exchange.ts';
import type { TargetFacts } from '../../member/profile/target-facts.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, pass, violated } from '../../runner/judgement.ts';
import type { Statement } from '../chronicle.ts';
import { isOfRegister } from '../families.ts';
import { queriesOf } from '../reading.ts';
import type { CollectionRead } from '../walked-pages.ts';
import { collectionReads } from '../walked-pages.ts';

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

/** @param givers the last page of each scope that issued the cursor. */
function judgeCursor(
  read: CollectionRead,
  givers: readonly CollectionRead[],
  { singleMember, strict }: TargetFacts,
): Judgement {
  const { exchange: e, scope } = read;
  if ((status(e) ?? 0) >= 500 && status(e) !== 503) return violated('400 INVALID_CURSOR, or a page', e);
  const giver = givers[0]?.exchange;
  if (giver === undefined || isUnread(e)) return pass;
  if (!strict && givers.some((one) => mayBeOfOneView(one, read))) return pass;
  if (givers.some((one) => one.scope === scope)) {
    // Another member may not know the cursor (decision A54).
    return singleMember && isRefused(e) ? violated('a page: its cursor was issued for this read', giver, e) : pass;
  }
  const words = '400 INVALID_CURSOR: its cursor was issued for another collection, filter, view or organisation';
  return isRefused(e) ? pass : violated(words, giver, e);
}

/** A cursor is valid only for the collection, filter, view and organisation that it was issued for. */
export const cursorsAreBound: Statement = {
  id: 'T28',
  shows: ['PAGE-10', 'PAGE-09', 'PAGE-16'],
  judge(chronicle) {
    /** By cursor and scope. */
    const issued = new Map<string, Map<string, CollectionRead>>();
    const judgements: Judgement[] = [];
    for (const read of collectionReads(chronicle)) {
      const { exchange, scope } = read;
      const cursor = queriesOf(exchange).get('cursor');
      if (cursor !== undefined)
        judgements.push(judgeCursor(read, [...(issued.get(cursor)?.values() ?? [])], chronicle.target));
      for (const text of isOk(exchange) ? [textAt(exchange, 'nextCursor'), textAt(exchange, 'prevCursor')] : []) {
        if (text === undefined) continue;
        const givers = issued.get(text) ?? new Map<string, CollectionRead>();
        issued.set(text, givers.set(scope, read));
      }
    }
    return allOf(judgements);
  },
};
