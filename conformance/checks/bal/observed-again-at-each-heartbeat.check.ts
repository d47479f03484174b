import { check } from '../../runner/check.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { eachOf, inconclusive, pass, violated } from '../../runner/judgement.ts';
import type { Exchange } from '../../target/exchange.ts';
import { rows } from '../../target/exchange.ts';
import { BALANCES, byAccountAndAsset, NO_BALANCES, observedAt } from './balance-rows.ts';

const HEARTBEAT_MS = 30_000;

/** Every account and asset was seen again, whether its reading changed or not. */
function isSeenAgain(before: Exchange, after: Exchange): Judgement {
  const again = byAccountAndAsset(after);
  const all = [...byAccountAndAsset(before)];
  return all.every(([name, row]) => (observedAt(again.get(name) ?? {}) ?? 0n) > (observedAt(row) ?? 0n))
    ? pass
    : violated('a later observedAtNs of every account and asset, 30 seconds later', before, after);
}

export const observedAgainAtEachHeartbeat = check({
  id: 'bal/observed-again-at-each-heartbeat',
  proves: ['BAL-05'],
  title: 'observedAtNs moves every 30 seconds, of every account and asset',
  needs: ['admin', 'balances', 'control', 'virtual-clock'],

  async drive({ admin, elapse }) {
    await admin.get(BALANCES, { label: 'read' });
    for (const _ of [1, 2]) {
      await elapse(HEARTBEAT_MS);
      await admin.get(BALANCES, { label: 'read' });
    }
  },

  judge(history) {
    const reads = history.labelled('read');
    if (reads.some((e) => rows(e).length === 0)) return inconclusive(NO_BALANCES);
    return eachOf(reads.slice(1), (after) => isSeenAgain(reads[reads.indexOf(after) - 1] as Exchange, after));
  },
});
