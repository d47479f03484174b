/** Scenario files as tests of any runner: vitest.ts and node-test.ts give each case to theirs. */
import type { Version } from '../../gateway/contract/versions.ts';
import { VERSIONS } from '../../gateway/contract/versions.ts';
import type { Scenario } from '../../scenarios/index.ts';
import { plain, problemLine, ScenarioProblem } from '../../scenarios/index.ts';
import { playOne } from '../cli/replay/play-one.ts';
import type { PlayPlace } from '../cli/replay/play-place.ts';
import type { ScenarioFile } from '../cli/replay/scenario-files.ts';
import { readNamed, scenarioFiles } from '../cli/replay/scenario-files.ts';
import { ownIo } from './own-io.ts';

export interface ScenarioOptions {
  /**
   * The path of a profile, a profile, or a running sandbox or world with ports; absent: a new sandbox for each scenario,
   * on a virtual clock.
   */
  readonly target?: string | object;
  /** Takes the target's world back to the scenario's seed first. */
  readonly reset?: boolean;
  /** The contract version of the new sandbox's member; the newest unless stated. */
  readonly contract?: Version;
}

export interface ScenarioCase {
  /** `202-then-poll: The orders owner answers after ...` */
  readonly title: string;
  /** Returns why the target cannot play it, for the runner to skip it. Throws an Error with what the terminal shows. */
  run(): Promise<string | undefined>;
}

/** A scenario ends much earlier: on a virtual clock nothing is waited for. */
export const CASE_LIMIT_MS = 120_000;

const KNOWN: readonly (keyof ScenarioOptions)[] = ['target', 'reset', 'contract'];

function placeOf({ target, reset = false, contract }: ScenarioOptions): PlayPlace {
  if (target === undefined) return { kind: 'own', ...(contract === undefined ? {} : { version: contract }) };
  if (typeof target === 'string') return { kind: 'target', file: target, reset };
  const { profile = target } = target as { readonly profile?: object };
  return { kind: 'profile', profile, reset };
}

function checkOptions(options: ScenarioOptions): void {
  const stranger = Object.keys(options).find((name) => !(KNOWN as readonly string[]).includes(name));
  if (stranger !== undefined)
    throw new TypeError(`scenario: there is no option ${stranger}; there are ${KNOWN.join(', ')}`);
  const { contract, target, reset } = options;
  if (contract !== undefined && !VERSIONS.includes(contract))
    throw new TypeError(`scenario: contract is a version from ${VERSIONS[0]} to ${VERSIONS.at(-1)}`);
  if (contract !== undefined && target !== undefined)
    throw new TypeError('scenario: contract is of a new sandbox, and target is another one');
  if (reset === true && target === undefined)
    throw new TypeError('scenario: reset needs target: a new sandbox starts from the seed anyway');
}

async function read(file: ScenarioFile): Promise<Scenario | ScenarioProblem> {
  try {
    return await readNamed(file, ownIo());
  } catch (thrown) {
    if (thrown instanceof ScenarioProblem) return thrown;
    throw thrown;
  }
}

async function judged(scenario: Scenario, options: ScenarioOptions): Promise<string | undefined> {
  const lines: string[] = [];
  let lacks: string | undefined;
  const play = await playOne(scenario, placeOf(options), ownIo(), {
    say: (said) => void lines.push(...said),
    paint: plain,
    quiet: true,
    onUnmet(problems, kind) {
      if (kind === 'contract') throw new ScenarioProblem(problems);
      lacks = problems.map(problemLine).join('\n');
    },
  });
  if (play === undefined) return lacks;
  if (play.played.verdict !== 'pass') throw new Error(lines.join('\n').trimEnd());
  return undefined;
}

/**
 * One case a scenario: of a file, a folder, a glob, or a name of the library. Rejects for names that match nothing and
 * for invalid options; an invalid file is a case that fails.
 */
export async function scenarioCases(
  files: string | readonly string[],
  options: ScenarioOptions,
): Promise<readonly ScenarioCase[]> {
  checkOptions(options);
  const found = await scenarioFiles([files].flat(), ownIo());
  return Promise.all(
    found.map(async (file) => {
      const scenario = await read(file);
      if (scenario instanceof ScenarioProblem) {
        return { title: file.name, run: () => Promise.reject(scenario) };
      }
      return { title: `${scenario.id}: ${scenario.story.replace(/\s+/g, ' ')}`, run: () => judged(scenario, options) };
    }),
  );
}
