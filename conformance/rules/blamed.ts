/**
 * Judges many responses by many rules. Every broken rule is reported with its own requirement id, not only the first
 * one.
 */

import type { RequirementId } from '../contract/requirements.ts';
import { isClaimed } from '../member/exchange/owed.ts';
import type { History } from '../runner/history.ts';
import type { Judgement, Violated } from '../runner/judgement.ts';
import { allOf, blaming, inconclusive, unseen } from '../runner/judgement.ts';

export type Blamed = readonly [id: RequirementId, judgement: Judgement];

/**
 * Combines the judgements, one for each requirement. A requirement newer than the target is skipped. An undecided
 * judgement (a busy member's response) is ignored where another response decides the same requirement. Inconclusive
 * where none is decided.
 */
export function allBlamed(history: History, judged: readonly Blamed[]): Judgement {
  const counted = judged.filter(([id]) => isClaimed(id, history.target));
  const byClaim = Map.groupBy(counted, ([id]) => id);
  const each = [...byClaim].map(([id, of]) => blaming(decided(of.map(([, judgement]) => judgement)), id));
  const broken = each.filter((one) => one.verdict === 'violated');
  const [first] = broken;
  if (first === undefined) {
    return each.length === 0 ? inconclusive('nothing to judge came about') : allOf(each);
  }
  const words = new Set(broken.map(({ expected }) => expected));
  const whole = allOf(each) as Violated;
  return { ...whole, expected: [...words].join('; and '), seen: broken.flatMap(({ seen }) => seen) };
}

/** The first violation; otherwise a pass; otherwise the judgement that leaves it undecided. */
function decided(judgements: readonly Judgement[]): Judgement {
  const violation = judgements.find(({ verdict }) => verdict === 'violated');
  const held = judgements.find((one) => one.verdict === 'pass' && one.kind !== 'unseen');
  return violation ?? held ?? judgements.find(({ verdict }) => verdict !== 'pass') ?? unseen;
}
