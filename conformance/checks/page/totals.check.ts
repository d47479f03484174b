/** Whole collections: one page without a limit, and `total`, which counts the rows where it is asked for. */
import type { Actor } from '../../member/actor.ts';
import { at, type Exchange, isOk, position, rows } from '../../member/exchange/exchange.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import type { History } from '../../runner/history.ts';
import { allOf, eachOf, inconclusive, type Judgement, pass, unseen, violated } from '../../runner/judgement.ts';
import { COLLECTIONS, type Collection, idsOf, nextCursor } from '../../scenes/collection.ts';
import { executionsAtHand, ordersAtHand } from '../../scenes/rows-at-hand.ts';

/** At one position there is one count (T29); rows are never removed, so at a later one it is not smaller. */
function agreesWith(whole: Exchange, page: Exchange): Judgement {
  const total = at(page, 'total');
  if (!Number.isInteger(total)) return violated('total, an integer, where include=total is sent', page);
  const count = rows(whole).length;
  const [of, from] = [position(page), position(whole)];
  if (of === undefined || from === undefined) return inconclusive('the pages name no position');
  const good = of === from ? total === count : of > from ? Number(total) >= count : Number(total) <= count;
  if (!good) return violated(`a total of ${count}, the rows of the collection`, whole, page);
  return count > 0 ? pass : unseen;
}

function counts(history: History, { path }: Collection): Judgement {
  const whole = history.one(`whole ${path}`);
  const asked = history.labelled(`counted ${path}`).filter(isOk);
  if (!isOk(whole) || asked.length < 2) return inconclusive(`no two pages of ${path} were served`);
  return allOf(
    [whole, ...asked].map((page) => agreesWith(whole, page)),
    eachOf(history.labelled(`plain ${path}`), (page) =>
      at(page, 'total') === null ? unseen : violated('total null where include=total is not sent', page),
    ),
  );
}

export const totalCountsTheRows = check({
  id: 'page/total-counts-the-rows',
  proves: ['PAGE-05'],
  title: 'total is null unless include=total is sent, and then the exact count of rows, the same on each page',
  needs: ['trader', 'account', 'instrument', 'writes'],

  async drive(scene) {
    const { trader } = scene;
    await ordersAtHand(scene, 3);
    await executionsAtHand(scene, 3);
    for (const { path } of COLLECTIONS) {
      const include = 'total';
      const counted = { label: `counted ${path}` };
      await trader.get(path, { query: { include }, label: `whole ${path}` });
      const first = await trader.get(path, { query: { limit: 1, include }, ...counted });
      const cursor = nextCursor(first);
      if (cursor === undefined) continue;
      await trader.get(path, { query: { limit: 1, include, cursor }, ...counted });
      await trader.get(path, { query: { limit: 1, cursor }, label: `plain ${path}` });
      await trader.get(path, { query: { limit: 1 }, label: `plain ${path}` });
    }
  },

  judge: (history) => eachOf(COLLECTIONS, (collection) => counts(history, collection)),
});

type Filter = readonly [path: string, name: string, value: string | number];

const MOST_PAGES = 8;

const spelt = ([path, name, value]: Filter): string => `${path}?${name}=${value}`;

/** The values that rows have: the names of statuses are not shown, and an unknown account has no rows. */
async function filters(actor: Actor): Promise<readonly Filter[]> {
  const valuesOf = async (path: string, name: string) =>
    [...new Set(rows(await actor.get(path)).map((row) => row[name]))]
      .filter((value) => typeof value === 'string' || typeof value === 'number')
      .slice(0, 2)
      .map((value): Filter => [path, name, value]);
  return [
    ...(await valuesOf('/users', 'status')),
    ...(await valuesOf('/account-balances', 'accountId')),
    ['/asset-policies', 'view', 'approved'],
    ['/credentials', 'view', 'approved'],
    ['/users', 'view', 'latest'],
  ];
}

