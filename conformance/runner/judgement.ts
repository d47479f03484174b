/** A judge's verdict on a history. */

import type { RequirementId } from '../contract/requirements.ts';
import { isBusy } from '../member/exchange/busy.ts';
import type { Exchange } from '../member/exchange/exchange.ts';
import { placeOf } from './gate/broken-clause.ts';

/** The requirements that a judgement is about, for a check that proves several; absent: all that the check proves. */
interface About {
  readonly about?: readonly RequirementId[];
  /** The parts of a combined judgement; no part has parts itself. Their claims are judged apart. */
  readonly parts?: readonly Judgement[];
}

export interface Passed extends About {
  readonly verdict: 'pass';
  /** Nothing broke the claim, and nothing could: its premise never held. It proves nothing (`unseen`). */
  readonly unseen?: true;
}

export interface Violated extends Pick<About, 'parts'> {
  readonly verdict: 'violated';
  /** What the interface requires here, in words that follow "expected". */
  readonly expected: string;
  /** The exchanges that show it; the last is the one that breaks the clause. */
  readonly seen: readonly Exchange[];
  /** The requirements that it breaks, for a check that covers many; absent: all that the check proves. */
  readonly breaks?: readonly RequirementId[];
  /**
   * The violation is a difference between compared answers: it is excused where any of them is a busy member's
   * (`excused`).
   */
  readonly compared?: true;
  /** The breaking answer is a violation even where it reads like a busy member's (`excused`). */
  readonly thoughBusy?: true;
  /** A 202 is a violation: the door has to refuse the request (`excused`). */
  readonly thoughPromised?: true;
}

export interface Inconclusive extends About {
  readonly verdict: 'inconclusive';
  readonly why: string;
  /** A body that the interface does not show was refused (`notTaken`). */
  readonly ofAssumedBody?: true;
}

/** The target does not show what the clause is about, and need not: an operation that the interface does not show. */
export interface NotExercised extends About {
  readonly verdict: 'not-exercised';
  readonly why: string;
  /** `drive` ended at a write that was held back (HeldBack): what it sent before may still show a violation. */
  readonly ofHeldBack?: true;
}

export type Judgement = Passed | Violated | Inconclusive | NotExercised;

/** The judgement that the claim was seen to hold. */
export const pass: Passed = { verdict: 'pass' };

/** For a claim whose premise was not met: neither a violation nor evidence. */
export const unseen: Passed = { verdict: 'pass', unseen: true };

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
  return { ...violated(expected, seen.flat()), compared: true };
}

/** The same judgement, about these requirements only, for a check that proves more. */
export function blaming(judgement: Judgement, ...ids: readonly RequirementId[]): Judgement {
  if (judgement.parts !== undefined) return allOf(judgement.parts.map((part) => blaming(part, ...ids)));
  return judgement.verdict === 'violated' ? { ...judgement, breaks: ids } : { ...judgement, about: ids };
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

/** The requirements that one judgement is about; undefined: all that the check proves. */
export function aboutOf(judgement: Judgement): readonly RequirementId[] | undefined {
  return judgement.verdict === 'violated' ? judgement.breaks : judgement.about;
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
  const passed = judgements.find((j) => j.verdict === 'pass' && j.unseen !== true);
  return first('violated') ?? first('inconclusive') ?? first('not-exercised') ?? passed ?? unseen;
}

/**
 * The busy member's answer that leaves a violation open; undefined where the violation stands. It is the answer that breaks the
 * clause, or, where answers are compared, any of them.
 */
export function busyAnswer({ compared, thoughBusy, seen }: Violated): Exchange | undefined {
  if (thoughBusy === true) return undefined;
  return (compared === true ? seen : seen.slice(-1)).find(isBusy);
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
  if (parts.every((part) => aboutOf(part) === undefined)) {
    // Several broken clauses are several failures, each of which a baseline knows or does not.
    const broken = parts.filter((part) => part.verdict === 'violated');
    const clauses = new Set(broken.map(({ expected, seen }) => `${placeOf(seen.at(-1))} ${expected}`));
    if (clauses.size > 1) return { ...top, parts };
    // Of one clause, a violation that is not excused stands for all: the excuse of another hides none.
    return broken.find((part) => busyAnswer(part) === undefined) ?? top;
  }
  if (top.verdict !== 'violated') return { ...withoutAbout(top), parts };
  const broken = parts.filter((part) => part.verdict === 'violated');
  const { breaks: _, ...rest } = top;
  // A judgement without requirements leaves nothing to keep apart.
  if (broken.some(({ breaks }) => breaks === undefined)) return { ...rest, parts };
  return { ...rest, breaks: [...new Set(broken.flatMap(({ breaks = [] }) => breaks))], parts };
}

function withoutAbout<J extends Exclude<Judgement, Violated>>(judgement: J): J {
  const { about: _, ...rest } = judgement;
  return rest as J;
}

/** Changes each part, and combines the changed parts again. */
export function eachPart(judgement: Judgement, change: (part: Judgement) => Judgement): Judgement {
  if (judgement.parts === undefined) return change(judgement);
  return allOf(
    judgement.parts.map((part) => {
      const changed = change(part);
      const about = aboutOf(part);
      return changed === part || about === undefined ? changed : blaming(changed, ...about);
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
