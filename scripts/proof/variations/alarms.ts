/** Runs the suite against a sandbox with variations. Returns the false alarms, and the variations that changed nothing. */
import type { Check } from '../../../conformance/runner/check.ts';
import type { Variation } from '../../../gateway/variations/variation.ts';
import { type Against, alarms, judgedAgainst } from '../judged-against.ts';
import { watched } from './watched.ts';

export async function alarmsOf(variations: readonly Variation[], checks: readonly Check[], against: Against = {}) {
  const busy = new Set(variations.filter(({ deployment }) => deployment !== undefined).map(({ name }) => name));
  const seen = variations.map((one) => ({
    ...one,
    parts: (timer: Parameters<Variation['parts']>[0]) => watched(one.parts(timer), () => void busy.add(one.name)),
  }));
  const { checks: rows } = await judgedAgainst(checks, { ...against, permissive: seen });
  return { alarms: alarms(rows), idle: variations.map(({ name }) => name).filter((name) => !busy.has(name)) };
}
