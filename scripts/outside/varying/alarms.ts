/** What the suite says of a member that has these freedoms, and which of them it never came to use. */
import type { Check } from '../../../conformance/runner/check.ts';
import type { CheckRow } from '../../../conformance/runner/run-record.ts';
import { startStopwatch } from '../../../conformance/runner/stopwatch.ts';
import type { Variation } from '../../../gateway/variations/variation.ts';
import { judgedThrough } from '../proxy/judged-through.ts';
import { watched } from './watched.ts';

/**
 * What cannot be judged where only the named fields are served, for they name no state of an operation and no rejection;
 * where a token without an expiry opens nothing (A93); of what is assumed of the sandbox's own member.
 */
const UNSEEN = [
  'idem/operation-reaches-one-final-outcome',
  'ord/rejection-states-its-legs',
  'wss/never-expires',
  'wss/one-kind-name-of-orders',
];

/** Some are of older contracts than the one that is served. */
const GOOD = ['pass', 'not-applicable'];

export async function alarmsOf(variations: readonly Variation[], by: readonly Check[]) {
  const stopwatch = startStopwatch();
  const busy = new Set<string>();
  const parts = variations.map((one) => watched(one.parts(stopwatch), () => void busy.add(one.name)));
  const layers = parts.flatMap(({ layer }) => layer ?? []);
  const rows = await judgedThrough(
    layers,
    by,
    parts.flatMap(({ socket }) => socket ?? []),
  );
  const alarms = rows
    .filter(
      ({ id, verdict, fault }) =>
        !GOOD.includes(verdict) && (fault === true || !UNSEEN.includes(id) || verdict === 'fail'),
    )
    .map(({ id, verdict, reason }) => `${verdict} ${id}: ${reason}`);
  return { alarms, idle: variations.map(({ name }) => name).filter((name) => !busy.has(name)) };
}

/** Alarms of a member that cannot be judged in everything. */
export const failed = (rows: readonly CheckRow[]) =>
  rows.filter(({ verdict, fault }) => verdict === 'fail' || fault === true);
