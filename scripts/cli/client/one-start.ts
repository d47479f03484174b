/** One start of the client: a new sandbox with the trouble of a schedule, the client until it ends, and the history of both. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClientProcess, HeldOrder, Intent, Row, Start } from '../../../conformance/clients/history.ts';
import type { Stopwatch } from '../../../conformance/runner/stopwatch.ts';
import type { Version } from '../../../gateway/contract/versions.ts';
import type { World } from '../../../platform-sim/hosting/world.ts';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../../platform-sim/sandbox.ts';
import { actsOf, scheduleText, settingOf } from '../../../scenarios/schedules/draw.ts';
import type { Schedule } from '../../../scenarios/schedules/schedule.ts';
import { intentFrom, intentIn } from './intents.ts';
import { ClientRecorder } from './recorder.ts';
import { Troubles } from './troubles.ts';

/** The principals that a client may act as. */
export type ClientPrincipal = 'trader' | 'admin' | 'algoManager' | 'viewer';

/** A client that runs: a process, a function of a test, or a page somewhere. */
export interface RunningClient {
  /** Resolves once it has done its work, or its process has ended. */
  readonly ended: Promise<ClientProcess>;
  /** Ends it at once, as a crash does; resolves once it is gone. */
  kill(): Promise<unknown>;
}

/** What the start gives to a client. */
export interface ClientContext {
  readonly sandbox: Sandbox;
  readonly principal: ClientPrincipal;
  /** A folder that is empty at first and outlives a restart of the client. */
  readonly state: string;
  /** Milliseconds since the start began. */
  nowMs(): number;
  after(ms: number, run: () => void): { cancel(): void };
  /** A new token of the principal, which is valid for an hour. */
  token(): Promise<string>;
  /** Takes a line of the client's output. */
  line(text: string): void;
  /** Takes what the client declares, in place of a line. */
  declare(intent: object): void;
  /** Calls `run` when the client says that its work is done (`POST /client/end`). */
  done(run: () => void): void;
}

export interface StartOptions {
  readonly schedule: Schedule;
  readonly principal: ClientPrincipal;
  readonly stopwatch: Stopwatch;
  /** How many times as fast as real time the sandbox's clock runs. */
  readonly rate: number;
  /** Further options of the sandbox, such as its ports. */
  readonly sandbox?: SandboxOptions;
  /** Ends the client at once, as Ctrl-C does. */
  readonly stop?: AbortSignal;
  /** Starts the client; called again when the schedule restarts it. */
  start(context: ClientContext): RunningClient;
}

