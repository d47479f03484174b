/** Tables that test a judge with hand-written histories: what each row changes, and the expected verdict. */
import { describe, expect, test } from 'vitest';
import type { RequirementId } from '../contract/requirements.ts';
import type { TargetFacts } from '../member/profile/target-facts.ts';
import { unlessBusy } from '../runner/excuses/excused.ts';
import type { History } from '../runner/history.ts';
import type { Judgement } from '../runner/judgement.ts';
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
 * `judges(check, { asked: answer(...) }, [['refused', { asked: answer(...) }, 'violated']])`: the history `good`
 * passes, and each row changes the labels that it names. A row without changes replaces the row that tests `good`
 * itself.
 */
export function judges<Given>(
  check: Judged<Given>,
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
 * The same for rows with cells of their own: `judgesOf(check, (first: Sample, retry: Sample) => ({ first, retry }),
 * rows)`.
 */
export function judgesOf<Cells extends readonly unknown[], Given = undefined>(
  check: Judged<Given>,
  samples: (...cells: Cells) => Samples,
  rows: readonly (readonly [name: string, ...cells: Cells, verdict: Verdicts])[],
  { target = {}, given }: Facts<Given> = {},
): void {
  const isOfBoth = target.strict === undefined && rows.some((row) => typeof row.at(-1) !== 'string');
  describe(`${check.id}`, () => {
    test.each(rows.map((row) => ({ name: row[0], row })))('$name', ({ row }) => {
      const cells = row.slice(1, -1) as unknown as Cells;
      const verdicts = row.at(-1) as Verdicts;
      const on = (strict: boolean) => judged(check, historyOf(samples(...cells), { ...target, strict }), given).verdict;
      if (typeof verdicts === 'string' && !isOfBoth) expect(on(target.strict ?? false)).toBe(verdicts);
      else expect([on(false), on(true)]).toEqual([verdicts, verdicts].flat().slice(0, 2));
    });
  });
}

/** The requirements that a violation breaks. */
type Breaks = Exclude<Verdict, 'violated'> | readonly RequirementId[];

/**
 * Like `judgesOf`, where a violation must break certain requirements: each row ends with them, `['POS-03']`, or with
 * a verdict.
 */
export function blames<Cells extends readonly unknown[], Given = undefined>(
  check: Judged<Given>,
  samples: (...cells: Cells) => Samples,
  rows: readonly (readonly [name: string, ...cells: Cells, breaks: Breaks])[],
  { target = {}, given }: Facts<Given> = {},
): void {
  describe(`${check.id}`, () => {
    test.each(rows.map((row) => ({ name: row[0], row })))('$name', ({ row }) => {
      const cells = row.slice(1, -1) as unknown as Cells;
      const judgement = judged(check, historyOf(samples(...cells), target), given);
      const breaks = judgement.verdict === 'violated' ? [...(judgement.breaks ?? [])].sort() : judgement.verdict;
      expect(breaks).toEqual(row.at(-1));
    });
  });
}
