/** Plays scenarios in separate worlds of one sandbox, and reads the files of scenarios/library. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { asObject } from '../../../../conformance/member/profile/contract-document.ts';
import { profileOf } from '../../../../conformance/member/profile/read-profile.ts';
import { connect } from '../../../../conformance/member/target.ts';
import { freshKeys } from '../../../../conformance/runner/run/fresh-keys.ts';
import { startStopwatch } from '../../../../conformance/runner/stopwatch.ts';
import { DEFECTS } from '../../../../gateway/defects/index.ts';
import type { NewWorld } from '../../../../platform-sim/hosting/world-options.ts';
import type { Sandbox } from '../../../../platform-sim/sandbox.ts';
import type { Played, Scenario } from '../../../../scenarios/index.ts';
import {
  contractProblems,
  play,
  readScenario,
  transcriptOf,
  unmetClock,
  unmetNeeds,
} from '../../../../scenarios/index.ts';
import type { KnownBad } from './known-bad.ts';

const LIBRARY = new URL('../../../../scenarios/library/', import.meta.url);

/** Every file, in the order of their names. */
export const INCIDENTS: readonly Scenario[] = readdirSync(LIBRARY)
  .filter((file) => file.endsWith('.yaml'))
  .toSorted()
  .map((file) => readScenario(readFileSync(new URL(file, LIBRARY), 'utf8'), file));

export interface WorldPlay {
  readonly played: Played;
  /** JSON lines. */
  readonly transcript: string;
  /** The platform's records at the end, one a line. */
  readonly journal: string;
}

/** The result of the plays of one incident. */
export interface Incident {
  readonly id: string;
  readonly plays: number;
  readonly ms: number;
  /** A shortened hash of the transcript and the journal, which all plays in the sandbox share. */
  readonly hash: string;
  /** The error; undefined if all plays passed, and were equal if they must be. */
  readonly wrong: string | undefined;
}

/** Characters of a hash in a table. */
const SHOWN = 12;
/** Longer than any scenario waits on a real clock. */
const PATIENCE_MS = 600_000;

/** Throws if the world cannot play the scenario. */
export async function playedInWorld(
  sandbox: Sandbox,
  scenario: Scenario,
  options: Omit<NewWorld, 'seed'> = {},
): Promise<WorldPlay> {
  const stopwatch = startStopwatch();
  const { seed } = scenario.world;
  await using world = await sandbox.createWorld({ ...options, seed });
  const target = await connect(profileOf(world.profile, scenario.id), {
    stopwatch,
    freshKey: freshKeys(seed, stopwatch.startedAtMs),
    userAgent: 'touchstone-library',
    patienceMs: PATIENCE_MS,
  });
  try {
    const [problem] = [
      ...unmetNeeds(scenario, target.profile, 'of the sandbox'),
      ...unmetClock(scenario, target.clockMode),
      ...contractProblems(scenario, asObject(target.document)),
    ];
    if (problem !== undefined) throw new Error(`${scenario.id}:${problem.line}:${problem.column}: ${problem.message}`);
    const played = await play(scenario, target, { stopwatch, freshWorld: true });
    const records = world.platform.records().map((record) => `${JSON.stringify(record)}\n`);
    return { played, transcript: transcriptOf(played), journal: records.join('') };
  } finally {
    await target.close();
  }
}

/** The mismatches of a play, as a terminal shows them. */
export function mismatchesOf({ steps }: Pick<Played, 'steps'>): readonly string[] {
  return steps.flatMap(({ mismatches }) =>
    mismatches.map(({ what, expected, seen }) => `${what}: expected ${expected}, seen ${seen}`),
  );
}

/** Returns undefined if it passed. */
function whyNot(played: Played): string | undefined {
  if (played.verdict === 'pass') return undefined;
  return [played.verdict, played.reason, ...mismatchesOf(played)].filter((part) => part !== undefined).join('; ');
}

/** Plays each incident `runs` times on a virtual clock: every play must leave the same transcript and journal. */
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
    const again = () => playedInWorld(sandbox, incident, { clock: 'virtual', name: incident.id });
    const first = await again();
    let wrong = whyNot(first.played);
    let plays = 1;
    for (; plays < runs && wrong === undefined; plays += 1) {
      const { transcript, journal } = await again();
      const difference =
        parted('transcript', first.transcript, transcript) ?? parted('journal', first.journal, journal);
      if (difference !== undefined) wrong = `play ${plays + 1}: ${difference}`;
    }
    const hash = createHash('sha256').update(first.transcript).update(first.journal).digest('hex').slice(0, SHOWN);
    const result = { id: incident.id, plays, ms: stopwatch.nowMs(), hash, wrong };
    onIncident?.(result);
    results.push(result);
  }
  return results;
}

/** Returns undefined if they are equal. */
function parted(what: string, first: string, again: string): string | undefined {
  if (first === again) return undefined;
  const [expected, seen] = [first.split('\n'), again.split('\n')];
  const line = expected.findIndex((text, index) => text !== seen[index]);
  return `another ${what} from line ${line + 1} on:\n    ${expected[line]}\n    ${seen[line]}`;
}

/** Plays each incident `runs` times in worlds with these options, `atOnce` of them in parallel. */
export async function playIn(
  sandbox: Sandbox,
  options: Omit<NewWorld, 'seed' | 'name'>,
  incidents: readonly Scenario[],
  { runs = 1, atOnce = 1 }: { readonly runs?: number; readonly atOnce?: number } = {},
): Promise<readonly Incident[]> {
  const results = new Map(incidents.map(({ id }) => [id, { id, plays: runs, ms: 0, hash: '' } as Incident]));
  const waiting = Array.from({ length: runs }, () => incidents).flat();
  const next = async (): Promise<void> => {
    for (let incident = waiting.shift(); incident !== undefined; incident = waiting.shift()) {
      const stopwatch = startStopwatch();
      const { played } = await playedInWorld(sandbox, incident, options);
      const before = results.get(incident.id) as Incident;
      const wrong = whyNot(played) ?? before.wrong;
      results.set(incident.id, { ...before, ms: before.ms + stopwatch.nowMs(), wrong });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, next));
  return [...results.values()];
}

/** A running clock cannot be advanced, so the player waits. */
export function waitsAlone(incident: Scenario): boolean {
  return incident.steps.every(({ kind }) => kind !== 'advance');
}

/** Describes how an incident fails to detect its known-bad member; undefined if it detects it. */
export async function wrongOnKnownBad(sandbox: Sandbox, [id, name, mismatch]: KnownBad): Promise<string | undefined> {
  const incident = INCIDENTS.find((known) => known.id === id);
  const defects = DEFECTS.filter((known) => known.name === name);
  if (incident === undefined || defects.length === 0) return `there is no incident ${id}, or no member ${name}`;
  const { played } = await playedInWorld(sandbox, incident, { defects });
  const seen = mismatchesOf(played);
  if (played.verdict === 'fail' && seen.some((line) => mismatch.test(line))) return undefined;
  return `${id} does not fail on ${name} as it should: ${played.verdict}, ${seen.join('; ')}`;
}
