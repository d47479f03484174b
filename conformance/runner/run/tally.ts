/** The results of one check's trials so far. */
import type { RequirementId } from '../../contract/requirements.ts';
import { clauseOf } from '../gate/broken-clause.ts';
import type { Judgement, Violated } from '../judgement.ts';
import { allOf, eachPart, partsOf, unseen } from '../judgement.ts';
import type { ServerErrorRow } from '../record/run-record.ts';
import type { BrokenClause } from './claims.ts';
import { Claims } from './claims.ts';
import type { Trial } from './trial.ts';

export type ViolatedTrial = Trial & { readonly judgement: Violated };

/** A trial ended the search: a violation to shrink, a fault of the suite, or the end of its time. */
export class Failed extends Error {}

/** Whether a baseline knows that the running check breaks this clause. */
export type IsKnownClause = (requirement: RequirementId, clause: string) => boolean;

/** A check that learns nothing in this many trials is given up. */
const MOST_INCONCLUSIVE = 3;

/** Collects the trials of a check: claims, evidence, broken clauses and reached states. */
export class Tally {
  readonly claims: Claims;
  /** States that the runs have reached so far. */
  readonly reached = new Set<string>();
  readonly wanted: readonly string[];
  judged = 0;
  last: Trial | undefined;
  firstInconclusive: Trial | undefined;
  firstNotExercised: Trial | undefined;
  #lastViolated: ViolatedTrial | undefined;
  fault: (Trial & { readonly judgement: { readonly why: string } }) | undefined;
  #inconclusive = 0;
  readonly #proves: readonly RequirementId[];
  readonly #isKnown: IsKnownClause;
  #ignored: readonly RequirementId[] = [];
  #ignoredClauses: ReadonlySet<string> = new Set();
  readonly #serverErrors = new Map<string, ServerErrorRow>();
  /** A judge asked whether the target is strict. */
  byDecision = false;

  /**
   * @param wanted the states that the check must reach.
   * @param isKnown what a baseline accepts.
   */
  constructor(proves: readonly RequirementId[], wanted: readonly string[], isKnown: IsKnownClause = () => false) {
    this.#proves = proves;
    this.#isKnown = isKnown;
    this.claims = new Claims(proves);
    this.wanted = wanted;
  }

  get unreached(): readonly string[] {
    return this.wanted.filter((state) => !this.reached.has(state));
  }

  get isEnough(): boolean {
    return this.fault !== undefined || this.#inconclusive >= MOST_INCONCLUSIVE;
  }

  get serverErrors(): readonly ServerErrorRow[] {
    return [...this.#serverErrors.values()];
  }

  /**
   * From now on searches pass over what breaks these requirements. Where a baseline knows a requirement to be
   * broken, only the known clauses are passed over: another clause of it is a new failure.
   */
  ignoreBroken(): void {
    const broken = this.claims.brokenClauses();
    const fresh = this.#fresh(broken);
    this.#ignored = fresh.map(({ requirement }) => requirement);
    this.#ignoredClauses = new Set(broken.map(({ requirement, clause }) => `${requirement} ${clause}`));
  }

  /** Whether a violation breaks only clauses that are passed over. */
  isOfKnownClauses(violation: Violated): boolean {
    const clause = clauseOf(violation);
    return (violation.breaks ?? this.#proves).every((id) => this.#ignoredClauses.has(`${id} ${clause}`));
  }

  /** How many broken clauses the baseline does not know. */
  get countOfNew(): number {
    return this.#fresh(this.claims.brokenClauses()).length;
  }

  #fresh(broken: readonly BrokenClause[]): readonly BrokenClause[] {
    return broken.filter(({ requirement, clause }) => !this.#isKnown(requirement, clause));
  }

  /** Takes the smallest violation of the last search; then the next search may begin. */
  takeViolated(): ViolatedTrial | undefined {
    const violated = this.#lastViolated;
    this.#lastViolated = undefined;
    return violated && { ...violated, judgement: this.#newFirst(violated.judgement) };
  }

  /** A judgement is described by its first violation, so the new ones come before the accepted ones. */
  #newFirst(judgement: Violated): Violated {
    const parts = Map.groupBy(partsOf(judgement), (part) => this.#isAccepted(part));
    const sorted = allOf(parts.get(false) ?? [], parts.get(true) ?? []);
    return sorted.verdict === 'violated' ? sorted : judgement;
  }

  #isAccepted(part: Judgement): boolean {
    if (part.verdict !== 'violated') return false;
    const clause = clauseOf(part);
    return (part.breaks ?? this.#proves).every((id) => this.#isKnown(id, clause));
  }

  /** Throws Failed where the search has to end. */
  add(done: Trial): void {
    this.last = done;
    this.byDecision ||= done.byDecision;
    for (const row of done.serverErrors) this.#countErrors(row);
    const { judgement } = done;
    if (judgement.verdict === 'fault') {
      this.fault = { ...done, judgement };
      throw new Failed();
    }
    const open = eachPart(judgement, (part) => this.#withoutKnown(part));
    if (open.verdict === 'violated') {
      this.judged += 1;
      this.#lastViolated = { ...done, judgement: open };
      throw new Failed();
    }
    this.claims.add(open);
    if (open.verdict === 'pass') this.judged += 1;
    else if (open.verdict === 'not-exercised') this.firstNotExercised ??= done;
    else {
      this.#inconclusive += 1;
      this.firstInconclusive ??= done;
    }
  }

  #withoutKnown(part: Judgement): Judgement {
    if (part.verdict !== 'violated') return part;
    const isKnown = part.breaks?.every((id) => this.#ignored.includes(id)) === true;
    return isKnown || this.isOfKnownClauses(part) ? unseen : part;
  }

  #countErrors(row: ServerErrorRow): void {
    const name = `${row.request} ${row.status} ${row.code}`;
    const known = this.#serverErrors.get(name);
    this.#serverErrors.set(name, known === undefined ? row : { ...known, count: known.count + row.count });
  }
}
