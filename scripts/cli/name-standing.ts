/** Names the algo instances that a run may stop, before its first write, and records them. */
import type { Entry } from '../../conformance/member/effects/entry.ts';
import { standingInstances } from '../../conformance/member/effects/standing.ts';
import { Unreached } from '../../conformance/member/sending/unreached.ts';
import { loadChecks } from '../../conformance/runner/plan/load-checks.ts';
import type { Selection } from '../../conformance/runner/plan/plan.ts';
import { plan } from '../../conformance/runner/plan/plan.ts';
import { isHalting } from '../../conformance/runner/plan/plan-in-words.ts';
import type { CommandIo } from './command.ts';
import type { OpenTarget } from './open-target.ts';

const MOST_NAMED = 20;

export async function nameStanding(
  { target, own }: OpenTarget,
  selection: Selection,
  record: (entry: Entry) => void,
  io: Pick<CommandIo, 'stderr'>,
): Promise<void> {
  if (own || !plan(await loadChecks(), selection, target.profile, target.facts, target.clockMode).run.some(isHalting)) {
    return;
  }
  try {
    const admin = target.session().actors.get('admin');
    const standing = admin && (await standingInstances(admin));
    if (standing === undefined) return;
    record(standing);
    const names = standing.rows.map(({ row, name }) => (name === null ? row : `${row} ${JSON.stringify(name)}`));
    if (names.length === 0) return;
    const more = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : '';
    io.stderr.write(`touchstone: a halt stops what is started of: ${names.slice(0, MOST_NAMED).join(', ')}${more}\n`);
  } catch (error) {
    // A check will meet the same, and say so.
    if (!(error instanceof Unreached)) throw error;
  }
}
