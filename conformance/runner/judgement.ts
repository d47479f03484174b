/** What a judge says of a history. */

import { isBusy } from '../client/busy.ts';
import type { Exchange } from '../client/exchange.ts';
import type { RequirementId } from '../contract/requirements.ts';

/** Which requirements a judgement is about, of a check that proves several; absent: all that the check proves. */
interface About {
  readonly about?: readonly RequirementId[];
  /** Of several judgements together: each of them, none of which has parts itself. Their claims are judged apart. */
  readonly parts?: readonly Judgement[];
}

export interface Passed extends About {
  readonly verdict: 'pass';
  /** Nothing broke the claim, and nothing could: its premise never held. It proves nothing (`unseen`). */
  readonly unseen?: true;
}

export interface Violated extends Pick<About, 'parts'> {
  readonly verdict: 'violated';
  /** What the interface asks for here, as words that end "expected ...". */
  readonly expected: string;
  /** The exchanges that show it; the last is the one that breaks the clause. */
  readonly seen: readonly Exchange[];
  /** The requirements that it breaks, of a check that sees many; absent: all that the check proves. */
  readonly breaks?: readonly RequirementId[];
  /** It is a difference of answers that are compared: neither is wrong where any of them is a busy member's (`excused`). */
  readonly compared?: true;
  /** The breaking answer breaks it also where it reads as one of a busy member (`excused`). */
  readonly thoughBusy?: true;
  /** A 202 breaks it: the door has to refuse what was sent (`excused`). */
  readonly thoughPromised?: true;
}

export interface Inconclusive extends About {
  readonly verdict: 'inconclusive';
  readonly why: string;
  /** A body that the interface does not show was not taken (`notTaken`). */
  readonly ofAssumedBody?: true;
}

/** The target does not show what the clause is about, and need not: an operation that the interface does not show. */
export interface NotExercised extends About {
  readonly verdict: 'not-exercised';
  readonly why: string;
}

export type Judgement = Passed | Violated | Inconclusive | NotExercised;

export const pass: Passed = { verdict: 'pass' };

/** For a claim whose premise was not met: no violation, and no evidence for it either. */
export const unseen: Passed = { verdict: 'pass', unseen: true };

/** `violated('the recorded refusal, replayed', refused, retried)`: the breaking exchange last. */
export function violated(expected: string, ...seen: readonly Exchange[]): Violated {
  return { verdict: 'violated', expected, seen };
}

/** As `violated`, of answers that had to agree. */
export function differs(expected: string, ...seen: readonly Exchange[]): Violated {
  return { ...violated(expected, ...seen), compared: true };
}

/** The same judgement, about these requirements alone, of a check that proves more. */
export function blaming(judgement: Judgement, ...ids: readonly RequirementId[]): Judgement {
  if (judgement.parts !== undefined) return allOf(...judgement.parts.map((part) => blaming(part, ...ids)));
  return judgement.verdict === 'violated' ? { ...judgement, breaks: ids } : { ...judgement, about: ids };
}

export function inconclusive(why: string): Inconclusive {
  return { verdict: 'inconclusive', why };
}

export function notExercised(why: string): NotExercised {
  return { verdict: 'not-exercised', why };
}

/** The requirements that one judgement is about; undefined: all that the check proves. */
export function aboutOf(judgement: Judgement): readonly RequirementId[] | undefined {
  return judgement.verdict === 'violated' ? judgement.breaks : judgement.about;
}

/** A judgement's parts; itself where it has none. */
export function partsOf(judgement: Judgement): readonly Judgement[] {
  return judgement.parts ?? [judgement];
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
export function allOf(...judgements: readonly Judgement[]): Judgement {
  const parts = judgements.flatMap(partsOf);
  const top = strongest(parts);
  if (parts.every((part) => aboutOf(part) === undefined)) {
    // Several broken clauses are several failures, each of which a baseline knows or does not.
    const broken = parts.filter((part) => part.verdict === 'violated');
    if (new Set(broken.map(({ expected }) => expected)).size > 1) return { ...top, parts };
    // Of one clause, a violation that is not excused stands for all: the excuse of another hides none.
    return broken.find((part) => busyAnswer(part) === undefined) ?? top;
  }
  if (top.verdict !== 'violated') return { ...withoutAbout(top), parts };
  const broken = parts.filter((part) => part.verdict === 'violated');
  const { breaks: _, ...rest } = top;
  // One that is about all leaves nothing to tell apart.
  if (broken.some(({ breaks }) => breaks === undefined)) return { ...rest, parts };
  return { ...rest, breaks: [...new Set(broken.flatMap(({ breaks = [] }) => breaks))], parts };
}

function withoutAbout<J extends Exclude<Judgement, Violated>>(judgement: J): J {
  const { about: _, ...rest } = judgement;
  return rest as J;
}

/** Each part put through `change`, and the judgement of all of them as it then is. */
export function eachPart(judgement: Judgement, change: (part: Judgement) => Judgement): Judgement {
  if (judgement.parts === undefined) return change(judgement);
  return allOf(
    ...judgement.parts.map((part) => {
      const changed = change(part);
      const about = aboutOf(part);
      return changed === part || about === undefined ? changed : blaming(changed, ...about);
    }),
  );
}

/** As `allOf`, of instances that a target need not all show: those that were not exercised count only where none was. */
export function anyShownOf(...judgements: readonly Judgement[]): Judgement {
  const shown = judgements.filter(({ verdict }) => verdict !== 'not-exercised');
  return allOf(...(shown.length > 0 ? shown : judgements));
}

/** One judgement of each; inconclusive where there is nothing to judge, for nothing is proved by no exchange. */
export function eachOf<T>(things: readonly T[], judge: (thing: T) => Judgement): Judgement {
  return things.length === 0 ? inconclusive('nothing to judge came about') : allOf(...things.map(judge));
}
