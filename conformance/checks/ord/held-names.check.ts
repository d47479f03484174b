/**
 * Names that change or that a member does not know yet: a held key replays its answer whatever they mean by then, and an id that
 * the owner holds open is accepted.
 */

import { type OwnName, standingRow } from '../../member/effects/standing-row.ts';
import { at, errorCode, isOk, position, sentJson, status } from '../../member/exchange/exchange.ts';
import { replays } from '../../member/exchange/same-answer.ts';
import { asObject } from '../../member/profile/contract-document.ts';
import { finerBy1 } from '../../rules/exact-decimal.ts';
import { isSpentFor } from '../../rules/refusal-rules.ts';
import { check } from '../../runner/check.ts';
import { notTaken } from '../../runner/excuses/unless-assumed.ts';
import { expects } from '../../runner/expectation.ts';
import type { History } from '../../runner/history.ts';
import { allOf, differs, eachOf, inconclusive, type Judgement, pass, violated } from '../../runner/judgement.ts';
import { cancelled } from './refused-order.ts';

function stillReplays(history: History, what: string): Judgement {
  const first = history.one(what);
  const retried = history.one(`${what}, names gone`);
  if (position(first) === undefined) return inconclusive(`${what}: no owner judged the first order`);
  // Other names are also another body (decision A21).
  return isSpentFor(history, first, retried)
    ? pass
    : differs('the recorded answer, whatever the names are now', first, retried);
}

/**
 * A client cannot bind a name again between two attempts, but its retry can name what nothing holds: a member that resolves
 * names before it looks the key up answers that differently.
 */
export const heldKeyReplaysWhateverIsNamed = check({
  id: 'ord/held-key-replays-whatever-is-named',
  proves: ['ORD-07'],
  title: 'a retry of a held key replays its answer, accepted or refused, though its names resolve to nothing',
  needs: ['trader', 'account', 'instrument', 'writes'],

  async drive({ trader, order, fixtures, freshKey }) {
    const held = {
      accountId: undefined,
      instrumentId: undefined,
      account: fixtures.account.name,
      instrument: fixtures.instrument.symbol,
    };
    const gone = { account: `no desk of ours ${freshKey()}`, instrument: `NO MARKET OF OURS ${freshKey()}` };
    const offGrid = { qty: finerBy1(fixtures.instrument.step) };
    for (const [what, over] of [['accepted', {}] as const, ['refused', offGrid] as const]) {
      const key = freshKey();
      await trader.submit(order({ ...held, ...over }), { key, label: what });
      await trader.submit(order({ ...held, ...over, ...gone }), { key, label: `${what}, names gone` });
    }
  },

  judge: (history) => allOf(stillReplays(history, 'accepted'), stillReplays(history, 'refused')),
});

const NAME: OwnName = 'touchstone-bound-anew';

const OTHER: OwnName = 'touchstone-bound-anew-other';

const ACCOUNTS = { path: '/accounts', id: 'accountId' } as const;

export const nameBoundAnew = check({
  id: 'ord/name-bound-anew',
  proves: ['ORD-07'],
  title:
    'a retry of a held key replays its answer though its account has another name by now, or its name another account',
  needs: ['admin', 'trader', 'account', 'instrument', 'venues', 'writes'],

  async drive({ admin, trader, order, fixtures, freshKey }) {
    // Under the credential of an account that trades, so that the order is taken.
    const credentialId = at(await admin.get(`/accounts/${fixtures.account.id}`), 'credentialId');
    const terms = { exchangeId: fixtures.venues.a ?? 1, ...(typeof credentialId === 'number' ? { credentialId } : {}) };
    const account = await standingRow(admin, ACCOUNTS, { displayName: NAME, ...terms });
    const other = await standingRow(admin, ACCOUNTS, { displayName: OTHER, ...terms });
    if (account === undefined || other === undefined) return;
    const called = (id: number, displayName: string) => admin.put(`/accounts/${id}`, { displayName });
    const key = freshKey();
    const named = order({ accountId: undefined, account: NAME });
    await trader.submit(named, { key, label: 'submitted' });
    try {
      // The name of no account, then of another one.
      await called(account, `${NAME} before`);
      await trader.submit(order({ accountId: undefined, account: NAME }), { label: 'nameless' });
      await trader.submit(named, { key, label: 'retried' });
      await called(other, NAME);
      await trader.submit(named, { key, label: 'retried' });
    } finally {
      await called(other, OTHER);
      await called(account, NAME);
    }
  },

  judge(history) {
    const submitted = history.maybe('submitted');
    if (submitted === undefined) return notTaken('the suite could not create its own accounts: the body is assumed');
    if (position(submitted) === undefined) return inconclusive('no owner judged the first order');
    if (isOk(history.one('nameless'))) return inconclusive('the account was not renamed');
    return eachOf(history.labelled('retried'), (retried) =>
      replays(retried, submitted)
        ? pass
        : differs('the recorded answer, whatever the name means now', submitted, retried),
    );
  },
});

const TERMS = { tick: '0.01', step: '0.1', bid: '9.99', ask: '10.00' };

/** Below the bid: it rests. */
const RESTING = { price: '9.00', qty: '1' };

export const instrumentUnknownToTheMember = check({
  id: 'ord/instrument-the-member-has-not-heard-of',
  proves: ['ORD-11'],
  title: 'an instrumentId that the member does not hold yet but the owner holds open is accepted',
  // What is listed stays listed.
  needs: ['trader', 'account', 'instrument', 'control', 'destructive'],

  async drive({ trader, order, control, freshKey }) {
    const hold = freshKey();
    const symbol = `${freshKey()
      .replace(/[^0-9A-Za-z]/g, '')
      .toUpperCase()
      .slice(-12)}-USD`;
    await control.fault({ on: { edge: 'apply' }, hold });
    const { instrumentId } = await control.listInstrument({ symbol, ...TERMS });
    const bySymbol = { ...RESTING, instrumentId: undefined, instrument: symbol };
    await cancelled(trader, await trader.submit(order(bySymbol), { label: 'by symbol' }));
    await cancelled(trader, await trader.submit(order({ ...RESTING, instrumentId }), { label: 'by id' }));
    await control.release(hold);
  },

  judge(history) {
    const [bySymbol, byId] = [history.one('by symbol'), history.one('by id')];
    // Its symbol shows that the member does not hold it.
    if (status(bySymbol) !== 422 || errorCode(bySymbol) !== 'INSTRUMENT_NOT_LIVE')
      return inconclusive('the member already knew the instrument');
    const { instrumentId } = asObject(sentJson(byId));
    const accepted = expects(byId, { status: '2xx', position: 'present' });
    // The interface does not show that a row names its instrument.
    const named = at(byId, 'instrumentId') ?? instrumentId;
    return allOf(
      accepted,
      accepted.verdict !== 'pass' || named === instrumentId
        ? pass
        : violated('an order of the instrument that was asked for', byId),
    );
  },
});
