/** Answers to writes and refusals: which of them carry the position and the time of platform state. */

import { NOBODYS_ID, NOBODYS_KEY } from '../../contract/nobodys.ts';
import { isAtLeast } from '../../contract/versions.ts';
import {
  type Exchange,
  errorCode,
  header,
  isOk,
  isReplay,
  keyOf,
  sentJson,
  status,
  textAt,
} from '../../member/exchange/exchange.ts';
import { namesItsPosition, namesNoPosition, namesNoTime } from '../../rules/state-rules.ts';
import { check } from '../../runner/check.ts';
import { allOf, eachOf, inconclusive, type Judgement, pass, violated } from '../../runner/judgement.ts';
import { FINER_THAN_ANY_GRID } from '../../scenes/sent-order.ts';

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
