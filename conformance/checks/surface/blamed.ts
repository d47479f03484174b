/** Many rules judged over many answers: each that is broken is blamed by its own id, not the first alone. */
import type { RequirementId } from '../../contract/requirements.ts';
import type { History } from '../../runner/history.ts';
import type { Judgement, Violated } from '../../runner/judgement.ts';
import { inconclusive, pass } from '../../runner/judgement.ts';
import { isClaimed } from '../../target/owed.ts';

export type Blamed = readonly [id: RequirementId, judgement: Judgement];

/** One broken answer of each requirement, in words and to be seen. */
function told(broken: ReadonlyMap<RequirementId, Violated>): Judgement {
  const all = [...broken.values()];
  const words = new Set(all.map(({ expected }) => expected));
  return {
    verdict: 'violated',
    expected: [...words].join('; and '),
    seen: all.flatMap(({ seen }) => seen),
    breaks: [...broken.keys()],
  };
}

/**
 * What a requirement newer than the target asks for is not asked. An answer that leaves one open (a busy member's) counts
 * for nothing; where not one is decided, nothing is.
 */
export function allBlamed(history: History, judged: readonly Blamed[]): Judgement {
  const counted = judged.filter(([id]) => isClaimed(id, history.target));
  const broken = new Map<RequirementId, Violated>();
  for (const [id, judgement] of counted) {
    if (judgement.verdict === 'violated' && !broken.has(id)) broken.set(id, judgement);
  }
  if (broken.size > 0) return told(broken);
  if (counted.some(([, { verdict }]) => verdict === 'pass')) return pass;
  return counted[0]?.[1] ?? inconclusive('nothing to judge came about');
}
