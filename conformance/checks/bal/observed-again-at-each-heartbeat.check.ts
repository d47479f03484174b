import type { Exchange } from '../../client/exchange.ts';
import { rows } from '../../client/exchange.ts';
import type { TargetFacts } from '../../client/target-facts.ts';
import { check } from '../../runner/check.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { eachOf, notExercised, pass, violated } from '../../runner/judgement.ts';
import { notShown } from '../../runner/not-shown.ts';
import { BALANCES, byAccountAndAsset, NO_BALANCES, observedAt } from './balance-rows.ts';

const HEARTBEAT_MS = 30_000;
/** A member that is configured for it keeps it within three of them (decision A102). */
const LATEST_MS = 3 * HEARTBEAT_MS;
const BETWEEN_LOOKS_MS = 5_000;

/** Another member's heartbeat is its own (decision A102). */
const isConfigured = ({ strict, controlled }: TargetFacts): boolean => strict || controlled === true;

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
  needs: ['admin', 'balances'],
  waits: { ms: LATEST_MS, for: 'three heartbeats of 30 s' },

  async drive({ admin, elapse, target }) {
    const first = await admin.get(BALANCES, { label: 'read' });
    if (isConfigured(target)) {
      for (const _ of [1, 2]) {
        await elapse(HEARTBEAT_MS);
        await admin.get(BALANCES, { label: 'read' });
      }
      return;
    }
    for (let waitedMs = 0; waitedMs < LATEST_MS; waitedMs += BETWEEN_LOOKS_MS) {
      await elapse(BETWEEN_LOOKS_MS);
      const read = await admin.get(BALANCES, { label: 'read' });
      if (isSeenAgain(first, read).verdict === 'pass') return;
    }
  },

  judge(history) {
    const reads = history.labelled('read');
    if (reads.some((e) => rows(e).length === 0)) return notShown(history, NO_BALANCES);
    if (isConfigured(history.target)) {
      return eachOf(reads.slice(1), (after) => isSeenAgain(reads[reads.indexOf(after) - 1] as Exchange, after));
    }
    const [first, last] = [reads[0], reads.at(-1)];
    if (first === undefined || last === undefined || first === last) return notExercised(NO_BALANCES);
    return isSeenAgain(first, last).verdict === 'pass'
      ? pass
      : notExercised('not every reading was restated within 90 s; how often that is done is up to the member (A102)');
  },
});
