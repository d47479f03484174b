/** Candidates of a shrink: reads each, skips what cannot be played or was played already, counts plays against a budget. */
import type { Place } from '../format/problem.ts';
import { ScenarioProblem } from '../format/problem.ts';
import { readScenario } from '../format/read.ts';
import type { Scenario } from '../format/scenario.ts';
import type { Source } from '../format/source.ts';
import { readSource } from '../format/source.ts';
import type { Change, EditableScenario, Part } from './editable.ts';

export interface Budget {
  readonly plays: number;
  readonly ms: number;
}

export interface CandidateOptions {
  /** Whether the step at this place still fails in the same way. */
  readonly fails: (scenario: Scenario, at: Place) => Promise<boolean>;
  readonly file: string;
  readonly budget: Budget;
  readonly nowMs: () => number;
  readonly signal?: AbortSignal | undefined;
  /** Called before each play. */
  readonly onPlay?: ((plays: number) => void) | undefined;
}

export type Stop = 'plays' | 'time' | 'interrupted';

/** Rounds of removing what depends on removed steps. */
const MOST_ROUNDS = 20;

export class Candidates {
  readonly editable: EditableScenario;
  /** The step that fails. */
  readonly failing: Part;
  readonly #options: CandidateOptions;
  readonly #startMs: number;
  readonly #judged = new Map<string, boolean>();
  plays = 0;
  stopped: Stop | undefined;

  constructor(editable: EditableScenario, failing: Part, options: CandidateOptions) {
    this.editable = editable;
    this.failing = failing;
    this.#options = options;
    this.#startMs = options.nowMs();
  }

  /** Makes the change for good if the file still fails in the same way with it. */
  async accepts(change: Change): Promise<boolean> {
    const undo = change();
    const isKept = await this.#isKept();
    if (!isKept) undo();
    return isKept;
  }

  /** Takes parts out for good if the file still fails in the same way without them. */
  removes(parts: ReadonlySet<Part>): Promise<boolean> {
    return parts.has(this.failing) ? Promise.resolve(false) : this.accepts(this.editable.removal(parts));
  }

  /**
   * As `removes`, for steps: those that cannot be without a removed one, because they use its answer or its name, go too.
   */
  async removesSteps(steps: ReadonlySet<Part>): Promise<boolean> {
    const gone = new Set(steps);
    for (let round = 0; round < MOST_ROUNDS && !gone.has(this.failing); round += 1) {
      const stranded = this.#strandedBy(gone);
      if (stranded.length === 0) return this.removes(gone);
      for (const step of stranded) gone.add(step);
    }
    return false;
  }

  /** The steps that have a problem once these are gone. */
  #strandedBy(gone: ReadonlySet<Part>): readonly Part[] {
    const { editable } = this;
    const undo = editable.removal(gone)();
    try {
      const text = editable.text;
      const problems = problemsOf(text, this.#options.file);
      if (problems.length === 0) return [];
      const source = readSource(text, this.#options.file);
      const steps = editable.steps().map((step) => ({ step, at: placeOf(step, editable, source) }));
      // A problem of the whole file: nothing that can be removed mends it.
      const found = problems.map((problem) => steps.findLast(({ at }) => isBefore(at, problem))?.step ?? this.failing);
      return [...new Set(found)];
    } finally {
      undo();
    }
  }

  async #isKept(): Promise<boolean> {
    const text = this.editable.text;
    const known = this.#judged.get(text);
    if (known !== undefined) return known;
    const { file, fails, onPlay } = this.#options;
    const at = placeOf(this.failing, this.editable, readSource(text, file));
    const scenario = readable(text, file);
    if (scenario === undefined) return false;
    if (this.#isStopped()) return false;
    this.plays += 1;
    onPlay?.(this.plays);
    const isKept = await fails(scenario, at);
    // A play that was interrupted says nothing.
    if (this.#options.signal?.aborted === true) return false;
    this.#judged.set(text, isKept);
    return isKept;
  }

  #isStopped(): boolean {
    const { budget, nowMs, signal } = this.#options;
    if (signal?.aborted === true) this.stopped = 'interrupted';
    else if (this.plays >= budget.plays) this.stopped ??= 'plays';
    else if (nowMs() - this.#startMs >= budget.ms) this.stopped ??= 'time';
    return this.stopped !== undefined;
  }
}

function placeOf(step: Part, editable: EditableScenario, source: Source): Place {
  return source.placeOf(editable.wayOf(step) ?? []);
}

function isBefore(a: Place, b: Place): boolean {
  return a.line < b.line || (a.line === b.line && a.column <= b.column);
}

function problemsOf(text: string, file: string): readonly Place[] {
  try {
    readScenario(text, file);
    return [];
  } catch (thrown) {
    if (thrown instanceof ScenarioProblem) return thrown.problems;
    throw thrown;
  }
}

function readable(text: string, file: string): Scenario | undefined {
  try {
    return readScenario(text, file);
  } catch (thrown) {
    if (thrown instanceof ScenarioProblem) return undefined;
    throw thrown;
  }
}