/** Runs the client once under a schedule. Rejects only for a fault of ours. */
export async function runStart({
  schedule,
  principal,
  stopwatch,
  rate,
  sandbox: options,
  stop,
  start,
}: StartOptions): Promise<Start> {
  const recorder = new ClientRecorder(stopwatch, rate);
  const intents: Intent[] = [];
  let done: (() => void) | undefined;
  let running: RunningClient | undefined;
  const declare = (declared: object): void => {
    const intent = intentFrom(declared as Row, recorder.nowMs());
    if (intent !== undefined && intents.length < MOST_INTENTS) intents.push(intent);
  };
  await using sandbox = await startSandbox({
    ...options,
    ...settingFor(schedule, rate),
    clock: { rate },
    seed: schedule.seed,
    watch: {
      ...recorder.watch,
      exchange(...seen) {
        recorder.watch.exchange?.(...seen);
        if (recorder.count > MOST_CALLS) void running?.kill();
      },
      intent: declare,
      done: () => done?.(),
    },
  });
  recorder.keep(sandbox.profile.principals[principal].clientSecret, 'client secret');
  const state = await mkdtemp(join(tmpdir(), 'touchstone-client-'));
  const context: ClientContext = {
    ...{ sandbox, principal, state, after: stopwatch.after, nowMs: () => recorder.nowMs() },
    line: (text) => {
      const declared = intentIn(text);
      if (declared !== undefined) declare(declared);
    },
    declare,
    async token() {
      const persona = sandbox.issuer.personas.named(principal);
      if (persona === undefined) throw new Error(`the sandbox has no principal ${principal}`);
      const token = await sandbox.issuer.issue(persona);
      recorder.issued(token);
      return token;
    },
    done(run) {
      done = run;
    },
  };
  const processes: ClientProcess[] = [];
  running = start(context);
  let restarts = 0;
  const end = (): void => void running?.kill();
  stop?.addEventListener('abort', end);
  if (stop?.aborted) end();
  const troubles = new Troubles(sandbox, recorder, stopwatch, () => {
    restarts += 1;
    return running?.kill() ?? Promise.resolve();
  });
  troubles.begin(actsOf(schedule));
  for (;;) {
    processes.push(await running.ended);
    if (restarts < processes.length) break;
    running = start(context);
  }
  stop?.removeEventListener('abort', end);
  troubles.end();
  await rm(state, { recursive: true, force: true });
  // What a client leaves behind closes within a moment; a fault that still holds it is gone.
  await stopwatch.sleep(SETTLES_MS);
  const endMs = recorder.nowMs();
  const traffic = recorder.traffic(sandbox as unknown as World);
  const orders = await ordersOf(sandbox, principal, stopwatch, new Set(traffic.calls.map(({ key }) => key)));
  const kinds = schedule.troubles.map(({ kind }) => kind);
  return { ...traffic, schedule: scheduleText(schedule), kinds, intents, processes, orders, endMs };
}

const SETTLES_MS = 80;
/** More requests, ops and handshakes of one start than this are a flood: the client is ended. */
export const MOST_CALLS = 900;
/** Further declarations of one start are left out. */
const MOST_INTENTS = 1_000;

function settingFor(schedule: Schedule, rate: number): SandboxOptions {
  const { members = [], limits = {}, permissive: stated = [], route } = settingOf(schedule);
  // A date says nothing to a client whose clock is not the sandbox's.
  const isMoved = rate !== 1 || actsOf(schedule).some((act) => 'do' in act && 'jump' in act.do);
  const permissive = stated.filter((name) => !isMoved || name !== 'retry-after-date');
  return {
    limits,
    ...(route === undefined ? {} : { route }),
    ...(members.length === 0 ? {} : { members: members.map((version) => ({ version: version as Version })) }),
    ...(permissive.length === 0 ? {} : { permissive }),
  };
}

/** Every order under a key that the client sent, as the platform holds it. */
async function ordersOf(
  sandbox: Sandbox,
  principal: ClientPrincipal,
  stopwatch: Stopwatch,
  keys: ReadonlySet<string | null>,
): Promise<readonly HeldOrder[]> {
  const persona = sandbox.issuer.personas.named(principal);
  if (persona === undefined || keys.size === 0) return [];
  const headers = { Authorization: `Bearer ${await sandbox.issuer.issue(persona)}` };
  const items = await ordersAt(sandbox, headers, stopwatch, BigInt(sandbox.platform.head()));
  return items
    .map((row) => ({ orderId: String(row['orderId']), clientOrderId: String(row['clientOrderId']), row }))
    .filter(({ clientOrderId }) => keys.has(clientOrderId));
}

/** The organisation's orders as of a position: a member may be behind the platform for a while. */
async function ordersAt(
  sandbox: Sandbox,
  headers: Readonly<Record<string, string>>,
  stopwatch: Stopwatch,
  head: bigint,
): Promise<readonly Row[]> {
  for (let tries = 0; tries < MOST_READS; tries += 1) {
    const answer = await fetch(`${sandbox.baseUrl}/orders`, { headers });
    const position = BigInt(answer.headers.get('x-service-global-sequence') ?? 0);
    const { items = [] } = (await answer.json()) as { readonly items?: readonly Row[] };
    if (position >= head) return items;
    await stopwatch.sleep(READ_AGAIN_MS);
  }
  return [];
}

const MOST_READS = 100;
const READ_AGAIN_MS = 50;
