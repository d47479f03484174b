/**
 * Judges a valid member of every version of the contract and of the trading socket's contract, with all runs of each check: on
 * the user's own sandbox, on a shared one, and as a deployed member. The suite must raise no alarm, and leave out only newer
 * requirements.
 *
 *     node scripts/proof/soak/older-versions.ts [COUNT]
 *
 * COUNT members, the newest first. Exits 1 and prints the alarms if the suite raises any.
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
 * @param onMember called with the counts of verdicts for each member
 * @returns what is wrong, one line each
 */
export async function run(count: number, onMember?: (line: string) => void): Promise<readonly string[]> {
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
      onMember?.(`${name}: ${counts.join(', ')}`);
      // On shared and deployed members a check may not reach a state in its runs, or the profile may lack what it needs.
      const amiss = seenAs === 'own' ? [...alarms, ...undecided, ...misplaced] : alarms;
      wrong.push(...amiss.map((what) => `${name}: ${what}`));
    }
  }
  return wrong;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const wrong = await run(Number(process.argv[2] ?? MEMBERS.length), (line) => console.log(line));
  console.log(wrong.length === 0 ? 'no false alarm against an older member' : wrong.join('\n'));
  process.exitCode = wrong.length === 0 ? 0 : 1;
}
