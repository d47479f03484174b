/** Many rules judged over many answers: each that is broken is blamed by its own id, not the first alone. */

import { isClaimed } from '../client/owed.ts';
import type { RequirementId } from '../contract/requirements.ts';
import type { History } from '../runner/history.ts';
import type { Judgement, Violated } from '../runner/judgement.ts';
import { allOf, blaming, inconclusive, unseen } from '../runner/judgement.ts';

export type Blamed = readonly [id: RequirementId, judgement: Judgement];

/**
 * One judgement of each requirement, as parts of one. What a requirement newer than the target asks for is not asked. An
 * answer that leaves one open (a busy member's) counts for nothing where others decide it; where not one is decided, nothing
 * is.
 */
export function allBlamed(history: History, judged: readonly Blamed[]): Judgement {
  const counted = judged.filter(([id]) => isClaimed(id, history.target));
  const byClaim = Map.groupBy(counted, ([id]) => id);
  const each = [...byClaim].map(([id, of]) => blaming(decided(of.map(([, judgement]) => judgement)), id));
  const broken = each.filter((one) => one.verdict === 'violated');
  const [first] = broken;
  if (first === undefined) {
    return each.length === 0 ? inconclusive('nothing to judge came about') : allOf(...each);
  }
  const words = new Set(broken.map(({ expected }) => expected));
  const whole = allOf(...each) as Violated;
  return { ...whole, expected: [...words].join('; and '), seen: broken.flatMap(({ seen }) => seen) };
}

/** The first violation; else a pass, else what leaves it open. */
function decided(judgements: readonly Judgement[]): Judgement {
  const violation = judgements.find(({ verdict }) => verdict === 'violated');
  const held = judgements.find((one) => one.verdict === 'pass' && one.unseen !== true);
  return violation ?? held ?? judgements.find(({ verdict }) => verdict !== 'pass') ?? unseen;
}
