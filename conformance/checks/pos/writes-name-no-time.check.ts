import type { Exchange } from '../../client/exchange.ts';
import { header, isReplay, keyOf, sentJson, status, textAt } from '../../client/exchange.ts';
import { NOBODYS_ID } from '../../contract/nobodys.ts';
import { namesNoTime } from '../../rules/state-rules.ts';
import { check } from '../../runner/check.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, eachOf, inconclusive, pass, violated } from '../../runner/judgement.ts';

const AS_OF = 'X-Service-As-Of-Seq-Ts';
const FINER_THAN_ANY_TICK = '0.000000000000000001';

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
    const refused = await trader.submit(order({ price: FINER_THAN_ANY_TICK }), write);
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
