import type { Exchange } from '../../client/exchange.ts';
import { isOk, position } from '../../client/exchange.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, pass, violated } from '../../runner/judgement.ts';

/** Of three creations: their ids grow with the positions, and are not consecutive numbers (ID-05). undefined: there were fewer. */
export function growWithoutCounting(
  created: readonly Exchange[],
  idOf: (e: Exchange) => bigint | undefined,
): Judgement | undefined {
  const taken = created.filter((e) => isOk(e) && position(e) !== undefined);
  const inSequence = taken.toSorted((a, b) => ((position(a) ?? 0n) < (position(b) ?? 0n) ? -1 : 1));
  const ids = inSequence.map(idOf).filter((id) => id !== undefined);
  if (ids.length < 3) return undefined;
  const steps = ids.slice(1).map((id, i) => id - (ids[i] ?? 0n));
  return allOf(
    steps.every((step) => step > 0n) ? pass : violated('ids that grow with the positions', ...inSequence),
    steps.every((step) => step === 1n) ? violated('ids that are not consecutive numbers', ...inSequence) : pass,
  );
}
