/** A read at or after the position of a write's answer reflects that write (POS-08). */
import { type Exchange, isOk, json, pathOf, position, rows, status, textAt } from '../../member/exchange/exchange.ts';
import { sameBody } from '../../member/exchange/same-answer.ts';
import { allBlamed } from '../../rules/blamed.ts';
import { check } from '../../runner/check.ts';
import type { History } from '../../runner/history.ts';
import { allOf, inconclusive, type Judgement, pass, unseen, violated } from '../../runner/judgement.ts';
import { everyWrite, WRITING_HOLDS, WRITING_NEEDS, writeCases } from '../../scenes/every-write.ts';
import { rowKeyOf } from '../../scenes/paged.ts';
import { byWrite, labelOf, type OfOneWrite, type SampleWrite, sent } from '../../scenes/sample-write.ts';

/** Whether this read is of the write's position or later; on the sandbox's one member it always is (decision A41). */
function isAfter(history: History, read: Exchange, write: Exchange): Judgement {
  const [from, of] = [position(write), position(read)];
  if (from !== undefined && of !== undefined && of >= from) return pass;
  return history.target.strict && history.target.singleMember
    ? violated('a read that shows the write which the same member has just answered', write, read)
    : inconclusive('the member that was read had not applied the write yet');
}

/** What is judged of a read that reflects the write (POS-08). */
function afterTheWrite(history: History, read: Exchange, write: Exchange, judged: () => Judgement): Judgement {
  const premise = isAfter(history, read, write);
  return premise.verdict === 'pass' ? judged() : premise;
}

function rowIsThere(row: Exchange, submitted: Exchange): Judgement {
  const same = status(row) === 200 && textAt(row, 'orderId') === textAt(submitted, 'orderId');
  return same ? pass : violated('the order, at a position at which it stands', submitted, row);
}

/** Newest first: a row that is not on the page may only be pushed off it by newer ones. */
function pageHoldsIt(page: Exchange, submitted: Exchange): Judgement {
  const id = textAt(submitted, 'orderId');
  const ids = rows(page).map(({ orderId }) => orderId);
  const newer = ids.every((other) => typeof other === 'string' && BigInt(other) > BigInt(id ?? 0));
  return ids.includes(id) || (ids.length > 0 && newer)
    ? pass
    : violated('the new order on the newest page', submitted, page);
}

/** The venue may have moved the row on since; it may not be the row from before the cancel. */
function rowIsCancelled(row: Exchange, before: Exchange, cancelled: Exchange): Judgement {
  const stale = sameBody(json(row), json(before)) && !sameBody(json(before), json(cancelled));
  return stale ? violated('the order as the cancel left it', cancelled, row) : pass;
}

export const readReflectsTheWrite = check({
  id: 'pos/read-reflects-the-write',
  proves: ['POS-08'],
  title: "a read answered at or after the position of a write's answer reflects that write",
  needs: ['trader', 'account', 'instrument', 'writes'],

  async drive({ trader, order }) {
    const page = (label: string) => trader.get('/orders', { label, query: { limit: 20, view: 'latest' } });
    // A page of the state before shows where an answer that goes back comes from.
    await page('page before');
    const submitted = await trader.submit(order(), { label: 'submitted' });
    const orderId = textAt(submitted, 'orderId');
    if (!isOk(submitted) || orderId === undefined) return;
    await trader.get(`/orders/${orderId}`, { label: 'row', query: { view: 'latest' } });
    await page('page');
    await trader.cancel(orderId, { label: 'cancelled' });
    await trader.get(`/orders/${orderId}`, { label: 'row after', query: { view: 'latest' } });
  },

  judge(history) {
    const submitted = history.one('submitted');
    if (!isOk(submitted)) return inconclusive('no order was submitted');
    const [row, page, cancelled, after] = ['row', 'page', 'cancelled', 'row after'].map((label) =>
      history.one(label),
    ) as [Exchange, Exchange, Exchange, Exchange];
    const when = (read: Exchange, write: Exchange, judged: Judgement) =>
      afterTheWrite(history, read, write, () => judged);
    return allOf(
      when(row, submitted, rowIsThere(row, submitted)),
      when(page, submitted, pageHoldsIt(page, submitted)),
      isOk(cancelled)
        ? when(after, cancelled, rowIsCancelled(after, row, cancelled))
        : inconclusive('the order was not cancelled'),
    );
  },
});

type Row = Readonly<Record<string, unknown>>;

