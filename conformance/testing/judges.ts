/** Tables that test a judge with hand-written histories: what each row changes, and the expected verdict. */
import { describe, expect, test } from 'vitest';
import type { RequirementId } from '../contract/requirements.ts';
import type { TargetFacts } from '../member/profile/target-facts.ts';
import { unlessBusy } from '../runner/excuses/excused.ts';
import type { History } from '../runner/history.ts';
import type { Judgement } from '../runner/judgement.ts';
import { loadChecks } from '../runner/plan/load-checks.ts';
import type { Sampled } from './sample-history.ts';
import { historyOf } from './sample-history.ts';

type Verdict = Judgement['verdict'];

/**
 * One verdict for any target; or one for a deployed member and one for the sandbox's own (`strict`), where the two
 * are judged differently. In a table with such a pair, a single verdict is tested for both targets.
 */
type Verdicts = Verdict | readonly [deployed: Verdict, strict: Verdict];

/** By label, in order of sending; or a list without labels. */
type Samples = Parameters<typeof historyOf>[0];

interface Judged<Given> {
  readonly id: string;
  judge(history: History, given?: Given): Judgement;
}

/** A check, or its id. */
type Named<Given> = Judged<Given> | string;

const idOf = (check: Named<never>): string => (typeof check === 'string' ? check : check.id);

let loaded: ReturnType<typeof loadChecks> | undefined;

async function checkOf<Given>(check: Named<Given>): Promise<Judged<Given>> {
  if (typeof check !== 'string') return check;
  loaded ??= loadChecks();
  const found = (await loaded).find(({ id }) => id === check);
  if (found === undefined) throw new Error(`there is no check ${check}`);
  return found as Judged<Given>;
}

interface Facts<Given> {
  readonly target?: Partial<TargetFacts>;
  /** The generated input. */
  readonly given?: Given;
}

/**
 * The judgement after the runner's excuse for a busy member. The runner's other excuses (`excused`) read marks of
 * the client that a hand-written history does not have.
 */
export function judged<Given>(check: Judged<Given>, history: History, given?: Given): Judgement {
  return unlessBusy(check.judge(history, given));
}

/**
 * `judges('area/name', { asked: answer(...) }, [['refused', { asked: answer(...) }, 'violated']])`: the history `good`
 * passes, and each row changes the labels that it names. A row without changes replaces the row that tests `good`
 * itself.
 */
export function judges<Given>(
  check: Named<Given>,
  good: Readonly<Record<string, Sampled | readonly Sampled[]>>,
  rows: readonly (readonly [
    name: string,
    change: Readonly<Record<string, Sampled | readonly Sampled[]>>,
    verdict: Verdicts,
  ])[],
  facts: Facts<Given> = {},
): void {
  const own = rows.some(([, change]) => Object.keys(change).length === 0);
  const all = own ? rows : ([['as it should be', {}, 'pass'], ...rows] as const);
  judgesOf<[change: object], Given>(check, (change) => ({ ...good, ...change }), all, facts);
}

/**
 * The same for rows with cells of their own: `judgesOf('area/name', (first: Sample, retry: Sample) => ({ first, retry
 * }), rows)`.
 */
export function judgesOf<Cells extends readonly unknown[], Given = undefined>(
  check: Named<Given>,
  samples: (...cells: Cells) => Samples,
  rows: readonly (readonly [name: string, ...cells: Cells, verdict: Verdicts])[],
  { target = {}, given }: Facts<Given> = {},
): void {
  const isOfBoth = target.strict === undefined && rows.some((row) => typeof row.at(-1) !== 'string');
  describe(`${idOf(check)}`, () => {
    test.each(rows.map((row) => ({ name: row[0], row })))('$name', async ({ row }) => {
      const named = await checkOf(check);
      const cells = row.slice(1, -1) as unknown as Cells;
      const verdicts = row.at(-1) as Verdicts;
      const on = (strict: boolean) => judged(named, historyOf(samples(...cells), { ...target, strict }), given).verdict;
      if (typeof verdicts === 'string' && !isOfBoth) expect(on(target.strict ?? false)).toBe(verdicts);
      else expect([on(false), on(true)]).toEqual([verdicts, verdicts].flat().slice(0, 2));
    });
  });
}

/** Single cases of several checks, each with its whole history. */
export function cases(
  rows: readonly (readonly [id: string, name: string, samples: Samples, verdict: Verdicts])[],
  facts: Facts<unknown> = {},
): void {
  for (const [id, name, samples, verdict] of rows) judgesOf(id, () => samples, [[name, verdict]], facts);
}

/** The requirements that a violation breaks. */
type Breaks = Exclude<Verdict, 'violated'> | readonly RequirementId[];

/**
 * Like `judgesOf`, where a violation must break certain requirements: each row ends with them, `['POS-03']`, or with
 * a verdict.
 */
export function blames<Cells extends readonly unknown[], Given = undefined>(
  check: Named<Given>,
  samples: (...cells: Cells) => Samples,
  rows: readonly (readonly [name: string, ...cells: Cells, breaks: Breaks])[],
  { target = {}, given }: Facts<Given> = {},
): void {
  describe(`${idOf(check)}`, () => {
    test.each(rows.map((row) => ({ name: row[0], row })))('$name', async ({ row }) => {
      const named = await checkOf(check);
      const cells = row.slice(1, -1) as unknown as Cells;
      const judgement = judged(named, historyOf(samples(...cells), target), given);
      const breaks = judgement.verdict === 'violated' ? [...(judgement.about ?? [])].sort() : judgement.verdict;
      expect(breaks).toEqual(row.at(-1));
    });
  });
}
