/**
 * What the terminal and every report say first, in the same words: the target, what failed, and what changed from an
 * earlier run. It imports no code, so that a page can hold it.
 */
import type { HookRow } from '../../member/hooks/hook-book.ts';
import type { CheckRow, FailureRow, RunRecord, ServerErrorRow, Verdict } from './run-record.ts';

/** `known`: a baseline accepts it. `failed before`: the run of `--since` had it, too. */
export type Standing = 'new' | 'failed before' | 'known';

const STANDINGS: readonly Standing[] = ['new', 'failed before', 'known'];

type StandingFailure = FailureRow & { readonly standing: Standing };

/** What a failing check broke; for a record from before `broken` existed, the check's own failure. */
export function failuresOfCheck(row: CheckRow): readonly FailureRow[] {
  if (row.verdict !== 'fail') return [];
  const clause = row.counterexample?.expected ?? '';
  const broken = row.broken ?? (row.breaks ?? row.proves).map((requirement) => ({ requirement, clause }));
  return broken.map((one) => ({ check: row.id, requirement: one.requirement, clause: one.clause }));
}

/** By this name two runs are compared. */
export function failureName({ check, requirement, clause }: FailureRow): string {
  return `${check} ${requirement} ${clause}`;
}

/** Every failure of the run, new ones first. */
export function failuresOfRun({ checks, since }: RunRecord): readonly StandingFailure[] {
  const fresh = since && new Set(since.newFailures.map(failureName));
  const failures = checks.flatMap((row) =>
    failuresOfCheck(row).map((failure, i): StandingFailure => {
      const isKnown = row.known === true || row.broken?.[i]?.known !== undefined;
      const isNew = fresh === undefined || fresh.has(failureName(failure));
      return { ...failure, standing: isKnown ? 'known' : isNew ? 'new' : 'failed before' };
    }),
  );
  return failures.toSorted((a, b) => STANDINGS.indexOf(a.standing) - STANDINGS.indexOf(b.standing));
}

/** `1 new, 5 known`; with `--since` also `2 fixed, 3 lost`. Undefined: there is neither a baseline nor an earlier run. */
export function changesInWords(record: RunRecord): string | undefined {
  const { since, gate } = record;
  const failures = failuresOfRun(record);
  const count = (wanted: Standing) => failures.filter(({ standing }) => standing === wanted).length;
  const [before, known] = [count('failed before'), count('known')];
  const hasBaseline = gate?.baseline !== undefined || known > 0;
  if (since === undefined && !hasBaseline) return undefined;
  return [
    `${count('new')} new`,
    ...(before > 0 ? [`${before} failed before`] : []),
    ...(hasBaseline ? [`${known} known`] : []),
    ...(since === undefined ? [] : [`${since.fixed.length} fixed`, `${since.lost.length} lost`]),
  ].join(', ');
}

/** `31 of 264 requirements, 38 of 335 checks`: those that passed or failed, of all. */
function exercisedInWords({ requirements, checks }: RunRecord): string {
  const isJudged = ({ verdict }: { readonly verdict: Verdict }) => verdict === 'pass' || verdict === 'fail';
  const [judged, ran] = [requirements.filter(isJudged).length, checks.filter(isJudged).length];
  return `${judged} of ${requirements.length} requirements, ${ran} of ${checks.length} checks`;
}

/** `good`: nothing exercised failed; `bad`: something new failed; `unsure`: neither is known. */
export interface Conclusion {
  readonly tone: 'good' | 'bad' | 'unsure';
  /** `Not conforming: 1 new, 5 known (31 of 264 requirements, 38 of 335 checks exercised)`, without a full stop. */
  readonly headline: string;
}

/** The same precedence as the exit status of `touchstone check` (a test in scripts/cli compares them). */
export function conclusionOf(record: RunRecord): Conclusion {
  const { tone, words } = concluded(record);
  const failures = failuresOfRun(record).length;
  const counts = changesInWords(record) ?? (failures === 0 ? '' : counted(failures, 'failure'));
  const exercised = exercisedInWords(record);
  if (tone === 'good') return { tone, headline: `${words}: ${counts === '' ? '' : `${counts}; `}${exercised}` };
  const said = counts === '' ? '' : `${words.includes(':') ? ';' : ':'} ${counts}`;
  return { tone, headline: `${words}${said} (${exercised} exercised)` };
}

