/** The judgements of one check's runs about each claim that it proves, kept apart. */
import type { RequirementId } from '../../contract/requirements.ts';
import { clauseOf } from '../gate/broken-clause.ts';
import type { Judgement, Violated } from '../judgement.ts';
import { partsOf } from '../judgement.ts';
import type { ClaimRow } from '../record/run-record.ts';

/** Why a claim that nothing broke did not pass: no run showed a case of it. */
export const UNSEEN = 'no run showed a case of it';

/** One claim over all runs so far. */
class Standing {
  /** The number of runs in which a case of it was seen, and held or was broken. */
  cases = 0;
  /** The number of runs in which a case of it was seen and held. */
  passed = 0;
  /** The first violation of each clause, by the clause's name. */
  readonly clauses = new Map<string, Violated>();
  inconclusive: string | undefined;
  notExercised: string | undefined;
}

export interface BrokenClause {
  readonly requirement: RequirementId;
  readonly clause: string;
  readonly violation: Violated;
}

/** Accumulates the judgements of a check's runs by requirement. */
export class Claims {
  readonly #standings: Map<RequirementId, Standing>;
  readonly #proves: readonly RequirementId[];

  constructor(proves: readonly RequirementId[]) {
    this.#proves = proves;
    this.#standings = new Map(proves.map((id) => [id, new Standing()]));
  }

  /**
   * Adds the judgement of one run. A part that names no claims counts for all that the check proves. Only a pass
   * counts for none of several: which of them it shows is not known (`blaming` names them).
   */
  add(judgement: Judgement): void {
    const byClaim = new Map<RequirementId, Judgement[]>();
    for (const part of partsOf(judgement)) {
      for (const id of part.about ?? this.#proves) byClaim.set(id, [...(byClaim.get(id) ?? []), part]);
    }
    for (const [id, parts] of byClaim) {
      for (const part of parts) this.#note(id, part);
      const isViolated = parts.some(({ verdict }) => verdict === 'violated');
      const isOpen = isViolated || parts.some(({ verdict }) => verdict === 'inconclusive');
      const isSeen = parts.some((part) => this.#isCase(part));
      if (isSeen && !isOpen) this.#of(id).passed += 1;
      if (isSeen || isViolated) this.#of(id).cases += 1;
    }
  }

  #isCase(part: Judgement): boolean {
    return part.verdict === 'pass' && part.kind !== 'unseen' && (part.about !== undefined || this.#proves.length === 1);
  }

  /** In how many runs a case of each claim was seen. */
  cases(): Readonly<Partial<Record<RequirementId, number>>> {
    return Object.fromEntries([...this.#standings].map(([id, { cases }]) => [id, cases]));
  }

  #note(id: RequirementId, part: Judgement): void {
    const standing = this.#of(id);
    if (part.verdict === 'violated') {
      const clause = clauseOf(part);
      if (!standing.clauses.has(clause)) standing.clauses.set(clause, part);
    }
    if (part.verdict === 'inconclusive') standing.inconclusive ??= part.why;
    else if (part.verdict === 'not-exercised') standing.notExercised ??= part.why;
  }

  #of(id: RequirementId): Standing {
    const standing = this.#standings.get(id) ?? new Standing();
    this.#standings.set(id, standing);
    return standing;
  }

  /** Every clause that was broken so far, once for each claim. */
  brokenClauses(): readonly BrokenClause[] {
    return [...this.#standings].flatMap(([requirement, { clauses }]) =>
      [...clauses].map(([clause, violation]) => ({ requirement, clause, violation })),
    );
  }

  /**
   * One row for each claim. `inWords` gives the expected and the seen for a violation; `unreached` gives the reason
   * for a claim that was not broken but lacks evidence, since the runs never reached one of its states.
   */
  rows(inWords: (violation: Violated) => string, unreached: ReadonlyMap<RequirementId, string>): readonly ClaimRow[] {
    return [...this.#standings].map(([id, standing]): ClaimRow => {
      const { clauses, inconclusive, passed, notExercised } = standing;
      const [violated] = clauses.values();
      if (violated !== undefined) return { id, verdict: 'fail', reason: inWords(violated) };
      if (inconclusive !== undefined) return { id, verdict: 'inconclusive', reason: inconclusive };
      const missing = unreached.get(id);
      if (missing !== undefined) return { id, verdict: 'not-exercised', reason: missing };
      if (passed > 0) return { id, verdict: 'pass' };
      return { id, verdict: 'not-exercised', reason: notExercised ?? UNSEEN };
    });
  }
}
