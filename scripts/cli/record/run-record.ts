/** `touchstone record` as a process: opens the proxy, prints its addresses, and writes the file when interrupted. */

import { dirname, relative, resolve } from 'node:path';
import { dialer } from '../../../conformance/member/connection/dial.ts';
import { proxiesOf } from '../../../conformance/member/connection/proxies.ts';
import { inLine } from '../../../conformance/member/exchange/foreign-text.ts';
import { type LoadedProfile, ProfileProblem, parseProfile } from '../../../conformance/member/profile/read-profile.ts';
import { startStopwatch } from '../../../conformance/runner/stopwatch.ts';
import { PortError } from '../../../platform-sim/front/port-error.ts';
import { type Addresses, addressesAt, addressesOf, throughProxy } from '../../recording/addresses.ts';
import { IncidentFile } from '../../recording/incident-file.ts';
import { type Recording, type RecordingOptions, startRecording } from '../../recording/recording.ts';
import { TrafficLog } from '../../recording/traffic-log.ts';
import { readFaults, type WorldSeen, worldSeen } from '../../recording/world-seen.ts';
import type { CommandIo, ExitStatus } from '../command.ts';
import { readText } from '../open-target.ts';
import { writeProfile } from '../profile-file.ts';
import { aborted } from '../until-interrupted.ts';
import { orUsage, UsageError } from '../usage-error.ts';
import { finished, writableFile } from './finished.ts';
import { ownProfile } from './own-profile.ts';
import { recordedLine } from './recorded-line.ts';

export interface RecordOptions {
  readonly target: string;
  readonly out: string;
  readonly port: number;
  readonly controlPort: number;
  readonly host: string;
  readonly allowHost?: readonly string[];
  readonly profileOut?: string;
  readonly json?: true;
  readonly quiet?: true;
}

/** How long the end waits for answers in flight. */
const GRACE_MS = 2_000;
const PROFILE_FILE = '.touchstone/recording.json';

interface RecordTarget {
  readonly addresses: Addresses;
  readonly dial: RecordingOptions['dial'];
  /** undefined: only an address is known. */
  readonly loaded: LoadedProfile | undefined;
  readonly folder: string;
}

/** Records until interrupted. @throws UsageError in one line */
export async function runRecord(options: RecordOptions, io: CommandIo): Promise<ExitStatus> {
  const target = await targetOf(options, io);
  const file = await writableFile(options.out, io);
  const stopwatch = startStopwatch();
  const log = new TrafficLog(stopwatch);
  const recording = await opened(target, options, log, stopwatch);
  const { baseUrl } = target.addresses;
  const story = `Recorded from ${new URL(baseUrl).host} at ${new Date(stopwatch.startedAtMs).toISOString()}.`;
  const through = (address: string): string => throughProxy(address, recording.proxies);
  const control = target.addresses.control && through(target.addresses.control);
  const world: WorldSeen = control === undefined ? {} : await worldSeen(control);
  if (control !== undefined && world.world === undefined) {
    const what = `${target.addresses.control} does not say which world it controls`;
    io.stderr.write(`touchstone: ${what}: state world.seed in ${options.out} before you replay it\n`);
  }
  const incident = new IncidentFile({ file, log, loaded: target.loaded, world, story, stopwatch });
  log.onChange = (seen) => {
    if (typeof seen === 'string') io.stderr.write(`touchstone: ${inLine(seen)}\n`);
    else if (options.quiet !== true && options.json !== true && seen.role === 'gateway')
      io.stdout.write(recordedLine(seen));
  };
  try {
    const profile = await profileFile(target, options, recording, io);
    io.stdout.write(
      options.json === true
        ? `${JSON.stringify({ ready: true, ...addressesHere(target.addresses, through), ...(profile && { profile }), out: file })}\n`
        : banner(target.addresses, through, profile && relative(io.cwd, profile), options.out),
    );
    await aborted(io.interrupted);
    if (control !== undefined) await readFaults(control);
    log.end();
  } finally {
    await recording.close(GRACE_MS);
  }
  return finished(incident, options.out, options.json === true ? io.stderr : io.stdout, io);
}

async function targetOf({ target, profileOut }: RecordOptions, io: CommandIo): Promise<RecordTarget> {
  if (/^https?:\/\//.test(target)) {
    if (!URL.canParse(target))
      throw new UsageError(`--target ${target}: no address; it is like https://gateway.example.com`);
    if (profileOut !== undefined)
      throw new UsageError('--profile-out: an address has no profile; write one first: touchstone init --base-url URL');
    return { addresses: addressesAt(target), dial: dialer(proxiesOf(io.env)), loaded: undefined, folder: io.cwd };
  }
  const folder = dirname(resolve(io.cwd, target));
  try {
    const loaded = parseProfile(await readText(target, io, '--target'), target, io.env, folder);
    return { addresses: addressesOf(loaded.profile), dial: loaded.dial, loaded, folder };
  } catch (thrown) {
    throw thrown instanceof ProfileProblem ? UsageError.ofEach(thrown) : thrown;
  }
}

async function opened(
  { addresses, dial }: RecordTarget,
  { host, port, controlPort, allowHost: allowedHosts }: RecordOptions,
  log: TrafficLog,
  stopwatch: RecordingOptions['stopwatch'],
): Promise<Recording> {
  const ports = [
    { port, option: '--port' },
    { port: controlPort, option: '--control-port' },
  ];
  return orUsage(() => startRecording({ addresses, dial, host, ports, allowedHosts, log, stopwatch }), PortError);
}

async function profileFile(
  { loaded, folder }: RecordTarget,
  { profileOut }: RecordOptions,
  { proxies }: Recording,
  io: CommandIo,
): Promise<string | undefined> {
  if (loaded === undefined) return undefined;
  const file = resolve(io.cwd, profileOut ?? PROFILE_FILE);
  await writeProfile(file, ownProfile(loaded.profile, proxies, folder), profileOut === undefined);
  return file;
}

type Through = (address: string) => string;

function addressesHere({ baseUrl, control, tokenEndpoint, sockets }: Addresses, through: Through) {
  return {
    baseUrl: through(baseUrl),
    ...(control === undefined ? {} : { controlUrl: through(control) }),
    ...(tokenEndpoint === undefined ? {} : { tokenEndpoint: through(tokenEndpoint) }),
    sockets: {
      ...(sockets.trading && { trading: through(sockets.trading) }),
      ...(sockets.marketData && { marketData: through(sockets.marketData) }),
    },
  };
}

function banner(addresses: Addresses, through: Through, profile: string | undefined, out: string): string {
  const { baseUrl, controlUrl, tokenEndpoint, sockets } = addressesHere(addresses, through);
  const rows: readonly (readonly [string, string | undefined])[] = [
    ['gateway', baseUrl],
    ['trading', sockets.trading],
    ['market', sockets.marketData],
    ['tokens', tokenEndpoint],
    ['control', controlUrl],
    ['profile', profile],
  ];
  const lines = rows.flatMap(([name, value]) => (value === undefined ? [] : [`  ${name.padEnd(9)} ${value}\n`]));
  const tokens =
    tokenEndpoint === undefined ? '' : '  Fetch tokens there too: by them the recording knows who sends what.\n';
  return `Recording ${addresses.baseUrl}

${lines.join('')}
  Point the client at these addresses and do what went wrong.
${tokens}  Ctrl-C ends the recording and writes ${out}.

`;
}
