/** X-Service-Global-Sequence and X-Service-As-Of-Seq-Ts: which answers carry them, and that pages agree with them. */
import type { Actor } from '../../client/actor.ts';
import {
  at,
  type Exchange,
  errorCode,
  header,
  isOk,
  isReplay,
  keyOf,
  sentJson,
  status,
  textAt,
} from '../../client/exchange.ts';
import type { OrderBody } from '../../client/order.ts';
import { NOBODYS_ID, NOBODYS_KEY } from '../../contract/nobodys.ts';
import { isAtLeast } from '../../contract/versions.ts';
import {
  agreesWithItsHeaders,
  namesItsPosition,
  namesItsTime,
  namesNoPosition,
  namesNoTime,
} from '../../rules/state-rules.ts';
import { check } from '../../runner/check.ts';
import { allOf, eachOf, inconclusive, type Judgement, pass, violated } from '../../runner/judgement.ts';
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
      history.target.strict ? namesItsTime(history.one('unknown key')) : pass,
    ),
});

/** Finer than any tick or step: the owner refuses it. */
const FINER_THAN_ANY_GRID = '0.000000000000000001';

const AS_OF = 'X-Service-As-Of-Seq-Ts';

function unheldNamesItsTime(e: Exchange): Judgement {
  if (status(e) !== 404) return inconclusive('a cancel of no order was not answered 404');
  return header(e, AS_OF) === undefined ? violated(`${AS_OF} on the 404 of a path entity that is not held`, e) : pass;
}

export const writesNameNoTime = check({
  id: 'pos/writes-name-no-time',
  proves: ['POS-03'],
  title: 'a write does not carry X-Service-As-Of-Seq-Ts, but for the 404 of a path entity that is not held',
  needs: ['trader', 'account', 'instrument', 'writes'],

  async drive({ trader, order }) {
    const write = { label: 'write' };
    const submitted = await trader.submit(order(), write);
    const cancelled = await trader.cancel(textAt(submitted, 'orderId') ?? '1', write);
    const refused = await trader.submit(order({ price: FINER_THAN_ANY_GRID }), write);
    for (const first of [submitted, refused]) {
      await trader.submit(sentJson(first) as object as Record<string, unknown>, { key: keyOf(first) ?? '', ...write });
    }
    await trader.request({
      method: 'POST',
      path: cancelled.request.path,
      key: keyOf(cancelled) ?? '',
      body: {},
      ...write,
    });
    await trader.submit(order({ price: 1 }), write);
    await trader.cancel(NOBODYS_ID, { label: 'unheld' });
  },

  judge: (history) =>
    allOf(
      // Names are resolved to rows at the door: a 404 there is of a path entity, and is judged apart.
      eachOf(history.labelled('write'), (e) => (status(e) === 404 ? pass : namesNoTime(e))),
      history.labelled('write').some(isReplay) ? pass : inconclusive('no write was replayed'),
      unheldNamesItsTime(history.one('unheld')),
    ),
});

function isOfTheDoor(e: Exchange): Judgement {
  return isOk(e) ? inconclusive('a request that the door refuses was served') : namesNoPosition(e);
}

export const doorRefusalsNameNoPosition = check({
  id: 'pos/door-refusals-name-no-position',
  proves: ['POS-04'],
  title: 'a refusal made by the gateway before anything is sent carries no X-Service-Global-Sequence',
  needs: ['trader', 'account', 'instrument', 'writes'],

  async drive({ trader, anonymous, order, freshKey, target }) {
    const door = { label: 'door' };
    const submit = (rawBody: string) =>
      trader.request({ method: 'POST', path: '/orders', rawBody, key: freshKey(), ...door });
    await anonymous.get('/orders', door);
    await trader.get('/no-such-path', door);
    await trader.request({ method: 'PATCH', path: '/orders', ...door });
    // Before 0.13.0 a read ignores what it does not take, pages have no limit, and there are no cursors.
    if (isAtLeast(target.rest, '0.13.0')) {
      await trader.get('/orders', { query: { nonsense: 1 }, ...door });
      await trader.get('/orders', { query: { limit: 0 }, ...door });
      await trader.get('/executions', { query: { cursor: 'not a cursor' }, ...door });
    }
    await submit('{');
    // Before 0.3.4 the owner judged these (ours of the price).
    if (isAtLeast(target.rest, '0.3.4')) {
      await trader.submit(order({ price: 1 }), door);
      await trader.submit(order({ instrumentId: undefined, instrument: 'NO-SUCH-SYMBOL' }), door);
    }
    await trader.submit(order({ userId: 1 }), door);
    await trader.request({ method: 'POST', path: '/orders', body: order(), ...door });
    await trader.submit(order({ accountId: undefined, account: 'an account that nobody holds' }), door);
    const key = freshKey();
    const submitted = await trader.submit(order(), { key });
    // A key used for another operation is no fact of an owner's (decision A33).
    const orderId = textAt(submitted, 'orderId');
    if (orderId !== undefined) await trader.cancel(orderId, { key, ...door });
  },

  judge: (history) => eachOf(history.labelled('door'), isOfTheDoor),
});

/** Codes that only an owner answers: the door knows no grid. */
const OF_THE_OWNER = new Set(['TICK_SIZE_VIOLATION', 'QTY_STEP_VIOLATION', 'INVALID_FIELD']);

export const ownerRefusalsNameTheirPosition = check({
  id: 'pos/owner-refusals-name-their-position',
  proves: ['POS-05'],
  title: "an owner's refusal carries X-Service-Global-Sequence",
  needs: ['trader', 'account', 'instrument', 'writes'],

  async drive({ trader, order }) {
    await trader.submit(order({ price: FINER_THAN_ANY_GRID }), { label: 'refused' });
    await trader.submit(order({ qty: FINER_THAN_ANY_GRID }), { label: 'refused' });
    // The owner refuses an unknown instrument that is named by its id.
    await trader.submit(order({ instrumentId: NOBODYS_KEY }), { label: 'of no instrument' });
  },

  judge: (history) =>
    eachOf(
      [
        ...history.labelled('refused').filter((e) => OF_THE_OWNER.has(errorCode(e) ?? '')),
        ...history.labelled('of no instrument').filter((e) => errorCode(e) === 'INSTRUMENT_NOT_LIVE'),
      ],
      namesItsPosition,
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
