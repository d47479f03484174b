/** `touchstone client`: many starts of a command, or rounds of a client that runs already. */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { CLIENT_RULES } from '../../../conformance/clients/rules.ts';
import { commandLine } from '../../../conformance/runner/run/command-line.ts';
import { startStopwatch } from '../../../conformance/runner/stopwatch.ts';
import { durationMs } from '../../../platform-sim/duration.ts';
import { PortError } from '../../../platform-sim/front/port-error.ts';
import { createSecrets } from '../../../platform-sim/secrets.ts';
import { counted } from '../../../reports/client-record.ts';
import { CLIENT_FORMATS } from '../../../reports/formats.ts';
import { ScenarioProblem } from '../../../scenarios/format/problem.ts';
import type { Schedule } from '../../../scenarios/schedules/schedule.ts';
import { readScheduleFile } from '../../../scenarios/schedules/schedule-file.ts';
import type { CommandIo, ExitStatus } from '../command.ts';
import { formatsOf, writeOutput } from '../output-files.ts';
import { originOf } from '../sandbox/sandbox-options.ts';
import { orUsage, UsageError } from '../usage-error.ts';
import { attachedClient } from './attached-client.ts';
import { startClient } from './client-process.ts';
import { clientRecord, writeClientReports } from './client-report.ts';
import { clientEnvironment } from './environment.ts';
import { NEEDS_A_PROCESS } from './function-client.ts';
import { judgeSession } from './judge-session.ts';
import { type ClientPrincipal, runStart, type StartOptions } from './one-start.ts';
import { summaryText } from './summary.ts';

export interface ClientOptions {
  readonly attach?: boolean;
  readonly scenario?: string;
  readonly schedules?: number;
  readonly seed?: number;
  readonly as?: string;
  readonly clock?: string;
  readonly cors?: readonly string[];
  readonly limit?: string;
  readonly jobs?: number;
  readonly port?: number;
  readonly controlPort?: number;
  readonly out?: string;
  readonly format?: string;
  readonly rules?: boolean;
  readonly quiet?: boolean;
}

const PRINCIPALS: readonly ClientPrincipal[] = ['trader', 'admin', 'algoManager', 'viewer'];
const SCHEDULES = 60;
const JOBS = 3;
const LIMIT = '60s';
const PORTS = { port: 4010, controlPort: 4011 };

