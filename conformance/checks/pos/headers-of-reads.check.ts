/** Answers from platform state carry its position, reads its time too, and a page repeats both. */
import type { Actor } from '../../member/actor.ts';
import { at, type Exchange, isOk, keyOf, status, textAt } from '../../member/exchange/exchange.ts';
import type { OrderBody } from '../../member/exchange/order.ts';
import { agreesWithItsHeaders, namesItsPosition, namesItsTime } from '../../rules/state-rules.ts';
import { check } from '../../runner/check.ts';
import { allOf, eachOf, unseen } from '../../runner/judgement.ts';
import { executionsAtHand } from '../../scenes/rows-at-hand.ts';

interface Reading {
  readonly trader: Actor;
  order(over?: OrderBody): OrderBody;
  freshKey(): string;
  elapse(ms: number): Promise<void>;
}

/** One read of each kind that is served from platform state. The 404 of an unknown key has its own label. */
async function readAllState(scene: Reading): Promise<void> {
  const { trader, order, freshKey } = scene;
  const read = { label: 'read' };
  await executionsAtHand(scene, 1);
  const submitted = await trader.submit(order(), { label: 'submitted' });
  await trader.get(`/operations/${keyOf(submitted)}`, read);
  const orderId = textAt(submitted, 'orderId');
  if (orderId !== undefined) await trader.get(`/orders/${orderId}`, read);
  await trader.get('/me', read);
  await trader.get('/orders', { query: { limit: 2 }, ...read });
  const executions = await trader.get('/executions', { query: { limit: 1 }, ...read });
  const executionId = textAt(executions, 'items', 0, 'executionId');
  if (executionId !== undefined) await trader.get(`/executions/${executionId}`, read);
  // Ids that no row has: the first nanosecond of 1970.
  await trader.get('/orders/1', read);
  await trader.get('/executions/1', read);
  await trader.get(`/operations/${freshKey()}`, { label: 'unknown key' });
  if (orderId !== undefined) await trader.cancel(orderId, { label: 'cancelled' });
}

/** A refusal that is made before any state is read names no position. */
const isOfState = (e: Exchange) => isOk(e) || status(e) === 404;

export const stateNamesItsPosition = check({
  id: 'pos/state-names-its-position',
  proves: ['POS-01'],
  title: 'each response served from platform state carries X-Service-Global-Sequence, a decimal string',
  needs: ['trader', 'account', 'instrument', 'writes'],
  drive: readAllState,

  judge: (history) =>
    allOf(
      eachOf(history.labelled('read').filter(isOfState), namesItsPosition),
      eachOf(
        [...history.labelled('submitted'), ...history.labelled('cancelled')].filter(
          (e) => status(e) === 201 || status(e) === 200,
        ),
        namesItsPosition,
      ),
    ),
});

export const readsNameTheirTime = check({
  id: 'pos/reads-name-their-time',
  proves: ['POS-02'],
  title:
    'each read from platform state carries X-Service-As-Of-Seq-Ts: pages, rows and their 404s, /me, /operations/{key}',
  needs: ['trader', 'account', 'instrument', 'writes'],
  drive: readAllState,

  judge: (history) =>
    allOf(
      eachOf(
        history.labelled('read').filter((e) => isOk(e) || status(e) === 404),
        namesItsTime,
      ),
      // An unknown key is no row: whether its 404 is a read from state is for a deployed member to decide.
      history.target.strict ? namesItsTime(history.one('unknown key')) : unseen,
    ),
});

export const pageAgreesWithItsHeaders = check({
  id: 'pos/page-agrees-with-its-headers',
  proves: ['POS-06'],
  title: "a page's globalSequence and asOfSeqTsNs equal the two headers of its response",
  needs: ['trader'],

  async drive({ trader }) {
    for (const path of ['/orders', '/executions']) {
      const first = await trader.get(path, { query: { limit: 1 }, label: 'page' });
      const cursor = at(first, 'nextCursor');
      if (typeof cursor === 'string') await trader.get(path, { query: { limit: 1, cursor }, label: 'page' });
      await trader.get(path, { query: { limit: 2, include: 'total' }, label: 'page' });
    }
  },

  judge: (history) => eachOf(history.labelled('page').filter(isOk), agreesWithItsHeaders),
});
