/** The results of one check's trials so far. */
import type { RequirementId } from '../../contract/requirements.ts';
import type { TargetFacts } from '../../member/profile/target-facts.ts';
import type { Check } from '../check.ts';
import { clauseOf } from '../gate/broken-clause.ts';
import { History } from '../history.ts';
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
   * Ends a search: takes the smallest violation that it found. From now on searches pass over what breaks these
   * requirements; where a baseline knows a requirement to be broken, only over the known clauses: another clause of it
   * is a new failure. `isOfBaseline`: the violation breaks nothing else.
   */
  endSearch(): { readonly violated: ViolatedTrial; readonly isOfBaseline: boolean } | undefined {
    const last = this.#lastViolated;
    if (last === undefined) return undefined;
    this.#lastViolated = undefined;
    const violated = { ...last, judgement: this.#newFirst(last.judgement) };
    const before = this.#ofNew().length;
    this.claims.add(violated.judgement);
    const fresh = this.#ofNew();
    this.#ignored = fresh.map(({ requirement }) => requirement);
    this.#ignoredClauses = new Set(this.claims.brokenClauses().map((one) => `${one.requirement} ${one.clause}`));
    return { violated, isOfBaseline: fresh.length === before };
  }

  /** The broken clauses that the baseline does not know. */
  #ofNew(): readonly BrokenClause[] {
    return this.claims.brokenClauses().filter(({ requirement, clause }) => !this.#isKnown(requirement, clause));
  }

  /** Notes the states that a passing run reached: those that the check must reach, and those that a claim needs. */
  reach({ mustReach }: Check, { judgement, exchanges, conversations, notes }: Trial, facts: TargetFacts): void {
    if (mustReach === undefined || judgement.verdict !== 'pass') return;
    const states = [...this.wanted, ...[...(mustReach.shows?.values() ?? [])].flat()];
    // Computed from a separate history; skipped once every state was reached.
    if (states.every((state) => this.reached.has(state))) return;
    const history = new History(exchanges, facts, conversations, notes);
    for (const state of mustReach.reachedBy(history)) this.reached.add(state);
  }

  /** A judgement is described by its first violation, so the new ones come before the accepted ones. */
  #newFirst(judgement: Violated): Violated {
    const isAccepted = (part: Judgement) => part.verdict === 'violated' && this.#breaksOnly(part, this.#isKnown);
    const parts = Map.groupBy(partsOf(judgement), isAccepted);
    const sorted = allOf(parts.get(false) ?? [], parts.get(true) ?? []);
    return sorted.verdict === 'violated' ? sorted : judgement;
  }

  #breaksOnly(violation: Violated, isOne: IsKnownClause): boolean {
    const clause = clauseOf(violation);
    return (violation.about ?? this.#proves).every((id) => isOne(id, clause));
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
    const isKnown = part.about?.every((id) => this.#ignored.includes(id)) === true;
    return isKnown || this.#breaksOnly(part, (id, clause) => this.#ignoredClauses.has(`${id} ${clause}`))
      ? unseen
      : part;
  }

  #countErrors(row: ServerErrorRow): void {
    const name = `${row.request} ${row.status} ${row.code}`;
    const known = this.#serverErrors.get(name);
    this.#serverErrors.set(name, known === undefined ? row : { ...known, count: known.count + row.count });
  }
}
