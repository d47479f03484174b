/** A judge's verdict on a history. */

import type { RequirementId } from '../contract/requirements.ts';
import { isBusy } from '../member/exchange/busy.ts';
import type { Exchange } from '../member/exchange/exchange.ts';
import { placeOf } from './gate/broken-clause.ts';

interface Judged {
  /** The requirements that it is about, for a check that proves several; absent: all that the check proves. */
  readonly about?: readonly RequirementId[];
  /** The parts of a combined judgement; no part has parts itself. Their claims are judged apart. */
  readonly parts?: readonly Judgement[];
}

export interface Passed extends Judged {
  readonly verdict: 'pass';
  /** Nothing broke the claim, and nothing could: its premise never held. It proves nothing (`unseen`). */
  readonly kind?: 'unseen';
}

export interface Violated extends Judged {
  readonly verdict: 'violated';
  /** What the interface requires here, in words that follow "expected". */
  readonly expected: string;
  /** The exchanges that show it; the last is the one that breaks the clause. */
  readonly seen: readonly Exchange[];
  /**
   * Which excuses it has (`excused`). Absent: its last exchange is of a busy member, or one of them is a 202 without an outcome.
   * `comparison`: any of them is of a busy member, since their difference is the violation. `busy answer`: the last answer is a
   * violation although it reads like a busy member's. `promise`: a 202 is the violation.
   */
  readonly kind?: 'comparison' | 'busy answer' | 'promise';
}

export interface Inconclusive extends Judged {
  readonly verdict: 'inconclusive';
  readonly why: string;
  /** A body that the interface does not show was refused (`notTaken`). */
  readonly kind?: 'assumed body';
}

/** The target does not show what the clause is about, and need not: an operation that the interface does not show. */
export interface NotExercised extends Judged {
  readonly verdict: 'not-exercised';
  readonly why: string;
  /** `drive` ended at a write that was held back (HeldBack): what it sent before may still show a violation. */
  readonly kind?: 'held back';
}

export type Judgement = Passed | Violated | Inconclusive | NotExercised;

/** The judgement that the claim was seen to hold. */
export const pass: Passed = { verdict: 'pass' };

/** For a claim whose premise was not met: neither a violation nor evidence. */
export const unseen: Passed = { verdict: 'pass', kind: 'unseen' };

/**
 * One or many. Lists are handed on whole: as arguments, a hundred thousand would not fit on the stack. The lint rule
 * `no-spread-lists` holds it.
 */
export type Listed<T> = T | readonly T[];

/** `violated('the recorded refusal, replayed', refused, retried)`: the breaking exchange last. */
export function violated(expected: string, ...seen: readonly Listed<Exchange>[]): Violated {
  return { verdict: 'violated', expected, seen: seen.flat() };
}

/** Like `violated`, for answers that had to agree. */
export function differs(expected: string, ...seen: readonly Listed<Exchange>[]): Violated {
  return { ...violated(expected, seen.flat()), kind: 'comparison' };
}

/** The violation, also where its answer reads like a busy member's. */
export function evenIfBusy(violation: Violated): Violated {
  return { ...violation, kind: 'busy answer' };
}

/** The violation, also where its answer is a 202. */
export function evenIfPromised(violation: Violated): Violated {
  return { ...violation, kind: 'promise' };
}

/** The same judgement, about these requirements only, for a check that proves more. */
export function blaming(judgement: Judgement, ...ids: readonly RequirementId[]): Judgement {
  if (judgement.parts !== undefined) return allOf(judgement.parts.map((part) => blaming(part, ...ids)));
  return { ...judgement, about: ids };
}

/**
 * The run cannot decide the claim.
 * @param why the reason, for the record.
 */
export function inconclusive(why: string): Inconclusive {
  return { verdict: 'inconclusive', why };
}

/**
 * The target did not show what the claim is about, and need not.
 * @param why the reason, for the record.
 */
export function notExercised(why: string): NotExercised {
  return { verdict: 'not-exercised', why };
}

