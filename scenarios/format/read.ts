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
import { ScenarioProblem } from './problem.ts';
import type { Phase, Scenario } from './scenario.ts';
import type { Source, YamlWay } from './source.ts';
import { readSource } from './source.ts';
import { hint } from './suggest.ts';

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
    return { wrong: `one step, one thing: this one has both ${kind} and ${other}; make two of it`, key: other };
  }
  const slip = keys.find((key) => hint(key, kinds).startsWith(';'));
  const wrong = `a step needs one of ${kinds.join(', ')}`;
  return slip === undefined ? { wrong } : { wrong: `unknown step '${slip}'${hint(slip, kinds)}`, key: slip };
}

function readStep(value: unknown, way: YamlWay, source: Source): StepInput | readonly Problem[] {
  const kind = kindOf(value);
  if (typeof kind === 'object') {
    const at = kind.key === undefined ? source.placeOf(way) : source.placeOfKey([...way, kind.key]);
    return [{ file: source.file, ...at, message: kind.wrong }];
  }
  const parsed = STEP_SHAPES[kind].safeParse(value, { reportInput: true });
  return parsed.success ? ({ kind, ...parsed.data } as StepInput) : problemsOf(parsed.error, way, source);
}

function readSteps(phase: Phase, values: readonly unknown[], source: Source) {
  const steps: PlacedStep[] = [];
  const problems: Problem[] = [];
  for (const [i, value] of values.entries()) {
    const way = [phase, i];
    const read = readStep(value, way, source);
    if (Array.isArray(read)) problems.push(...(read as readonly Problem[]));
    else steps.push({ phase, way, input: read as StepInput });
  }
  return { steps, problems };
}

/** @param file its name in messages. Throws ScenarioProblem with every problem found. */
export function readScenario(text: string, file: string): Scenario {
  const source = readSource(text, file);
  const head = scenarioShape.safeParse(source.value, { reportInput: true });
  const value = (typeof source.value === 'object' ? source.value : null) as Record<string, unknown> | null;
  const phases = (['storm', 'calm'] as const).map((phase) =>
    readSteps(phase, Array.isArray(value?.[phase]) ? value[phase] : [], source),
  );
  const problems = [
    ...(head.success ? [] : problemsOf(head.error, [], source)),
    ...phases.flatMap((phase) => phase.problems),
  ];
  if (!head.success || problems.length > 0) throw new ScenarioProblem(inOrder(problems));
  const placed = phases.flatMap((phase) => phase.steps);
  if (placed.length === 0) {
    throw new ScenarioProblem([{ file, line: 1, column: 1, message: 'a scenario needs a step, in storm or in calm' }]);
  }
  const linked = linkSteps(placed, source, head.data.world?.members?.length);
  if (linked.problems.length > 0) throw new ScenarioProblem(inOrder(linked.problems));
  const { id, story, proves = [], world } = head.data;
  return { file, id, story: story.trim(), proves, world: worldOf(world), steps: linked.steps };
}

function worldOf(stated: z.output<typeof scenarioShape>['world']): Scenario['world'] {
  const { seed = 1, members } = stated ?? {};
  return { seed, ...(members === undefined ? {} : { members }) };
}

function inOrder(problems: readonly Problem[]): readonly Problem[] {
  return problems.toSorted((a, b) => a.line - b.line || a.column - b.column);
}
