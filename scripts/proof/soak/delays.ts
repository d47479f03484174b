/**
 * Runs every check of a member without a control plane, with a pause of the suite at one of its steps: 0.1, 1, 10 and 70 seconds
 * at each step in turn, on a virtual clock. The suite must raise no alarm against a valid member.
 *
 *     node scripts/proof/soak/delays.ts [PATTERN]
 *
 * PATTERN is a regular expression over the ids of checks. Exits 1 if a check fails, and prints the delay.
 */
import { loadChecks } from '../../../conformance/runner/plan/load-checks.ts';
import { delayed } from '../suite/delayed-steps.ts';

const DELAYS = [100, 1_000, 10_000, 70_000];

const [pattern = ''] = process.argv.slice(2);
const checks = (await loadChecks()).filter(({ id }) => new RegExp(pattern).test(id));
let drives = 0;
const alarms: string[] = [];
for (const check of checks) {
  const judged = await delayed(check, { delays: DELAYS });
  if (judged === undefined) continue;
  drives += judged.drives;
  alarms.push(...judged.alarms);
  for (const alarm of judged.alarms) console.log(alarm);
}
console.log(`${checks.length} checks, ${drives} drives, ${alarms.length} alarms`);
process.exitCode = alarms.length > 0 ? 1 : 0;