/** Pages of one state alone are compared: rows move under a member that others write to. */
function countsWhatIsWalked(history: History, label: string): Judgement {
  const pages = history.labelled(label);
  const [first] = pages;
  const last = pages.at(-1);
  if (first === undefined || last === undefined || !pages.every(isOk)) return unseen;
  if (!pages.every((page) => position(page) !== undefined && position(page) === position(first))) return unseen;
  const total = at(first, 'total');
  if (!Number.isInteger(total)) return violated('total, an integer, where include=total is sent', first);
  const other = pages.find((page) => at(page, 'total') !== total);
  if (other !== undefined) return violated(`a total of ${String(total)}, as on the first page`, first, other);
  const walked = pages.reduce((sum, page) => sum + rows(page).length, 0);
  const isWhole = nextCursor(last) === undefined;
  const agrees = isWhole ? total === walked : Number(total) >= walked;
  return agrees ? pass : violated(`a total of ${walked}, the rows that the walk with this filter came by`, pages);
}

function isCompared(history: History, label: string): boolean {
  const pages = history.labelled(label);
  return pages.length > 0 && pages.every((page) => isOk(page) && position(page) === position(pages[0] ?? page));
}

export const totalCountsWhatIsFiltered = check({
  id: 'page/total-counts-what-is-filtered',
  proves: ['PAGE-05'],
  title: 'total with a filter (status of users, accountId of balances, view) is the count of a walk with that filter',
  needs: ['admin'],

  async drive({ admin, note }) {
    const chosen = await filters(admin);
    note('filters', chosen.map(spelt));
    for (const filter of chosen) {
      const [path, name, value] = filter;
      const query = { [name]: value, include: 'total' };
      let page = await admin.get(path, { query: { ...query, limit: 2 }, label: spelt(filter) });
      for (let read = 1; read < MOST_PAGES; read += 1) {
        const cursor = nextCursor(page);
        if (cursor === undefined) break;
        page = await admin.get(path, { query: { ...query, limit: 100, cursor }, label: spelt(filter) });
      }
    }
  },

  judge(history) {
    const labels = (history.noted('filters')?.value ?? []) as readonly string[];
    if (!labels.some((label) => isCompared(history, label)))
      return inconclusive('no walk with a filter was of one state');
    return allOf(eachOf(labels, (label) => countsWhatIsWalked(history, label)));
  },
});

function isWhole(history: History, collection: Collection): Judgement {
  const { path } = collection;
  const hundred = history.one(`hundred of ${path}`);
  const whole = history.one(`whole ${path}`);
  if (!isOk(hundred)) return inconclusive(`no page of ${path} was served`);
  // Another member, further behind, may not have the rows yet.
  if ((position(whole) ?? 0n) < (position(hundred) ?? 0n)) return inconclusive('two members answered');
  const ids = new Set(idsOf(whole, collection));
  const known = idsOf(hundred, collection);
  // A cursor may lead to nothing (decision A49).
  const after = history.maybe(`after a hundred of ${path}`);
  const more = after !== undefined && rows(after).length > 0;
  return allOf(
    isOk(whole) ? unseen : expects(whole, { status: 200 }),
    at(whole, 'nextCursor') === null ? unseen : violated('nextCursor null on a page without limit', whole),
    at(whole, 'prevCursor') === null ? unseen : violated('prevCursor null on a page without limit', whole),
    known.every((id) => ids.has(id)) && (!more || ids.size > known.length)
      ? ids.size > 1
        ? pass
        : unseen
      : violated('the whole collection on a page without limit', hundred, whole),
  );
}

export const withoutLimitIsOnePage = check({
  id: 'page/without-limit-is-one-page',
  proves: ['PAGE-02'],
  title: 'without limit the whole collection is one page, nextCursor and prevCursor null',
  needs: ['trader', 'account', 'instrument', 'writes'],

  async drive(scene) {
    await ordersAtHand(scene, 3);
    await executionsAtHand(scene, 2);
    for (const { path } of COLLECTIONS) {
      const hundred = await scene.trader.get(path, { query: { limit: 100 }, label: `hundred of ${path}` });
      const cursor = nextCursor(hundred);
      if (cursor !== undefined) {
        await scene.trader.get(path, { query: { limit: 1, cursor }, label: `after a hundred of ${path}` });
      }
      await scene.trader.get(path, { label: `whole ${path}` });
    }
  },

  judge: (history) => eachOf(COLLECTIONS, (collection) => isWhole(history, collection)),
});
