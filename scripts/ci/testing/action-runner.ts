/** For tests: what GitHub's runner does with a composite action, in a folder of this machine. */
import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import { runCommandLine } from '../../cli/command-line.ts';
import { type Contexts, filled, holds, type JobStatus } from './runner-expressions.ts';
import { convertActionTemplate, NoOperationTraceWriter, parseAction } from './workflow-parser.ts';

export interface Job {
  readonly cwd: string;
  readonly inputs: Readonly<Record<string, string>>;
  /** Of the runner and of the job. */
  readonly env: Readonly<Record<string, string>>;
  /** Each run has a folder of its artifacts here. */
  readonly artifacts: string;
  readonly run: string;
  /** Commands of touchstone run in processes of their own, as on a runner. Absent: in this one, which is faster. */
  readonly inProcesses?: boolean;
  /** May end the step by a signal, as a job that is cancelled. */
  readonly onLog?: (log: string, step: ChildProcess) => void;
}

export interface JobResult {
  readonly status: JobStatus;
  readonly outcomes: Readonly<Record<string, string>>;
  readonly outputs: Readonly<Record<string, string>>;
  readonly log: string;
  readonly summary: string;
}

interface RawStep {
  readonly id?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, unknown>>;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly 'continue-on-error'?: boolean;
}

interface RawAction {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly steps: readonly RawStep[] };
}

type Outcome = { readonly status: number; readonly outputs: Readonly<Record<string, string>>; readonly log: string };

const valuesOf = (of: RawStep['env'], contexts: Contexts) =>
  Object.fromEntries(Object.entries(of ?? {}).map(([name, text]) => [name, filled(text, contexts)]));

/** @throws where GitHub's parser finds something wrong with it */
export async function runAction(file: string, job: Job): Promise<JobResult> {
  const content = readFileSync(file, 'utf8');
  const { context, value } = parseAction({ name: file, content }, new NoOperationTraceWriter());
  const [problem] = context.errors.getErrors();
  if (problem !== undefined || value === undefined) throw new Error(problem?.message ?? 'an empty file');
  const { runs } = convertActionTemplate(context, value);
  const raw = parse(content) as RawAction;
  const temp = mkdtempSync(join(job.artifacts, '.runner-'));
  const ofRunner = { github: { token: job.env['GITHUB_TOKEN'], action_path: dirname(file) }, runner: { temp } };
  const defaults = Object.entries(raw.inputs).map(([name, one]) => [name, filled(one.default, ofRunner)]);
  const inputs = { ...Object.fromEntries(defaults), ...job.inputs };
  const steps: Record<string, { outcome: string; outputs: Outcome['outputs'] }> = {};
  const done = { log: '', summary: '', status: 'success' as JobStatus };
  for (const [i, step] of raw.runs.steps.entries()) {
    const contexts = { ...ofRunner, inputs, steps };
    const condition = 'steps' in runs ? (runs.steps[i] as { if: { expression: string } }).if.expression : '';
    const id = step.id ?? `__${i}`;
    if (!holds(condition, contexts, done.status)) {
      steps[id] = { outcome: 'skipped', outputs: {} };
      continue;
    }
    const summary = join(temp, `summary-${i}`);
    const env = {
      ...job.env,
      ...{ PATH: process.env['PATH'] ?? '', HOME: temp, RUNNER_TEMP: temp, GITHUB_ACTIONS: 'true' },
      ...{ GITHUB_ACTION_PATH: dirname(file), GITHUB_OUTPUT: join(temp, `output-${i}`), GITHUB_STEP_SUMMARY: summary },
      ...valuesOf(step.env, contexts),
    };
    const ended =
      step.run === undefined ? artifact(step, valuesOf(step.with, contexts), job) : await ran(step.run, env, job);
    const outcome = ended.status > 128 ? 'cancelled' : ended.status === 0 ? 'success' : 'failure';
    steps[id] = { outcome, outputs: ended.outputs };
    if (outcome !== 'success' && step['continue-on-error'] !== true && done.status !== 'cancelled')
      done.status = outcome;
    done.log += ended.log;
    if (existsSync(summary)) done.summary += readFileSync(summary, 'utf8');
  }
  const outputs = Object.entries(raw.outputs).map(([name, one]) => [name, filled(one.value, { inputs, steps })]);
  const outcomes = Object.entries(steps).map(([id, { outcome }]) => [id, outcome]);
  return { ...done, outputs: Object.fromEntries(outputs), outcomes: Object.fromEntries(outcomes) };
}

function outputsIn(file: string): Outcome['outputs'] {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  return Object.fromEntries(
    lines.flatMap((line) => (line === '' ? [] : [/^([^=]+)=(.*)$/.exec(line)?.slice(1) ?? []])),
  );
}

/** The exit status of a process that was killed, as a shell has it. */
const KILLED = 137;
const OWN = /^exec node "\$PROGRAM" ci (\w+)$/;

async function ran(script: string, env: Readonly<Record<string, string>>, job: Job): Promise<Outcome> {
  const [, name] = OWN.exec(script.trim()) ?? [];
  let log = '';
  const said = {
    write(text: string) {
      log += text;
    },
  };
  let status: number;
  if (name !== undefined && job.inProcesses !== true) {
    const interrupted = new AbortController().signal;
    status = await runCommandLine(['ci', name], { stdout: said, stderr: said, env, cwd: job.cwd, interrupted });
  } else {
    const file = join(env['RUNNER_TEMP'] ?? '', 'script.sh');
    writeFileSync(file, script);
    const shell = spawn('bash', ['--noprofile', '--norc', '-e', '-o', 'pipefail', file], { cwd: job.cwd, env });
    for (const stream of [shell.stdout, shell.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        said.write(text);
        job.onLog?.(log, shell);
      });
    }
    const code = await new Promise<number | null>((resolve) => shell.on('close', resolve));
    // Whatever the step makes of the signal, its job is cancelled.
    status = shell.killed ? KILLED : (code ?? KILLED);
  }
  return { status, log, outputs: outputsIn(env['GITHUB_OUTPUT'] ?? '') };
}

/** Upload and download of artifacts: a folder of each. */
function artifact({ uses = '' }: RawStep, options: Readonly<Record<string, string>>, job: Job): Outcome {
  const { name = '', path = '', pattern, 'run-id': run = job.run } = options;
  const of = join(job.artifacts, run);
  const [from, to] = [join(of, name), join(job.cwd, path)];
  if (uses.startsWith('actions/upload-artifact@')) {
    mkdirSync(of, { recursive: true });
    cpSync(to, from, { recursive: true });
    return { status: 0, log: '', outputs: { 'artifact-url': `https://github.example/artifacts/${name}` } };
  }
  if (!uses.startsWith('actions/download-artifact@')) throw new Error(`no stand-in for ${uses}`);
  if (pattern === undefined) {
    if (!existsSync(from)) return { status: 1, log: `Artifact not found: ${name}\n`, outputs: {} };
    cpSync(from, to, { recursive: true });
    return { status: 0, log: '', outputs: {} };
  }
  const start = pattern.slice(0, pattern.indexOf('*'));
  for (const one of existsSync(of) ? readdirSync(of) : []) {
    // Below the temporary folder of the runner, which is absolute.
    if (one.startsWith(start)) cpSync(join(of, one), join(path, one), { recursive: true });
  }
  return { status: 0, log: '', outputs: {} };
}
