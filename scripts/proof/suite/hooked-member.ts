/**
 * A sandbox that stands in for a deployed member with hooks: its profile names no control plane, and its hooks are commands
 * that speak to it. Its clock follows real time, RATE times as fast, and a hook can move it.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StatedHook } from '../../../conformance/member/hooks/hook-names.ts';
import type { Check } from '../../../conformance/runner/check.ts';
import type { RunRecord } from '../../../conformance/runner/record/run-record.ts';
import type { Defect } from '../../../gateway/defects/defect.ts';
import { startSandbox } from '../../../platform-sim/sandbox.ts';
import { fastStopwatch } from './fast-stopwatch.ts';
import { SEED, targetBy } from './judged-by-profile.ts';

const RATE = 20;
const PUMP_MS = 100;
/** Suite milliseconds: half a minute on this machine, since a command starts as slowly as ever. */
const TIMEOUT_MS = 30_000 * RATE;

/** A script with the arguments METHOD URL BODY METHOD URL BODY ...: one request after the other. */
const CALL = `const [, , ...args] = process.argv;
for (let i = 0; i < args.length; i += 3) {
  const [method, url, body] = args.slice(i, i + 3);
  const headers = { 'Content-Type': 'application/json' };
  const answer = await fetch(url, { method, headers, ...(body !== '' && { body }) });
  if (!answer.ok) throw new Error(\`\${method} \${url}: \${answer.status} \${await answer.text()}\`);
}
`;

type Call = readonly [method: string, path: string, body?: object];

/** Makes commands that call the control plane. */
export function callsTo(control: string, folder: string): (...of: readonly Call[]) => string {
  const script = join(folder, 'call.mjs');
  writeFileSync(script, CALL);
  return (...of) => {
    const args = of.flatMap(([method, path, body]) => [method, control + path, body ? JSON.stringify(body) : '']);
    return [process.execPath, script, ...args].map((text) => `'${text}'`).join(' ');
  };
}

/** Each hook by calls of the control plane, as a script of a platform team would do it. */
export function hooksBy(control: string, folder: string): Readonly<Record<string, StatedHook>> {
  const calls = callsTo(control, folder);
  const state = (run: string, undo: string) => ({ run, undo, timeoutMs: TIMEOUT_MS });
  const fault = (rule: object) => state(calls(['POST', '/faults', rule]), calls(['DELETE', '/faults']));
  const deploy = (is: boolean) =>
    calls(['POST', '/members/m1/deploy', { surfaces: { algos: is, balances: is, tickets: is } }]);
  return {
    slowOwner: fault({ on: { edge: 'verdict', owner: 'orders' }, hold: 'hooks' }),
    stopOwner: fault({ on: { edge: 'inbox' }, refuse: 'OWNER_ABSENT' }),
    cutOff: fault({ on: { edge: 'look-up' }, hold: 'hooks' }),
    stopIntake: fault({ on: { edge: 'intake' }, refuse: 'INTAKE_UNAVAILABLE' }),
    dropSurfaces: state(deploy(false), deploy(true)),
    rotateKey: calls(['POST', '/identity/rotate', { keep: false }]),
    restart: {
      run: [
        calls(['POST', '/members/m1/restart', { catchUp: 'when told' }]),
        'sleep 0.5',
        calls(['POST', '/members/m1/catch-up', {}]),
      ].join(' && '),
      timeoutMs: TIMEOUT_MS,
    },
    clock: {
      // The shell puts the number between the quotes of the body.
      run: calls(['POST', '/clock/advance', { by: 'SECONDSs' }]).replace('SECONDS', `'"$TOUCHSTONE_SECONDS"'`),
      timeoutMs: TIMEOUT_MS,
    },
  };
}

export interface Hooked {
  readonly checks: readonly Check[];
  readonly folder: string;
  /** What the profile states of the hooks; absent: none. */
  readonly hooks?: (control: string) => Readonly<Record<string, StatedHook>>;
  readonly defects?: readonly Defect[];
  readonly limits?: object;
  readonly signal?: AbortSignal;
}

/** One run of these checks. */
export async function judgedWithHooks({ checks, hooks, defects = [], limits, signal }: Hooked): Promise<RunRecord> {
  await using sandbox = await startSandbox({ clock: 'virtual', seed: SEED, defects, failed: () => undefined });
  const { control, strict: _, ...deployed } = sandbox.profile;
  const fast = fastStopwatch(RATE);
  const stopwatch = { ...fast, startedAtMs: Number(sandbox.clock.nowNs() / 1_000_000n) };
  let isOver = false;
  const pump = async () => {
    for (let lastMs = fast.nowMs(); !isOver; await fast.sleep(PUMP_MS)) {
      const nowMs = fast.nowMs();
      await sandbox.clock.advance(nowMs - lastMs);
      lastMs = nowMs;
    }
  };
  const pumping = pump();
  const profile = {
    ...deployed,
    hooks: hooks?.(control),
    limits: { writes: true, destructive: true, timeoutMs: 10_000 * RATE, requestsPerSecond: 10_000, ...limits },
  };
  try {
    await using on = await targetBy(profile, stopwatch, { patienceMs: 120_000 });
    return await on.run(checks, { runs: 1, checkLimitMs: 60_000 * RATE, signal });
  } finally {
    isOver = true;
    await pumping;
  }
}
