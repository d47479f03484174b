/**
 * Plays every incident of scenarios/library. In the sandbox, each play must leave the same transcript and journal, byte for
 * byte. On the real clock, each must pass. The same holds for a member that takes the other branch of each decision in
 * contract/decisions.md. The short form is library.test.ts.
 *
 *     node scripts/proof/soak/library.ts [RUNS] [REAL-RUNS] [INCIDENT]...
 *
 * Prints a table. Exits 1 if an incident differs from its first play, or does not pass.
 */
import { GROUPS } from '../../../gateway/variations/named.ts';
import { startSandbox } from '../../../platform-sim/sandbox.ts';
import { KNOWN_BAD } from './library/known-bad.ts';
import { INCIDENTS, type Incident, playAgain, playIn, waitsAlone, wrongOnKnownBad } from './library/play.ts';

/** Plays at once: most of them wait for the clock, so many fit on two cores. */
const REAL_AT_ONCE = 16;

const [runs = '100', realRuns = '20', ...names] = process.argv.slice(2);
await using sandbox = await startSandbox({ clock: 'virtual' });
const chosen = INCIDENTS.filter(({ id }) => names.length === 0 || names.includes(id));
if (Number(runs) > 0) {
  console.log('in the sandbox: the same transcript and journal');
  tellSum(await playAgain(sandbox, chosen, Number(runs), tellOne));
}
if (Number(realRuns) > 0) {
  console.log('on the real clock');
  const real = { runs: Number(realRuns), atOnce: REAL_AT_ONCE };
  const results = await playIn(sandbox, { clock: 'real' }, chosen.filter(waitsAlone), real);
  results.forEach(tellOne);
  tellSum(results);
}
console.log('on a member that decides the other way');
const varied = await playIn(sandbox, { permissive: GROUPS['decisions'] ?? [] }, chosen);
varied.forEach(tellOne);
tellSum(varied);
console.log('on its known-bad member, where it must fail');
for (const row of KNOWN_BAD.filter(([known]) => chosen.some(({ id }) => id === known))) {
  tellWrong(await wrongOnKnownBad(sandbox, row));
}

function tellOne({ id, plays, ms, hash, wrong }: Incident): void {
  const seconds = (ms / plays / 1_000).toFixed(2);
  console.log(`  ${id.padEnd(44)} ${`${plays}`.padStart(4)} × ${seconds.padStart(7)} s  ${hash}`);
  tellWrong(wrong);
}

function tellWrong(wrong: string | undefined): void {
  if (wrong === undefined) return;
  console.error(`    ${wrong}`);
  process.exitCode = 1;
}

function tellSum(results: readonly Incident[]): void {
  const passed = results.filter(({ wrong }) => wrong === undefined).length;
  const plays = results.reduce((sum, result) => sum + result.plays, 0);
  console.log(`  ${passed} of ${results.length} incidents, ${plays} plays\n`);
}
