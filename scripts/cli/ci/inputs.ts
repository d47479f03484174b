/** What a job states: each input in the environment variable TOUCHSTONE_CI_NAME. */
import { join } from 'node:path';
import type { CommandIo } from '../command.ts';
import { UsageError } from '../usage-error.ts';

const OF_CHECK = ['target', 'select', 'depth', 'requests', 'time-budget', 'shard'] as const;
type Input =
  | (typeof OF_CHECK)[number]
  | 'mode'
  | 'baseline'
  | 'since'
  | 'out'
  | 'shards'
  | 'args'
  | 'artifact'
  | 'comment'
  | 'token'
  | 'artifact-url';

export type Env = Pick<CommandIo, 'env'>;

const DEFAULTS: Partial<Record<Input, string>> = {
  mode: 'check',
  since: 'auto',
  out: 'report',
  artifact: 'touchstone-report',
};

/** The input without white space around it; empty: neither stated nor a default. */
export function inputOf({ env }: Env, name: Input): string {
  const stated = env[`TOUCHSTONE_CI_${name.toUpperCase().replaceAll('-', '_')}`]?.trim() ?? '';
  return stated === '' ? (DEFAULTS[name] ?? '') : stated;
}

/** Where the report of the base branch is put. */
export const BASE_FOLDER = join('.touchstone', 'base');

/** A shard is a part: what is new is a question to the merged report. */
export function comparesWithBase(io: Env): boolean {
  return inputOf(io, 'since') === 'auto' && inputOf(io, 'shard') === '';
}

const words = (text: string) => text.split(/\s+/).filter((word) => word !== '');

/** In one word, so that no value is read as another option. */
const option = (name: string, value: string) => (value === '' ? [] : [`--${name}=${value}`]);

/** The shards of one run need one seed, also where one of them is run again; `--seed` of the arguments comes after it. */
function sharedSeed(io: Env): string {
  const run = Number(io.env['GITHUB_RUN_ID'] ?? io.env['CI_PIPELINE_ID']);
  return inputOf(io, 'shard') !== '' && Number.isSafeInteger(run) ? `${run % 1_000_000}` : '';
}

/**
 * The command line of the gate.
 * @param since the report to compare with; undefined: none
 * @param parts the reports of the shards; for `mode: merge`
 * @throws UsageError
 */
export function argsOf(io: Env, since: string | undefined, parts: readonly string[]): readonly string[] {
  const of = (name: Input) => option(name, inputOf(io, name));
  const gate = [...of('baseline'), ...option('since', since ?? ''), '--format=html,junit,md'];
  // The later steps look for the reports in `out`.
  const extra = [...words(inputOf(io, 'args')), ...of('out')];
  const mode = inputOf(io, 'mode');
  if (mode === 'check') {
    const select = words(inputOf(io, 'select')).flatMap((glob) => option('select', glob));
    const others = OF_CHECK.filter((name) => name !== 'select').flatMap(of);
    return ['check', ...others, ...select, ...gate, ...option('seed', sharedSeed(io)), ...extra];
  }
  if (mode !== 'merge') throw new UsageError(`mode ${mode}: check or merge is needed`);
  const [stray] = OF_CHECK.filter((name) => inputOf(io, name) !== '');
  if (stray !== undefined)
    throw new UsageError(`${stray} is an input of mode check: a merge takes what the shards did`);
  if (parts.length === 0)
    throw new UsageError(`no report.json of a shard below ${inputOf(io, 'shards')}: did a shard run?`);
  return ['report', 'merge', ...parts, ...gate, ...extra];
}
