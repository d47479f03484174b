import type { Exchange } from '../../client/exchange.ts';
import { at, isOk, textAt } from '../../client/exchange.ts';
import { isAtLeast } from '../../contract/versions.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, eachOf, inconclusive, violated } from '../../runner/judgement.ts';

/** Named by the alias, with the reference by id there and unset. */
function isTaken(order: Exchange, byId: Exchange): Judgement {
  const same = ['accountId', 'instrumentId'].every((name) => at(order, name) === at(byId, name));
  return allOf(
    expects(order, { status: '2xx' }, '0 or null is an id that is not stated'),
    isOk(order) && !same
      ? violated('the account and instrument that the aliases name', byId, order)
      : { verdict: 'pass' },
  );
}

/** An order placed by a human names no algo instance. */
function readsUnset(byId: Exchange): Judgement {
  const instance = at(byId, 'algoInstanceId');
  return instance === null || instance === 0 || instance === undefined
    ? { verdict: 'pass' }
    : violated('algoInstanceId unset (null) on the order of a human', byId);
}

export const unsetReferences = check({
  id: 'id/unset-references',
  proves: ['ID-06'],
  title: '0 or null on an optional reference means unset, on input and on output',
  needs: ['trader', 'account', 'instrument', 'writes'],

  async drive({ trader, order, fixtures, target }) {
    const byId = await trader.submit(order(), { label: 'by id' });
    await cancelled(byId);
    const aliases = { account: fixtures.account.name, instrument: fixtures.instrument.symbol };
    // The account's alias is of 0.5.0; before, the instrument's alone is there.
    const named = isAtLeast(target.rest, '0.5.0') ? aliases : { instrument: aliases.instrument };
    for (const unset of [0, null]) {
      const ids = 'account' in named ? { accountId: unset, instrumentId: unset } : { instrumentId: unset };
      await cancelled(await trader.submit(order({ ...named, ...ids }), { label: 'by name' }));
    }

    async function cancelled(submitted: Exchange): Promise<void> {
      const orderId = textAt(submitted, 'orderId');
      if (orderId !== undefined) await trader.cancel(orderId);
    }
  },

  judge(history) {
    const byId = history.one('by id');
    if (!isOk(byId)) return inconclusive('an order by ids was not taken');
    return allOf(
      readsUnset(byId),
      eachOf(history.labelled('by name'), (order) => isTaken(order, byId)),
    );
  },
});
