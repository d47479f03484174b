/**
 * The suite against a good member of every version of the contract and of every version of the trading socket's, each check as
 * often as it asks for: of a sandbox of one's own, of one that is shared, and of a deployed member. It must say nothing against
 * any of them, and leave out just what is newer.
 *
 *     node scripts/proof/soak/older-versions.ts [COUNT]
 *
 * COUNT members, the newest first. Exits 1 where the suite says anything against one of them, and says what.
 */
import { fileURLToPath } from 'node:url';
import { NEWEST_SOCKET, SOCKET_VERSIONS } from '../../../conformance/contract/versions.ts';
import { loadChecks } from '../../../conformance/runner/plan/load-checks.ts';
import { VERDICTS } from '../../../conformance/runner/record/run-record.ts';
import { NEWEST, VERSIONS } from '../../../gateway/contract/versions.ts';
import { judgedOf } from '../older/judged-at.ts';
import { type OlderMember, suiteAt } from '../older/suite-at.ts';

type Of = Omit<OlderMember, 'seenAs'>;

const MEMBERS: readonly Of[] = [
  ...VERSIONS.toReversed().map((version): Of => ({ version })),
  ...SOCKET_VERSIONS.filter((version) => version !== NEWEST_SOCKET).map((socketVersion): Of => {
    return { version: NEWEST, socketVersion };
  }),
];

/**
 * @param told of each member, what came of the suite's checks.
 * @returns what is wrong, a line each.
 */
export async function run(count: number, told?: (line: string) => void): Promise<readonly string[]> {
  const checks = await loadChecks();
  const wrong: string[] = [];
  for (const member of MEMBERS.slice(0, count)) {
    for (const seenAs of ['own', 'shared', 'deployed'] as const) {
      const record = await suiteAt({ ...member, seenAs }, checks);
      const { version, socketVersion = NEWEST_SOCKET } = member;
      const { alarms, undecided, misplaced } = judgedOf(record, version, socketVersion);
      const name = `${version} with sockets of ${socketVersion}, ${seenAs}`;
      const counts = VERDICTS.map((verdict) => {
        return `${record.checks.filter((row) => row.verdict === verdict).length} ${verdict}`;
      });
      told?.(`${name}: ${counts.join(', ')}`);
      // Elsewhere a state may not come about within a check's runs, and what a deployed member's profile lacks is not exercised.
      const amiss = seenAs === 'own' ? [...alarms, ...undecided, ...misplaced] : alarms;
      wrong.push(...amiss.map((what) => `${name}: ${what}`));
    }
  }
  return wrong;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const wrong = await run(Number(process.argv[2] ?? MEMBERS.length), (line) => console.log(line));
  console.log(wrong.length === 0 ? 'nothing is held against an older member' : wrong.join('\n'));
  process.exitCode = wrong.length === 0 ? 0 : 1;
}
