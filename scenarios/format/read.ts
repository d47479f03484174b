/**
 * Parses the text of a scenario file to a scenario that can be played; reports every problem with its line and column.
 */
import type { z } from 'zod';
import { BETWEEN_KEYS } from './closed.ts';
import type { StepInput, StepKind } from './format.ts';
import { STEP_SHAPES, scenarioShape } from './format.ts';
import type { PlacedStep } from './link.ts';
import { linkSteps } from './link.ts';
import type { Problem } from './problem.ts';
import { problemLine, ScenarioProblem } from './problem.ts';
import { PHASES, type Phase, type Scenario } from './scenario.ts';
import { shown } from './shown.ts';
import type { Source, YamlWay } from './source.ts';
import { readSource } from './source.ts';
import { hint } from './suggest.ts';
import { inRounds, ofPass } from './written-out.ts';

function said(way: YamlWay): string {
  return way.map(String).join('.');
}

function problemsOf(error: z.ZodError, way: YamlWay, source: Source): readonly Problem[] {
  const misnamed = new Set(error.issues.flatMap((one) => (one.code === 'unrecognized_keys' ? said(one.path) : [])));
  return error.issues.flatMap((issue) => {
    const here = [...way, ...issue.path];
    // A misspelt key explains the missing one.
    if (issue.code === 'custom' && misnamed.has(said(issue.path))) return [];
    if (issue.code !== 'unrecognized_keys') {
      return [{ file: source.file, ...source.placeOf(here), message: issue.message }];
    }
    const messages = issue.message.split(BETWEEN_KEYS);
    return issue.keys.map((key, i) => ({
      file: source.file,
      ...source.placeOfKey([...here, key]),
      message: messages[i] ?? issue.message,
    }));
  });
}

/** A step with only `repeat` is also a request: it takes the request line of the repeated step. */
const TELLING = { ...STEP_SHAPES, repeat: STEP_SHAPES.request } as const;

function kindOf(value: unknown): StepKind | { readonly wrong: string; readonly key?: string } {
  const kinds = Object.keys(STEP_SHAPES);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { wrong: `a step is a mapping with one of ${kinds.join(', ')}` };
  }
  const keys = Object.keys(value);
  const telling = keys.filter((key) => Object.hasOwn(TELLING, key));
  const found = new Set(telling.map((key) => (key === 'repeat' ? 'request' : (key as StepKind))));
  const [kind, other] = [...found];
  if (kind !== undefined && other === undefined) return kind;
  if (kind !== undefined && other !== undefined) {
    return { wrong: `a step does one thing: this one has both ${kind} and ${other}; make two steps of it`, key: other };
  }
  const slip = keys.find((key) => hint(key, kinds).startsWith(';'));
  const wrong = `a step needs one of ${kinds.join(', ')}`;
  return slip === undefined ? { wrong } : { wrong: `unknown step '${slip}'${hint(slip, kinds)}`, key: slip };
}

type ReadStep = { [Kind in StepKind]: { readonly kind: Kind } & z.output<(typeof STEP_SHAPES)[Kind]> }[StepKind];

function readStep(value: unknown, way: YamlWay, source: Source): ReadStep | readonly Problem[] {
  const kind = kindOf(value);
  if (typeof kind === 'object') {
    const at = kind.key === undefined ? source.placeOf(way) : source.placeOfKey([...way, kind.key]);
    return [{ file: source.file, ...at, message: kind.wrong }];
  }
  const parsed = STEP_SHAPES[kind].safeParse(value, { reportInput: true });
  return parsed.success ? ({ kind, ...parsed.data } as ReadStep) : problemsOf(parsed.error, way, source);
}

/** More than any incident has; a slip in `times` must not fill the memory. */
export const MOST_STEPS = 5_000;
/** Of the text of all passes of all loops. */
const MOST_WRITTEN_OUT = 50_000_000;

/** What a scenario's loops may still be written out to: of all phases together. */
const FULL = Number.NEGATIVE_INFINITY;
interface Room {
  steps: number;
  characters: number;
}

/** Reads the steps of one phase, those in loops and branches included. */
class StepReader {
  readonly problems: Problem[] = [];
  readonly #phase: Phase;
  readonly #source: Source;
  readonly #room: Room;
  readonly #reported = new Set<string>();
  #branched = 0;

  constructor(phase: Phase, source: Source, room: Room) {
    this.#phase = phase;
    this.#source = source;
    this.#room = room;
  }

