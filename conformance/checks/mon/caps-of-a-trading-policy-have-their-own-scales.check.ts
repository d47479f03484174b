import type { Exchange } from '../../client/exchange.ts';
import { at, isOk, status } from '../../client/exchange.ts';
import { check } from '../../runner/check.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, inconclusive, pass, violated } from '../../runner/judgement.ts';
import { notTaken } from '../../runner/unless-assumed.ts';
import { isOfOrAfter } from '../../scenes/own-user.ts';
import {
  ended,
  isRow,
  NOT_PROPOSED,
  pathOf,
  proposed,
  subjectOf,
  TRADING_POLICIES,
} from '../../scenes/policy-families.ts';

/** Each fits a 64-bit integer at its own scale, and ten do not at that of the other. */
const CAPS = { maxOrderQty: '10', maxOrderNotional: '0.000000000000000001' } as const;
const NAMES = ['maxOrderQty', 'maxOrderNotional'] as const;

/** With the places of its own, as they were written. */
function isUnpadded(e: Exchange): Judgement {
  const other = NAMES.find((name) => at(e, name) !== CAPS[name]);
  return other === undefined ? pass : violated(`${other} ${CAPS[other]}, at its own scale`, e);
}

export const capsOfATradingPolicyHaveTheirOwnScales = check({
  id: 'mon/caps-of-a-trading-policy-have-their-own-scales',
  proves: ['MON-20'],
  title:
    'maxOrderQty and maxOrderNotional are taken together however far their scales are apart, and each reads back as it was',
  needs: ['admin', 'asset', 'instrument', 'writes'],

  async drive({ admin, fixtures }) {
    const subject = subjectOf(TRADING_POLICIES, fixtures);
    for (const name of NAMES) {
      const terms = { ...subject, [name]: CAPS[name] };
      await ended(admin, await proposed(admin, TRADING_POLICIES, terms, { label: 'alone' }));
    }
    const path = await proposed(admin, TRADING_POLICIES, { ...subject, ...CAPS }, { label: 'together' });
    if (path === undefined) return;
    await admin.get(path, { query: { view: 'latest' }, label: 'read' });
    await ended(admin, path);
  },

  judge(history) {
    if (!history.labelled('alone').every(isOk)) return notTaken(NOT_PROPOSED);
    const together = history.one('together');
    const path = pathOf(TRADING_POLICIES, together);
    if (path === undefined && status(together) === 202) return inconclusive('its row is not there yet');
    if (path === undefined) return violated('two caps that each are taken alone, taken together', together);
    const read = history.one('read');
    const isKept = (e: Exchange) =>
      allOf(isRow(e, TRADING_POLICIES, path, CAPS), history.target.strict ? isUnpadded(e) : pass);
    return allOf(
      isKept(together),
      isOfOrAfter(read, together) ? isKept(read) : inconclusive('the policy was not served at once'),
    );
  },
});