/** A judgement's parts; the judgement itself where it has none. */
export function partsOf(judgement: Judgement): readonly Judgement[] {
  return judgement.parts ?? [judgement];
}

/** The violation that a judgement of several claims is described by. */
export function firstBroken(judgement: Violated): Violated {
  return partsOf(judgement).find((part) => part.verdict === 'violated') ?? judgement;
}

/** The first violation; else the first inconclusive, else the first not exercised, else pass. */
function strongest(judgements: readonly Judgement[]): Judgement {
  const first = (verdict: Judgement['verdict']) => judgements.find((j) => j.verdict === verdict);
  const passed = judgements.find((j) => j.verdict === 'pass' && j.kind !== 'unseen');
  return first('violated') ?? first('inconclusive') ?? first('not-exercised') ?? passed ?? unseen;
}

/**
 * The busy member's answer that leaves a violation open; undefined where the violation stands. It is the answer that breaks the
 * clause, or, where answers are compared, any of them.
 */
export function busyAnswer({ kind, seen }: Violated): Exchange | undefined {
  if (kind === 'busy answer') return undefined;
  return (kind === 'comparison' ? seen : seen.slice(-1)).find(isBusy);
}

/**
 * Several judgements as one: its verdict is the strongest of them (violated, inconclusive, not exercised, pass). Where any is
 * about certain requirements, all are kept as its parts, so that the runner judges each claim apart. None at all: `unseen`.
 */
export function allOf(...judgements: readonly Listed<Judgement>[]): Judgement {
  const listed = judgements.flat();
  // Of nearly all histories.
  if (listed.length > 0 && listed.every((one) => one === pass)) return pass;
  const parts = listed.flatMap(partsOf);
  const top = strongest(parts);
  if (parts.every(({ about }) => about === undefined)) {
    // Several broken clauses are several failures, each of which a baseline knows or does not.
    const broken = parts.filter((part) => part.verdict === 'violated');
    const clauses = new Set(broken.map(({ expected, seen }) => `${placeOf(seen.at(-1))} ${expected}`));
    if (clauses.size > 1) return { ...top, parts };
    // Of one clause, a violation that is not excused stands for all: the excuse of another hides none.
    return broken.find((part) => busyAnswer(part) === undefined) ?? top;
  }
  const { about: _, ...rest } = top;
  const broken = parts.filter(({ verdict }) => verdict === 'violated');
  // A judgement about all requirements leaves nothing to keep apart.
  if (broken.length === 0 || broken.some(({ about }) => about === undefined)) return { ...rest, parts };
  return { ...rest, about: [...new Set(broken.flatMap(({ about = [] }) => about))], parts };
}

/** Changes each part, and combines the changed parts again. */
export function eachPart(judgement: Judgement, change: (part: Judgement) => Judgement): Judgement {
  if (judgement.parts === undefined) return change(judgement);
  return allOf(
    judgement.parts.map((part) => {
      const changed = change(part);
      return changed === part || part.about === undefined ? changed : blaming(changed, ...part.about);
    }),
  );
}

/** Like `allOf`, for instances that a target need not all show: those not exercised count only where no other was. */
export function anyShownOf(...judgements: readonly Listed<Judgement>[]): Judgement {
  const listed = judgements.flat();
  const shown = listed.filter(({ verdict }) => verdict !== 'not-exercised');
  return allOf(shown.length > 0 ? shown : listed);
}

/** One judgement for each item; inconclusive without items, since no exchange proves nothing. */
export function eachOf<T>(things: readonly T[], judge: (thing: T) => Judgement): Judgement {
  return things.length === 0 ? inconclusive('nothing to judge came about') : allOf(things.map(judge));
}

/** Like `eachOf`, for cases that a target need not have: not exercised without items. */
export function eachShown<T>(things: readonly T[], judge: (thing: T) => Judgement, why: string): Judgement {
  return things.length === 0 ? notExercised(why) : allOf(things.map(judge));
}
