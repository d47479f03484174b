import type { Judgement } from '../runner/judgement.ts';
import { allOf, pass, violated } from '../runner/judgement.ts';
import { position } from '../target/exchange.ts';
import { canonicalJson } from './canonical-json.ts';
import type { Chronicle } from './chronicle.ts';
import { firstMissing } from './missing-order.ts';
import type { ModelledOrder, OrderName } from './order-model.ts';
import { changeAt, openCancels, replayOrders } from './order-model.ts';
import type { Sighting } from './order-sightings.ts';
import { sightingsOf } from './order-sightings.ts';
import { walkedPages } from './page-range.ts';
import type { Statement } from './statement.ts';

/** Not before its creation, and from then on always. */
function judgePresence(order: ModelledOrder | undefined, sightings: readonly Sighting[]): Judgement {
  const birth = order?.created?.fact;
  let shown = birth?.answeredBy.exchange;
  let bornAt = birth?.position;
  for (const { position: at, row, exchange } of sightings) {
    if (row !== undefined && birth !== undefined && at < birth.position) {
      const words = `no order at position ${at}, before the ${birth.position} at which it was made`;
      return violated(words, birth.answeredBy.exchange, exchange);
    }
    if (row !== undefined && bornAt === undefined) [bornAt, shown] = [at, exchange];
    if (row === undefined && bornAt !== undefined && shown !== undefined && at >= bornAt) {
      return violated(`the order, which stood at position ${bornAt}`, shown, exchange);
    }
  }
  return pass;
}

/** One row at one position, and none that a later position has left behind. */
function judgeProgress(sightings: readonly Sighting[]): Judgement {
  const leftBehind = new Set<string>();
  let current: { readonly version: string; readonly of: Sighting } | undefined;
  for (const sighting of sightings) {
    if (sighting.row === undefined) continue;
    const version = canonicalJson(sighting.row);
    if (version === current?.version) continue;
    if (current !== undefined && current.of.position === sighting.position) {
      return violated(`the row as it is at position ${sighting.position}`, current.of.exchange, sighting.exchange);
    }
    if (leftBehind.has(version) && current !== undefined) {
      const words = `the row of position ${current.of.position} or a later one, not one that it had before`;
      return violated(words, current.of.exchange, sighting.exchange);
    }
    if (current !== undefined) leftBehind.add(current.version);
    current = { version, of: sighting };
  }
  return pass;
}

function wasTraded({ row }: Sighting): boolean {
  return row !== undefined && row['cumQty'] !== undefined && canonicalJson(row['cumQty']) !== '"0"';
}

/** What nobody traded on is what the facts of the history made of it: known of the sandbox's own venue alone. */
function judgeModel(order: ModelledOrder | undefined, sightings: readonly Sighting[]): Judgement {
  if (order?.created === undefined || sightings.some(wasTraded)) return pass;
  for (const { position: at, row, exchange } of sightings) {
    const change = changeAt(order, at);
    if (row === undefined || change === undefined || canonicalJson(change.row) === canonicalJson(row)) continue;
    const words = `the order as the fact at ${change.fact.position} left it: nothing changed it up to ${at}`;
    return violated(words, change.fact.answeredBy.exchange, exchange);
  }
  return pass;
}

function judgePages(
  { history }: Chronicle,
  orders: ReadonlyMap<OrderName, ModelledOrder>,
  sightings: ReadonlyMap<OrderName, readonly Sighting[]>,
): Judgement {
  const pages = walkedPages(history).flatMap((page) => {
    const at = position(page.exchange);
    return page.collection === '/orders' && at !== undefined ? [{ ...page, position: at }] : [];
  });
  const births = [...sightings].flatMap(([name, list]) => {
    const first = orders.get(name)?.created?.fact.position ?? list.find(({ row }) => row !== undefined)?.position;
    const [organisation = '', id = '0'] = name.split('/');
    return first === undefined ? [] : [{ organisation, id: BigInt(id), position: first }];
  });
  const missing = firstMissing(pages, births);
  if (missing === undefined) return pass;
  const { page, name } = missing;
  const shown = sightings.get(name)?.find(({ row }) => row !== undefined)?.exchange ?? page.exchange;
  return violated(`order ${name.split('/')[1]} on this page: it stood at the page's position`, shown, page.exchange);
}

export const readsReflectFacts: Statement = {
  id: 'T8',
  says: 'a read at or after the position of a fact reflects it or a later one on that row, an earlier read does not',
  shows: ['POS-08', 'PAGE-11'],
  judge(chronicle) {
    const orders = replayOrders(chronicle);
    const sightings = sightingsOf(chronicle);
    const open = openCancels(chronicle);
    const rows = [...sightings].map(([name, list]) => {
      const order = orders.get(name);
      const modelled = chronicle.target.strict && !open.has(name);
      return allOf(judgePresence(order, list), judgeProgress(list), modelled ? judgeModel(order, list) : pass);
    });
    return allOf(...rows, judgePages(chronicle, orders, sightings));
  },
};
