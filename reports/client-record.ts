/** The result of `touchstone client`, as `client.json` has it: one row a rule, and the smallest schedule of each failure. */
import type { RunRecord, Verdict } from '../conformance/runner/record/run-record.ts';

/** Who does something in the sequence of a failure. */
export type Lane = 'client' | 'member' | 'platform';

/** One line of the sequence of a failure. */
export interface LaneStep {
  readonly atMs: number;
  readonly lane: Lane;
  readonly text: string;
  /** It shows the breach. */
  readonly isShown?: true;
  /** A trouble of the schedule. */
  readonly isTrouble?: true;
}

export interface ClientFailureRow {
  /** What the client met and did, in one sentence. */
  readonly moment: string;
  /** The smallest schedule that shows it, one line for each trouble; empty: no trouble is needed. */
  readonly schedule: readonly string[];
  /** The file that replays it, below the folder of the report, and the command line. Absent: none was written. */
  readonly scenario?: string;
  readonly replay?: string;
  /** How many schedules had run when it was found. */
  readonly after: number;
  readonly steps: readonly LaneStep[];
}

export interface ClientRuleRow {
  /** `CLI-01` */
  readonly id: string;
  readonly area: string;
  readonly severity: 'must' | 'should';
  /** The requirement, or the practice. */
  readonly from: string;
  readonly says: string;
  readonly verdict: Exclude<Verdict, 'not-applicable'>;
  readonly cases: number;
  readonly reason?: string;
  /** Every breach, one sentence each. */
  readonly broken: readonly string[];
  readonly suspected: readonly string[];
  readonly failure?: ClientFailureRow;
}

export interface ClientRecord {
  readonly schema: 1;
  readonly tool: RunRecord['tool'];
  /** The command line of the client, or what it is instead. */
  readonly client: string;
  readonly seed: number;
  readonly startedAt: string;
  readonly durationMs: number;
  /** How often the client was started, with the start without trouble. */
  readonly starts: number;
  readonly verdict: Verdict;
  readonly summary: Readonly<Record<ClientRuleRow['verdict'], number>>;
  /** Why it could not be judged, in one line, and its last lines of output. */
  readonly unfit?: { readonly why: string; readonly output: readonly string[] };
  /** The command line that judges the client again and writes a report; absent: it was no command line. */
  readonly rerun?: string;
  readonly rules: readonly ClientRuleRow[];
}

export const CLIENT_VERDICTS = ['fail', 'inconclusive', 'pass', 'not-exercised'] as const;

/** The strongest verdict: a rule that only should hold fails by itself, and leaves the client conforming. */
export function verdictOfClient(rules: readonly ClientRuleRow[]): Verdict {
  const has = (verdict: ClientRuleRow['verdict']) =>
    rules.some((row) => row.verdict === verdict && row.severity === 'must');
  if (has('fail')) return 'fail';
  if (has('inconclusive')) return 'inconclusive';
  return rules.some(({ verdict }) => verdict === 'pass') ? 'pass' : 'not-exercised';
}

/** `Not conforming: 2 rules broken (31 of 54 rules exercised in 41 starts)` */
export function clientHeadline({ unfit, verdict, rules, starts }: ClientRecord): string {
  if (unfit !== undefined) return `The client cannot be judged: ${unfit.why}`;
  const exercised = rules.filter((row) => row.verdict === 'pass' || row.verdict === 'fail').length;
  const over = `${exercised} of ${rules.length} rules exercised in ${starts} ${starts === 1 ? 'start' : 'starts'}`;
  const count = (one: ClientRuleRow['verdict'], severity: 'must' | 'should') =>
    rules.filter((row) => row.verdict === one && row.severity === severity).length;
  const [musts, shoulds] = [count('fail', 'must'), count('fail', 'should')];
  const also = shoulds === 0 ? '' : `, ${counted(shoulds, 'recommendation')} not followed`;
  if (verdict === 'fail') return `Not conforming: ${counted(musts, 'rule')} broken${also} (${over})`;
  if (verdict === 'inconclusive')
    return `Inconclusive: ${counted(count('inconclusive', 'must'), 'rule')} may be broken${also} (${over})`;
  if (verdict === 'not-exercised') return 'Nothing was exercised';
  return `Conforming in all that was exercised${also} (${over})`;
}

export function counted(n: number, one: string): string {
  return `${n} ${n === 1 ? one : `${one}s`}`;
}

/** Rules in the order in which a person wants them: what is broken first. */
export function byInterest(rules: readonly ClientRuleRow[]): readonly ClientRuleRow[] {
  return rules.toSorted((a, b) => CLIENT_VERDICTS.indexOf(a.verdict) - CLIENT_VERDICTS.indexOf(b.verdict));
}