function concluded(record: RunRecord): { readonly tone: Conclusion['tone']; readonly words: string } {
  const { checks, run, gate, since } = record;
  const has = (verdict: Verdict) => checks.some((row) => row.verdict === verdict);
  const unsure = (words: string) => ({ tone: 'unsure', words }) as const;
  if (checks.some((row) => row.verdict === 'fail' && row.known !== true))
    return { tone: 'bad', words: 'Not conforming' };
  if ((gate?.baseline?.problems.length ?? 0) > 0) return { tone: 'bad', words: 'The baseline must be corrected' };
  if (checks.some((row) => row.fault === true)) return { tone: 'bad', words: 'The suite itself failed' };
  if (run.stopped !== null) return unsure(`Stopped before its end: ${run.stopped}`);
  if (has('inconclusive')) return unsure('Inconclusive');
  if (gate?.coverage?.some(({ met }) => !met) === true) return unsure('Less was exercised than was asked for');
  if (has('fail')) return unsure('Known failures only');
  if (!has('pass')) return unsure('Nothing was exercised');
  if ((since?.lost.length ?? 0) > 0) return unsure('Conforming, but less was exercised than before');
  return { tone: 'good', words: 'Conforming in all that was exercised' };
}

/** With `--since`: what changed, a title and its lines each; empty lists are left out. */
export function changesOf({
  since,
}: RunRecord): readonly { readonly title: string; readonly lines: readonly string[] }[] {
  if (since === undefined) return [];
  const { file, startedAt, newFailures, fixed, lost } = since;
  const words = ({ requirement, clause, check }: FailureRow) => `${requirement} ${clause} (${check})`;
  const then = `${file} (${dateInWords(startedAt)})`;
  return [
    { title: `New since ${then}`, lines: newFailures.map(words) },
    { title: `Fixed since ${then}`, lines: fixed.map(words) },
    { title: `Lost: exercised in ${then}, not exercised now`, lines: lost.map(({ id, why }) => `${id}: ${why}`) },
  ].filter(({ lines }) => lines.length > 0);
}

/** What was judged, when, and in which versions: a name and a value each. Only what the record knows. */
export function targetInWords({ run }: RunRecord): readonly (readonly [name: string, value: string])[] {
  const { rest, socket } = run.target.contract;
  return [
    ['Target', run.target.baseUrl],
    ['Date', dateInWords(run.startedAt)],
    ['Contract', `REST ${rest}${socket === null ? '' : `, socket ${socket}`}`],
    ...(run.commit === undefined ? [] : [['Commit', `${run.commit.id} (${run.commit.from})`] as const]),
  ];
}

/** `2026-01-05 00:00 UTC` */
export function dateInWords(startedAt: string): string {
  const [, day, time] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)/.exec(startedAt) ?? [];
  return day === undefined ? startedAt : `${day} ${time} UTC`;
}

/** `PUT /asset-policies/{id} answered 500 INTERNAL_ERROR, 3 times: MESSAGE` */
export function serverErrorInWords({ request, status, code, message, count }: ServerErrorRow): string {
  const times = count === 1 ? 'once' : `${count} times`;
  return `${request} answered ${status}${code === null ? '' : ` ${code}`}, ${times}${message === null ? '' : `: ${message}`}`;
}

/** Each hook in a sentence: how often, how long, and what failed. */
function hooksInWords(rows: readonly HookRow[]): readonly string[] {
  return [...Map.groupBy(rows, ({ hook }) => hook)].map(([hook, of]) => {
    const seconds = of.reduce((sum, { durationMs }) => sum + durationMs, 0) / 1_000;
    const undone = of.filter(({ part }) => part === 'undo').length;
    const times = `${counted(of.length - undone, 'run')}${undone === 0 ? '' : ` and ${counted(undone, 'undo')}`}`;
    const problems = of.flatMap(({ part, problem }) => (problem === undefined ? [] : `its ${part} ${problem}`));
    return [`Hook ${hook}: ${times}, ${seconds.toFixed(1)} s`, ...new Set(problems)].join('; ');
  });
}

/** Remarks: the hooks that were run, checks that passed only when repeated, and states that were not reached. */
export function remarksOf({ checks, run }: Pick<RunRecord, 'checks' | 'run'>): readonly string[] {
  const flaky = checks.filter((row) => row.flaky === true).map(({ id }) => id);
  const missed = checks.filter(({ verdict, unreached }) => verdict === 'pass' && unreached !== undefined);
  return [
    ...hooksInWords(run.hooks ?? []),
    ...(flaky.length === 0 ? [] : [`Passed only when tried again (flaky): ${flaky.join(', ')}`]),
    ...missed.map(({ id, unreached = [] }) => `${id} passed, but no run reached: ${unreached.join('; ')}`),
  ];
}

/** Failing checks, those with a new failure first. */
export function failingChecks({ checks }: RunRecord): readonly CheckRow[] {
  const isKnown = ({ known }: CheckRow) => Number(known === true);
  return checks.filter(({ verdict }) => verdict === 'fail').toSorted((a, b) => isKnown(a) - isKnown(b));
}

function counted(n: number, one: string): string {
  return `${n} ${n === 1 ? one : `${one}s`}`;
}
