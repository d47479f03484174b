/** One start of the client: a new sandbox with the trouble of a schedule, the command until it ends, and the history of both. */
import type { HeldOrder, Intent, Start } from '../../../conformance/clients/history.ts';
import type { Stopwatch } from '../../../conformance/runner/stopwatch.ts';
import type { FaultRule } from '../../../platform-sim/faults/rule-shape.ts';
import type { World } from '../../../platform-sim/hosting/world.ts';
import { type Sandbox, startSandbox } from '../../../platform-sim/sandbox.ts';
import { type ClientCommand, startClient } from './client-process.ts';
import { clientEnvironment } from './environment.ts';
import { intentOf } from './intents.ts';
import { ClientRecorder } from './recorder.ts';

export interface StartOptions {
  readonly command: Omit<ClientCommand, 'env'>;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stopwatch: Stopwatch;
  readonly limitMs: number;
  readonly faults: readonly FaultRule[];
  readonly schedule: readonly string[];
  readonly seed: number;
}

export async function runStart(options: StartOptions): Promise<Start> {
  const { command, env, stopwatch, limitMs, faults, schedule, seed } = options;
  const recorder = new ClientRecorder(stopwatch);
  await using sandbox = await startSandbox({ clock: { rate: 1 }, seed, watch: recorder.watch });
  const world = sandbox as unknown as World;
  recorder.keep(sandbox.profile.principals.trader.clientSecret, 'client secret');
  for (const rule of faults) sandbox.faults.add(rule);
  const intents: Intent[] = [];
  const watch = {
    nowMs: () => recorder.nowMs(),
    after: stopwatch.after,
    line(text: string) {
      const intent = intentOf(text, recorder.nowMs());
      if (intent !== undefined) intents.push(intent);
    },
  };
  const whole = { ...command, env: { ...env, ...clientEnvironment(sandbox) } };
  const ended = await startClient(whole, watch, limitMs).ended;
  return {
    ...recorder.traffic(world),
    ...{ schedule, kinds: [], intents, marks: [], processes: [ended], orders: await ordersOf(sandbox) },
    endMs: recorder.nowMs(),
  };
}

/** Every order that the client's principal placed. */
async function ordersOf(_sandbox: Sandbox): Promise<readonly HeldOrder[]> {
  return [];
}
