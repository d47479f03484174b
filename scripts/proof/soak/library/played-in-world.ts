/** One play of a scenario in a world of its own, behind the ports of a sandbox that serves many. */
import { createHash } from 'node:crypto';
import { asObject } from '../../../../conformance/member/profile/contract-document.ts';
import { profileOf } from '../../../../conformance/member/profile/read-profile.ts';
import { connect } from '../../../../conformance/member/target.ts';
import { freshKeys } from '../../../../conformance/runner/run/fresh-keys.ts';
import { startStopwatch } from '../../../../conformance/runner/stopwatch.ts';
import type { NewWorld } from '../../../../platform-sim/hosting/sandbox-world.ts';
import type { Sandbox } from '../../../../platform-sim/sandbox.ts';
import type { Played, Scenario } from '../../../../scenarios/index.ts';
import { contractProblems, play, transcriptOf, unmetClock, unmetNeeds } from '../../../../scenarios/index.ts';

export interface WorldPlay {
  readonly played: Played;
  /** JSON lines. */
  readonly transcript: string;
  /** The platform's records at the end, one a line. */
  readonly journal: string;
  /** Of both. */
  readonly hash: string;
}

/** Characters of a hash in a table. */
const SHOWN = 12;

function hashOf(...texts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(text);
  return hash.digest('hex').slice(0, SHOWN);
}

/** Longer than any scenario waits on a real clock. */
const PATIENCE_MS = 600_000;

/** Throws for a scenario that the world cannot play. */
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
    const problems = [
      ...unmetNeeds(scenario, target.profile, 'of the sandbox'),
      ...unmetClock(scenario, target.clockMode),
      ...contractProblems(scenario, asObject(target.document)),
    ];
    const [problem] = problems;
    if (problem !== undefined) throw new Error(`${scenario.id}:${problem.line}:${problem.column}: ${problem.message}`);
    const played = await play(scenario, target, { stopwatch, freshWorld: true });
    const transcript = transcriptOf(played);
    const journal = world.platform
      .records()
      .map((record) => `${JSON.stringify(record)}\n`)
      .join('');
    return { played, transcript, journal, hash: hashOf(transcript, journal) };
  } finally {
    await target.close();
  }
}

/** The mismatches of a play, as a terminal shows them. */
export function mismatchesOf({ steps }: Played): readonly string[] {
  return steps.flatMap(({ mismatches }) =>
    mismatches.map(({ what, expected, seen }) => `${what}: expected ${expected}, seen ${seen}`),
  );
}

/** undefined: it passed. */
export function whyNot(played: Played): string | undefined {
  if (played.verdict === 'pass') return undefined;
  return [played.verdict, played.reason, ...mismatchesOf(played)].filter((part) => part !== undefined).join('; ');
}