  read(values: readonly unknown[], way: YamlWay): readonly PlacedStep[] {
    return values.flatMap((value, i) => this.#one(value, [...way, i]));
  }

  /** Wrong steps count too: a loop of them must end as well. */
  #one(value: unknown, way: YamlWay): readonly PlacedStep[] {
    if (this.#isFull(way)) return [];
    this.#room.steps -= 1;
    const read = readStep(value, way, this.#source);
    if (Array.isArray(read)) {
      for (const problem of read as readonly Problem[]) this.#add(problem);
      return [];
    }
    const step = read as ReadStep;
    switch (step.kind) {
      case 'steps':
        return this.#loop(step, way);
      case 'parallel':
        return this.#branches(step.parallel, way);
      default:
        if (this.#phase === 'holds') this.#mustExpect(step, way);
        return [{ phase: this.#phase, way, input: step }];
    }
  }

  #loop({ steps, times, counter = 'pass' }: Extract<ReadStep, { kind: 'steps' }>, way: YamlWay): readonly PlacedStep[] {
    const passes: (readonly PlacedStep[])[] = [];
    const characters = shown(steps).length;
    for (let pass = 1; pass <= times && !this.#isFull(way); pass += 1) {
      this.#room.characters -= characters;
      passes.push(this.read(ofPass(steps, counter, pass) as readonly unknown[], [...way, 'steps']));
    }
    return passes.flat();
  }

  #isFull(way: YamlWay): boolean {
    const { steps, characters } = this.#room;
    if (steps > 0 && characters > 0) return false;
    // Reported once for the whole file, in the first phase that meets it.
    if (steps !== FULL) {
      const what = steps > 0 ? `${MOST_WRITTEN_OUT} characters` : `${MOST_STEPS} steps`;
      this.#say(way, `the scenario has more than ${what} when its loops are written out: split it into several files`);
      this.#room.steps = FULL;
    }
    return true;
  }

  #branches(parallel: readonly (readonly unknown[])[], way: YamlWay): readonly PlacedStep[] {
    this.#branched += 1;
    const at = this.#branched;
    const branches = parallel.map((branch, i) => this.read(branch, [...way, 'parallel', i]));
    for (const { input, way: within } of branches.flat()) {
      if (input.kind === 'request' && input.within !== undefined)
        this.#say(
          [...within, 'within'],
          'within sends again and again, and a branch sends once: put it after parallel',
        );
    }
    return inRounds(branches, (branch, round) => `parallel ${at}, branch ${branch}, step ${round}`);
  }

  /** What must hold at the end changes nothing, and says what it is. */
  #mustExpect(step: StepInput, way: YamlWay): void {
    const isRead = step.kind === 'request' && /^(GET|HEAD|OPTIONS) /.test(step.request ?? 'GET ');
    if (!isRead && !['await', 'hear', 'wait', 'clear', 'release'].includes(step.kind)) {
      this.#say(way, `holds has only reads, hear and await: ${step.kind} changes something; put it in calm`);
    } else if (['request', 'await', 'hear'].includes(step.kind) && !('expect' in step && step.expect !== undefined)) {
      this.#say(way, 'a step of holds needs expect: what has to hold');
    }
  }

  #say(way: YamlWay, message: string): void {
    this.#add({ file: this.#source.file, ...this.#source.placeOf(way), message });
  }

  /** A step of a loop is wrong in each pass, and said once. */
  #add(problem: Problem): void {
    const line = problemLine(problem);
    if (this.#reported.has(line)) return;
    this.#reported.add(line);
    this.problems.push(problem);
  }
}

/** @param file its name in messages. Throws ScenarioProblem with every problem found. */
export function readScenario(text: string, file: string): Scenario {
  const source = readSource(text, file);
  const head = scenarioShape.safeParse(source.value, { reportInput: true });
  const value = (typeof source.value === 'object' ? source.value : null) as Record<string, unknown> | null;
  const room: Room = { steps: MOST_STEPS, characters: MOST_WRITTEN_OUT };
  const phases = PHASES.map((phase) => {
    const reader = new StepReader(phase, source, room);
    const stated = value?.[phase];
    return { steps: reader.read(Array.isArray(stated) ? stated : [], [phase]), problems: reader.problems };
  });
  const problems = [
    ...(head.success ? [] : problemsOf(head.error, [], source)),
    ...phases.flatMap((phase) => phase.problems),
  ];
  if (!head.success || problems.length > 0) throw new ScenarioProblem(inOrder(problems));
  const placed = phases.flatMap((phase) => phase.steps);
  if (placed.length === 0) {
    throw new ScenarioProblem([
      { file, line: 1, column: 1, message: 'a scenario needs a step, in storm, calm or holds' },
    ]);
  }
  const linked = linkSteps(placed, source, head.data.world?.members?.length);
  if (linked.problems.length > 0) throw new ScenarioProblem(inOrder(linked.problems));
  const { id, story, client, theme, proves = [], world } = head.data;
  return {
    file,
    id,
    story: story.trim(),
    ...(client === undefined ? {} : { client: client.trim() }),
    ...(theme === undefined ? {} : { theme: theme.trim() }),
    proves,
    world: worldOf(world),
    steps: linked.steps,
  };
}

function worldOf(stated: z.output<typeof scenarioShape>['world']): Scenario['world'] {
  const { seed = 1, members } = stated ?? {};
  return { seed, ...(members === undefined ? {} : { members }) };
}

function inOrder(problems: readonly Problem[]): readonly Problem[] {
  return problems.toSorted((a, b) => a.line - b.line || a.column - b.column);
}
