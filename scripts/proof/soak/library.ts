/**
 * Every incident of scenarios/library: again and again in the sandbox, where each play must leave the same transcript and
 * the same journal, byte for byte; on the real clock, where it must pass; and on a member that decides the other way
 * wherever contract/decisions.md allows it. The short form is library.test.ts.
 *
 *     node scripts/proof/soak/library.ts [RUNS] [REAL-RUNS] [INCIDENT]...
 *
 * Prints a table. Exits 1 if an incident differs from its first play, or does not pass.
 */
import { fileURLToPath } from 'node:url';
import { startStopwatch } from '../../../conformance/runner/stopwatch.ts';
import { DEFECTS } from '../../../gateway/defects/index.ts';
import { GROUPS } from '../../../gateway/variations/named.ts';
import type { NewWorld } from '../../../platform-sim/hosting/sandbox-world.ts';
import { type Sandbox, startSandbox } from '../../../platform-sim/sandbox.ts';
import type { Scenario } from '../../../scenarios/index.ts';
import { INCIDENTS } from './library/incidents.ts';
import { KNOWN_BAD } from './library/known-bad.ts';
import { mismatchesOf, playedInWorld, whyNot } from './library/played-in-world.ts';

/** What the plays of one incident came to. */
export interface Incident {
  readonly id: string;
  readonly plays: number;
  readonly ms: number;
  /** Of the transcript and the journal, shortened; what all plays of the sandbox have in common. */
  readonly hash: string;
  /** undefined: all of them passed, and were the same where they have to be. */
  readonly wrong: string | undefined;
}

/** Plays each incident `runs` times on a virtual clock. */
export async function playAgain(
  sandbox: Sandbox,
  incidents: readonly Scenario[],
  runs: number,
  onIncident?: (result: Incident) => void,
): Promise<readonly Incident[]> {
  const results: Incident[] = [];
  for (const incident of incidents) {
    const stopwatch = startStopwatch();
    // The transcript contains the world's address, so every play has a world of the same name.
    const play = () => playedInWorld(sandbox, incident, { clock: 'virtual', name: incident.id });
    const first = await play();
    let wrong = whyNot(first.played);
    let plays = 1;
    while (plays < runs && wrong === undefined) {
      const again = await play();
      plays += 1;
      wrong =
        parted('transcript', first.transcript, again.transcript) ?? parted('journal', first.journal, again.journal);
      if (wrong !== undefined) wrong = `play ${plays}: ${wrong}`;
    }
    const result = { id: incident.id, plays, ms: stopwatch.nowMs(), hash: first.hash, wrong };
    onIncident?.(result);
    results.push(result);
  }
  return results;
}

/** undefined: they are the same. */
function parted(what: string, first: string, again: string): string | undefined {
  if (first === again) return undefined;
  const [expected, seen] = [first.split('\n'), again.split('\n')];
  const line = expected.findIndex((text, index) => text !== seen[index]);
  return `another ${what} from line ${line + 1} on:\n    ${expected[line]}\n    ${seen[line]}`;
}

/** Plays each incident `runs` times in worlds as stated, `atOnce` of them side by side. */
export async function playIn(
  sandbox: Sandbox,
  options: Omit<NewWorld, 'seed' | 'name'>,
  incidents: readonly Scenario[],
  { runs = 1, atOnce = 1 }: { readonly runs?: number; readonly atOnce?: number } = {},
): Promise<readonly Incident[]> {
  const wrongs = new Map<string, string>();
  const tookMs = new Map<string, number>();
  const waiting = Array.from({ length: runs }, () => incidents).flat();
  const next = async (): Promise<void> => {
    for (let incident = waiting.shift(); incident !== undefined; incident = waiting.shift()) {
      const stopwatch = startStopwatch();
      const { played } = await playedInWorld(sandbox, incident, options);
      const wrong = whyNot(played);
      if (wrong !== undefined) wrongs.set(incident.id, wrong);
      tookMs.set(incident.id, (tookMs.get(incident.id) ?? 0) + stopwatch.nowMs());
    }
  };
  await Promise.all(Array.from({ length: atOnce }, next));
  return incidents.map(({ id }) => ({ id, plays: runs, ms: tookMs.get(id) ?? 0, hash: '', wrong: wrongs.get(id) }));
}

/** A running clock cannot be advanced, only waited for. */
export function waitsAlone(incident: Scenario): boolean {
  return incident.steps.every(({ kind }) => kind !== 'advance');
}

/** Most of them wait for the clock, so many fit on two cores. */
const REAL_AT_ONCE = 16;

function tellOne({ id, plays, ms, hash, wrong }: Incident): void {
  console.log(
    `  ${id.padEnd(44)} ${`${plays}`.padStart(4)} × ${(ms / plays / 1_000).toFixed(2).padStart(7)} s  ${hash}`,
  );
  if (wrong === undefined) return;
  console.error(`    ${wrong}`);
  process.exitCode = 1;
}

function tellSum(results: readonly Incident[]): void {
  const good = results.filter(({ wrong }) => wrong === undefined).length;
  console.log(
    `  ${good} of ${results.length} incidents, ${results.reduce((sum, { plays }) => sum + plays, 0)} plays\n`,
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [runs = '100', realRuns = '20', ...names] = process.argv.slice(2);
  await using sandbox = await startSandbox({ clock: 'virtual' });
  const chosen = INCIDENTS.filter(({ id }) => names.length === 0 || names.includes(id));
  if (Number(runs) > 0) {
    console.log('in the sandbox: the same transcript and journal');
    tellSum(await playAgain(sandbox, chosen, Number(runs), tellOne));
  }
  if (Number(realRuns) > 0) {
    console.log('on the real clock');
    const running = chosen.filter(waitsAlone);
    const real = { runs: Number(realRuns), atOnce: REAL_AT_ONCE };
    const results = await playIn(sandbox, { clock: 'real' }, running, real);
    results.forEach(tellOne);
    tellSum(results);
  }
  console.log('on a member that decides the other way');
  const varied = await playIn(sandbox, { permissive: GROUPS['decisions'] ?? [] }, chosen);
  varied.forEach(tellOne);
  tellSum(varied);
  console.log('on a member of which it is known that it fails there');
  for (const [id, name, mismatch] of KNOWN_BAD.filter(([known]) => chosen.some((incident) => incident.id === known))) {
    const incident = chosen.find((one) => one.id === id) as Scenario;
    const defects = DEFECTS.filter((one) => one.name === name);
    const { played } = await playedInWorld(sandbox, incident, { defects });
    if (played.verdict === 'fail' && mismatchesOf(played).some((line) => mismatch.test(line))) continue;
    console.error(`    ${id} does not fail on ${name} as it should: ${mismatchesOf(played).join('; ')}`);
    process.exitCode = 1;
  }
}