const rowOf = (e: Exchange): Row => (json(e) ?? {}) as Row;

/** It may have moved on since; it may not be what stood before a write that changed it. */
function isStale(row: Row, before: Row, taken: Row): boolean {
  return sameBody(row, before) && !sameBody(before, taken);
}

/** Of a document the answer is the document; that there is one more shows on its instance all the same. */
function isNotStale(taken: Exchange, before: Exchange, after: Exchange): Judgement {
  if (!isOk(before)) return unseen;
  return isStale(rowOf(after), rowOf(before), rowOf(taken))
    ? violated('the row as the write left it', taken, after)
    : pass;
}

/** A page of orders has room for twenty: a row that is not on it is older than all that are. */
function pageShows(taken: Exchange, before: Exchange | undefined, page: Exchange): Judgement {
  const keyOf = rowKeyOf(pathOf(page));
  const key = keyOf(rowOf(taken));
  const listed = rows(page).find((row) => keyOf(row) === key);
  const isFull = pathOf(page) === '/orders' && rows(page).every((row) => BigInt(keyOf(row)) > BigInt(key));
  if (listed === undefined) return isFull ? pass : violated('the row on the page of its collection', taken, page);
  const stale = before !== undefined && isOk(before) && isStale(listed, rowOf(before), rowOf(taken));
  return stale ? violated('the row on its page as the write left it', taken, page) : pass;
}

function reflected(history: History, of: OfOneWrite): readonly Judgement[] {
  const [taken, before, after, page] = ['taken', 'before', 'after', 'page'].map((what) => of.get(what));
  // A 202 has done nothing yet.
  if (taken === undefined || !isOk(taken) || status(taken) === 202) return [];
  const judged: Judgement[] = [];
  const when = (read: Exchange, judge: () => Judgement) => judged.push(afterTheWrite(history, read, taken, judge));
  if (after !== undefined) {
    when(after, () => {
      if (!isOk(after)) return violated('the row, at a position at which it stands', taken, after);
      return before === undefined ? unseen : isNotStale(taken, before, after);
    });
  }
  if (page !== undefined && isOk(page)) when(page, () => pageShows(taken, before, page));
  return judged;
}

/** What is read of a write: the row that it is about, or has made, and the page that lists it. */
function readsOf({ about, name }: SampleWrite, taken: Exchange): { readonly row?: string; readonly page?: string } {
  if (name.endsWith('/config')) return { row: about, page: `${about}/configs` };
  if (/\/[0-9]+$/.test(about))
    return { row: about, ...(name.startsWith('PUT') ? { page: about.replace(/\/[0-9]+$/, '') } : {}) };
  const key = rowKeyOf(about)(rowOf(taken));
  return { row: `${about}/${key}`, page: about };
}

const TAKEN = writeCases({ only: 'valid', isOf: ({ name }) => name !== 'POST /algos/halt' });

export const readReflectsEveryWrite = check({
  id: 'pos/read-reflects-every-write',
  proves: ['POS-08'],
  title: 'the row and the page read at or after the position of any write reflect it, of the register and of algos too',
  needs: WRITING_NEEDS,
  holds: WRITING_HOLDS,
  cases: TAKEN,

  async drive(scene) {
    const { admin, freshKey } = scene;
    await everyWrite(scene, 'touchstone-reflected', TAKEN, async (write, actor) => {
      if (write.isWithheld) return undefined;
      // Which view the default one is is the member's to say (decision A58).
      const view = 'latest';
      const isOfARow = /\/[0-9]+$/.test(write.about);
      if (isOfARow) await admin.get(write.about, { query: { view }, label: labelOf('before', write) });
      const taken = await sent(actor, write, freshKey(), { label: labelOf('taken', write) });
      if (!isOk(taken) || status(taken) === 202) return taken;
      const { row, page } = readsOf(write, taken);
      if (row !== undefined) await admin.get(row, { query: { view }, label: labelOf('after', write) });
      const limit = page === '/orders' ? { limit: 20 } : {};
      if (page !== undefined) await admin.get(page, { query: { view, ...limit }, label: labelOf('page', write) });
      return taken;
    });
  },

  judge(history) {
    const writes = [...byWrite(history.exchanges).values()];
    if (writes.length === 0) return unseen;
    const judged = writes.flatMap((of) => reflected(history, of));
    if (judged.length === 0) return inconclusive('no write was taken');
    return allBlamed(
      history,
      judged.map((judgement) => ['POS-08', judgement] as const),
    );
  },
});
