/**
 * Runs the suite against members with variations: a busy one, all decisions at once, each alone, then seeded combinations. No
 * check may fail.
 *
 *     node scripts/proof/soak/variations.ts [COUNT] [FIRST-SEED]
 *
 * COUNT combinations, default 200; with a FIRST-SEED only combinations. Exits 1 if a check fails, and prints the combination.
 * `touchstone sandbox --permissive=NAME,...` serves it.
 */
import { fileURLToPath } from 'node:url';
import type { Check } from '../../../conformance/runner/check.ts';
import { loadChecks } from '../../../conformance/runner/plan/load-checks.ts';
import { VARIATIONS } from '../../../gateway/variations/index.ts';
import { GROUPS } from '../../../gateway/variations/named.ts';
import { WITHOUT_ONE_MEMBER } from '../../../gateway/variations/rows/bodies.ts';
import type { Variation } from '../../../gateway/variations/variation.ts';
import { alarms, judgedAgainst } from '../judged-against.ts';
import { BUSY, isWriting } from '../variations/busy-member.ts';
import { combination } from '../variations/combination.ts';
import { watched } from '../variations/watched.ts';

/** The false alarms, and the variations that changed nothing. */
async function alarmsOf(variations: readonly Variation[], checks: readonly Check[]) {
  const busy = new Set(variations.filter(({ deployment }) => deployment !== undefined).map(({ name }) => name));
  const seen = variations.map((one) => ({
    ...one,
    parts: (timer: Parameters<Variation['parts']>[0]) => watched(one.parts(timer), () => void busy.add(one.name)),
  }));
  const { checks: rows } = await judgedAgainst(checks, { permissive: seen });
  return { found: alarms(rows), idle: variations.map(({ name }) => name).filter((name) => !busy.has(name)) };
}

/** @returns the combinations that made a check fail, one line for each check */
async function run(members: readonly (readonly Variation[])[], checks: readonly Check[]): Promise<readonly string[]> {
  const wrong: string[] = [];
  for (const variations of members) {
    const { found, idle } = await alarmsOf(variations, checks);
    const names = variations.map(({ name }) => name).join(',');
    const unused = variations.length === 1 && idle.length === 1 ? ', which changed nothing' : '';
    console.log(`${found.length} alarms: ${names}${unused}`);
    for (const alarm of found) {
      console.log(`  ${alarm}`);
      wrong.push(`${names}: ${alarm}`);
    }
  }
  return wrong;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [count = 200, firstSeed] = process.argv.slice(2).map(Number);
  const each = [...VARIATIONS, ...WITHOUT_ONE_MEMBER].map((one) => [one]);
  const fixed = firstSeed === undefined ? [GROUPS['decisions'] ?? [], ...each] : [];
  const seeded = Array.from({ length: count }, (_, n) => combination(VARIATIONS, (firstSeed ?? 1) + n));
  const checks = await loadChecks();
  const wrong = [...(await run([BUSY], checks.filter(isWriting))), ...(await run([...fixed, ...seeded], checks))];
  process.exitCode = wrong.length === 0 ? 0 : 1;
}
