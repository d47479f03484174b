/** What a judge says of a history. */
import type { RequirementId } from '../contract/requirements.ts';
import type { Exchange } from '../target/exchange.ts';

export interface Passed {
  readonly verdict: 'pass';
}

export interface Violated {
  readonly verdict: 'violated';
  /** What the interface asks for here, as words that end "expected ...". */
  readonly expected: string;
  /** The exchanges that show it; the last is the one that breaks the clause. */
  readonly seen: readonly Exchange[];
  /** The requirements that it breaks, of a check that sees many; absent: all that the check proves. */
  readonly breaks?: readonly RequirementId[];
  /** The breaking answer breaks it also where it reads as one of a busy member (`unlessBusy`). */
  readonly thoughBusy?: true;
}

export interface Inconclusive {
  readonly verdict: 'inconclusive';
  readonly why: string;
}

/** The target does not show what the clause is about, and need not: an operation that the interface does not show. */
export interface NotExercised {
  readonly verdict: 'not-exercised';
  readonly why: string;
}

export type Judgement = Passed | Violated | Inconclusive | NotExercised;

export const pass: Passed = { verdict: 'pass' };

/** `violated('the recorded refusal, replayed', refused, retried)`: the breaking exchange last. */
export function violated(expected: string, ...seen: readonly Exchange[]): Violated {
  return { verdict: 'violated', expected, seen };
}

/** A violation of these alone, of a check that proves more. */
export function blaming(judgement: Judgement, ...breaks: readonly RequirementId[]): Judgement {
  return judgement.verdict === 'violated' ? { ...judgement, breaks } : judgement;
}

export function inconclusive(why: string): Inconclusive {
  return { verdict: 'inconclusive', why };
}

export function notExercised(why: string): NotExercised {
  return { verdict: 'not-exercised', why };
}

/** The first violation; else the first inconclusive, else the first not exercised; else pass. */
export function allOf(...judgements: readonly Judgement[]): Judgement {
  const first = (verdict: Judgement['verdict']) => judgements.find((j) => j.verdict === verdict);
  return first('violated') ?? first('inconclusive') ?? first('not-exercised') ?? pass;
}

/** One judgement of each; inconclusive where there is nothing to judge, for nothing is proved by no exchange. */
export function eachOf<T>(things: readonly T[], judge: (thing: T) => Judgement): Judgement {
  return things.length === 0 ? inconclusive('nothing to judge came about') : allOf(...things.map(judge));
}