/** @throws UsageError for options that contradict one another */
export async function runClient(words: readonly string[], options: ClientOptions, io: CommandIo): Promise<ExitStatus> {
  if (options.rules === true) {
    io.stdout.write(rulesText());
    return 0;
  }
  const formats = formatsOf(CLIENT_FORMATS, options.format, options.out);
  const [program, ...args] = words;
  if (options.attach !== true && program === undefined)
    throw new UsageError(
      'client: name the command after --: touchstone client -- python3 my_client.py, or use --attach',
    );
  if (options.attach === true && program !== undefined)
    throw new UsageError('client --attach judges a client that runs already: leave out the command');
  const stopwatch = startStopwatch();
  const { seed = 1 } = options;
  const given = options.scenario === undefined ? undefined : await scheduleOf(options.scenario, io);
  const base = { principal: principalOf(options.as), stopwatch, rate: rateOf(options.clock) };
  const limitMs = limitOf(options.limit);
  // A folder that cannot be written is known before the run, not after it.
  if (options.out !== undefined) await writeOutput(options.out, {}, [], async () => '', io);
  const start: StartOptions['start'] =
    program === undefined
      ? attachedClient(io)
      : (context) =>
          startClient(
            { program, args, cwd: io.cwd, env: { ...io.env, ...clientEnvironment(context) } },
            context,
            limitMs,
          );
  // A client that runs already keeps the address and the secret of the first round.
  const kept = program === undefined ? { ...PORTS, ...portsOf(options), secrets: createSecrets() } : {};
  const sandbox = { ...kept, cors: (options.cors ?? []).map(originOf) };
  const session = await judgeSession({
    seed: given?.seed ?? seed,
    schedules: given === undefined ? (options.schedules ?? SCHEDULES) : 0,
    only: given,
    ...(program === undefined ? { without: NEEDS_A_PROCESS } : {}),
    jobs: program === undefined ? 1 : (options.jobs ?? JOBS),
    stop: io.interrupted,
    run: (schedule) => orUsage(() => runStart({ ...base, sandbox, schedule, start, stop: io.interrupted }), PortError),
    seen({ schedule, endMs }, number, broken) {
      if (options.quiet === true) return;
      const what = schedule.length === 0 ? 'no trouble' : schedule.join('; ');
      const took = `${(endMs / 1_000).toFixed(1)} s`.padStart(6);
      io.stderr.write(
        `${`${number}`.padStart(4)} ${took}  ${[what, ...broken.map((rule) => `✗ ${rule}`)].join('  ')}\n`,
      );
    },
  });
  const judged = {
    session,
    client: program === undefined ? 'an attached client' : commandLine(words),
    words: {
      options: valuesOf(options, ['as', 'clock', 'limit']),
      session: valuesOf(options, ['seed', 'schedules']),
      client: program === undefined ? ['--attach', ...valuesOf(options, ['port', 'controlPort'])] : ['--', ...words],
    },
    seed: given?.seed ?? seed,
    startedAtMs: stopwatch.startedAtMs,
    durationMs: stopwatch.nowMs(),
    out: options.out,
  };
  const record = clientRecord(judged, io.cwd);
  const written = options.out === undefined ? [] : await writeClientReports(record, judged, options.out, formats, io);
  if (io.interrupted.aborted) io.stdout.write(`Interrupted: this is of ${counted(record.starts, 'start')} alone.\n`);
  io.stdout.write(summaryText(record, written));
  if (record.unfit !== undefined) return 2;
  if (io.interrupted.aborted) return 4;
  return record.verdict === 'fail' ? 1 : record.verdict === 'pass' ? 0 : 3;
}

/** The words of options that were stated. */
function valuesOf(options: ClientOptions, names: readonly (keyof ClientOptions)[]): readonly string[] {
  return names.flatMap((name) =>
    options[name] === undefined ? [] : [`--${name.replace('P', '-p')}`, `${options[name]}`],
  );
}

async function scheduleOf(file: string, { cwd }: CommandIo): Promise<Schedule> {
  let text: string;
  try {
    text = await readFile(resolve(cwd, file), 'utf8');
  } catch (error) {
    throw new UsageError(`--scenario ${file}: cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
  try {
    return readScheduleFile(text, file).schedule;
  } catch (error) {
    throw error instanceof ScenarioProblem ? UsageError.ofEach(error) : error;
  }
}

function principalOf(name = 'trader'): ClientPrincipal {
  const known = PRINCIPALS.find((one) => one === name);
  if (known === undefined) throw new UsageError(`--as ${name}: one of ${PRINCIPALS.join(', ')} is needed`);
  return known;
}

function rateOf(clock = 'x1'): number {
  const rate = clock === 'real' ? 1 : Number(/^x(\d{1,4}(?:\.\d{1,3})?)$/.exec(clock)?.[1]);
  if (!(rate > 0))
    throw new UsageError(`--clock ${clock}: x20 for a clock that runs twenty times as fast, or real, is needed`);
  return rate;
}

function limitOf(limit = LIMIT): number {
  const ms = /^\d/.test(limit) ? durationMs(limit) : Number.NaN;
  if (!(ms > 0)) throw new UsageError(`--limit ${limit}: a duration such as 30s is needed`);
  return ms;
}

function portsOf({ port, controlPort }: ClientOptions): Partial<typeof PORTS> {
  return { ...(port === undefined ? {} : { port }), ...(controlPort === undefined ? {} : { controlPort }) };
}

function rulesText(): string {
  return CLIENT_RULES.map(
    ({ id, severity, from, since, says }) =>
      `${id}  ${severity.padEnd(6)}  ${says} (${from}${since === undefined ? '' : `, from ${since}`})\n`,
  ).join('');
}
