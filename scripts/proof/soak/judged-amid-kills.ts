/**
 * Runs the whole suite against a sandbox of several processes behind nginx (`trouble/worlds.ts`) while its members, the active
 * platform and the NATS server are killed in turn and restarted. A kill may cost a check its evidence, but must never make a
 * valid member look broken.
 *
 *     node scripts/proof/soak/judged-amid-kills.ts [SECONDS BETWEEN KILLS] [SEED]
 *
 * Exits 1 if a check fails or cannot run. It prints inconclusive checks: answers of two versions that cannot be compared, and
 * an unreachable control plane. It runs for some minutes, because on a real clock the suite waits as long as the contract says.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { startStopwatch } from '../../../conformance/runner/stopwatch.ts';
import { createSeed } from '../../../platform-sim/seed.ts';
import { MEMBER_VERSIONS, startDeployment } from '../trouble/worlds.ts';

const TURNS = ['member', 'nats', 'member', 'platform'] as const;
/** Exit statuses of `touchstone check`. */
const [PASSED, INCONCLUSIVE] = [0, 3];
const TOUCHSTONE = fileURLToPath(new URL('../../touchstone.mjs', import.meta.url));

const [everyS, seed] = [Number(process.argv[2] ?? 15), Number(process.argv[3] ?? 1)];
const random = createSeed(seed).fresh('kills amid a check');
const stopwatch = startStopwatch();
// The control plane of the profile keeps its address.
await using deployment = await startDeployment({ standsBy: false });
const check = spawn(
  process.execPath,
  [TOUCHSTONE, 'check', '--target', deployment.profile, '--seed', `${seed}`, '--out', `spread-check-${seed}`],
  { stdio: 'inherit' },
);
let status: number | undefined;
const ended = once(check, 'exit').then(([code]) => {
  status = Number(code ?? 2);
});
const kills = { member: 0, platform: 0, nats: 0 };
for (let turn = 0; status === undefined; turn += 1) {
  await Promise.race([stopwatch.sleep(everyS * 1_000), ended]);
  if (status !== undefined) break;
  const part = TURNS[turn % TURNS.length] as (typeof TURNS)[number];
  await deployment.kill(part, random.int(0, MEMBER_VERSIONS.length - 1));
  kills[part] += 1;
}
console.log(
  `killed meanwhile, in ${(stopwatch.nowMs() / 1_000).toFixed(0)} s: ${kills.member} members, ${kills.platform} platforms, ${kills.nats} times the NATS server`,
);
process.exitCode = [PASSED, INCONCLUSIVE].includes(status ?? 2) ? 0 : 1;
