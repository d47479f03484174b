/** Judges the starts of a client by every rule: verdicts as those of a member's checks. */
import type { Start } from './history.ts';
import type { ClientRule, Finding, Moment } from './rule.ts';
import { CLIENT_RULES } from './rules.ts';

export type ClientVerdict = 'pass' | 'fail' | 'inconclusive' | 'not-exercised';

/** A moment, and the start in which it happened. */
export interface SeenMoment extends Moment {
  /** Counted from 0; the start without trouble. */
  readonly start: number;
}

export interface RuleRow extends Pick<ClientRule, 'id' | 'area' | 'severity' | 'from' | 'says'> {
  readonly verdict: ClientVerdict;
  /** How often the client met what the rule is about, over all starts. */
  readonly cases: number;
  readonly broken: readonly SeenMoment[];
  readonly suspected: readonly SeenMoment[];
  /** Why it is inconclusive or not exercised. */
  readonly reason?: string;
}

const NOTHING: Finding = { cases: 0, broken: [] };

/** What one start shows of each rule, in their order. */
function findingsIn(start: Start, first: Start, rules: readonly ClientRule[]): readonly Finding[] {
  const all = rules.map((rule) => (rule.judgeAll === undefined ? rule.judge(start, first) : NOTHING));
  const isBroken = (id: string): boolean => (all[rules.findIndex((rule) => rule.id === id)]?.broken.length ?? 0) > 0;
  return all.map((finding, i) =>
    rules[i]?.after?.some(isBroken) ? { ...finding, broken: [], suspected: [] } : finding,
  );
}

/** The ids of the rules that one start breaks. */
export function brokenIn(start: Start, first: Start, rules: readonly ClientRule[] = CLIENT_RULES): readonly string[] {
  const all = findingsIn(start, first, rules);
  return rules.flatMap(({ id }, i) => ((all[i]?.broken.length ?? 0) > 0 ? [id] : []));
}

/** The verdict of each rule over all starts; the first one is that without trouble. */
export function judgeClient(starts: readonly Start[], rules: readonly ClientRule[] = CLIENT_RULES): readonly RuleRow[] {
  const [first] = starts;
  if (first === undefined) return [];
  const findings = starts.map((start) => findingsIn(start, first, rules));
  return rules.map((rule, n) => {
    const all = findings.map((of) => of[n] ?? NOTHING);
    const over = rule.judgeAll?.(starts) ?? NOTHING;
    const cases = [...all, over].reduce((sum, finding) => sum + finding.cases, 0);
    const seen = (of: (finding: Finding) => readonly Moment[]) => [
      ...all.flatMap((finding, start) => of(finding).map((moment) => ({ ...moment, start }))),
      ...of(over).map((moment) => ({ ...moment, start: 0 })),
    ];
    const broken = seen((finding) => finding.broken);
    const suspected = seen((finding) => finding.suspected ?? []);
    const isCut = starts.some((start, i) => start.isCut && (all[i]?.cases ?? 0) > 0);
    const { id, area, severity, from, says } = rule;
    return {
      ...{ id, area, severity, from, says, cases, broken, suspected },
      ...verdictOf({ cases, broken, suspected, isCut }),
    };
  });
}

function verdictOf(
  seen: Pick<RuleRow, 'cases' | 'broken' | 'suspected'> & { readonly isCut: boolean },
): Pick<RuleRow, 'verdict' | 'reason'> {
  if (seen.broken.length > 0) return { verdict: 'fail' };
  if (seen.suspected.length > 0)
    return { verdict: 'inconclusive', reason: 'suspected: the traffic alone does not say whether it was wanted' };
  if (seen.cases === 0)
    return { verdict: 'not-exercised', reason: 'the client did not do, or did not meet, what the rule is about' };
  if (seen.isCut) return { verdict: 'inconclusive', reason: 'there was more traffic than the sandbox keeps' };
  return { verdict: 'pass' };
}
