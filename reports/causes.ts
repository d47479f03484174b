/**
 * Why a run did not pass or exercise everything, by cause, each with what it cost. What only follows from a cause is
 * collateral: a person looks at the causes first.
 */
import type { Standing } from '../conformance/runner/record/headline.ts';
import { changesInWords, failuresOfRun } from '../conformance/runner/record/headline.ts';
import type { CheckRow, RunRecord } from '../conformance/runner/record/run-record.ts';
import { brokenBy, isKnown } from './reading.ts';

export interface Cause {
  readonly kind: 'failure' | 'no verdict' | 'not exercised';
  /** `37 answers did not come from the member: ...`, `the profile names no principal deputy`. */
  readonly title: string;
  /** Of a failure: whether it is new; absent without a baseline and an earlier run. */
  readonly standing?: Standing;
  /** The check that shows it best; absent where no single one does. */
  readonly shownBy?: string;
  /** What would have to be stated for these checks to run: `principals.deputy`. */
  readonly key?: string;
  readonly checks: readonly string[];
  /** Without a verdict, or failed, because of it. */
  readonly requirements: readonly string[];
  /** Requirements without any verdict that this key alone would exercise. */
  readonly wouldAdd: readonly string[];
}

export interface Collateral {
  readonly check: string;
  readonly of: string;
  readonly why: string;
}

/** `ORD-07 POST /orders` for each clause that a check broke: the requirement, and the route where it shows. */
function pairsOf(row: CheckRow): readonly string[] {
  if (row.broken === undefined) return brokenBy(row).map((id) => `${id} `);
  return row.broken.map(({ requirement, clause }) => `${requirement} ${clause.split(':', 1)[0]}`);
}

/** The check that claims least shows a cause best; one of generated sequences claims much. */
function byNarrowness(a: CheckRow, b: CheckRow): number {
  return (
    Number(isKnown(a)) - Number(isKnown(b)) ||
    a.proves.length - b.proves.length ||
    a.evidence.length - b.evidence.length
  );
}

function failingCauses(record: RunRecord): {
  readonly causes: readonly Cause[];
  readonly collateral: readonly Collateral[];
} {
  const heads: { readonly row: CheckRow; readonly pairs: ReadonlySet<string>; readonly checks: string[] }[] = [];
  const collateral: Collateral[] = [];
  const standings = failuresOfRun(record);
  const isCompared = changesInWords(record) !== undefined;
  const failing = record.checks.filter(({ verdict }) => verdict === 'fail');
  for (const row of failing.toSorted(byNarrowness)) {
    const pairs = pairsOf(row);
    const head = heads.find((one) => pairs.every((pair) => one.pairs.has(pair)));
    if (head === undefined) {
      heads.push({ row, pairs: new Set(pairs), checks: [row.id] });
      continue;
    }
    head.checks.push(row.id);
    collateral.push({ check: row.id, of: head.row.id, why: `breaks nothing but what ${head.row.id} breaks` });
  }
  return {
    causes: heads.map(({ row, checks }) => ({
      kind: 'failure',
      title: `${row.broken?.[0]?.clause ?? row.counterexample?.expected ?? row.reason ?? row.title}${more(row)}`,
      ...(isCompared && { standing: standings.find(({ check }) => check === row.id)?.standing ?? 'new' }),
      shownBy: row.id,
      checks,
      requirements: [...new Set(brokenBy(row))],
      wouldAdd: [],
    })),
    collateral,
  };
}

function more({ broken = [] }: CheckRow): string {
  return broken.length > 1 ? ` (and ${broken.length - 1} more)` : '';
}

const FOREIGN = /did not come from the member/;

/** Reasons that differ only in ids and numbers have one cause. */
function stable(reason: string): string {
  return reason.replace(/[0-9]+/g, 'N').replace(/"[^"]*"/g, '"..."');
}

function requirementsWith(record: RunRecord, verdicts: readonly string[], checks: ReadonlySet<string>): string[] {
  return record.requirements
    .filter((row) => verdicts.includes(row.verdict) && row.checks.some((id) => checks.has(id)))
    .map(({ id }) => id);
}

function doubtfulCauses(record: RunRecord): readonly Cause[] {
  const rows = record.checks.filter(({ verdict }) => verdict === 'inconclusive');
  const groups = Map.groupBy(rows, ({ reason = '' }) => (FOREIGN.test(reason) ? 'foreign' : stable(reason)));
  return [...groups].map(([name, of]) => {
    const checks = of.map(({ id }) => id);
    const title = name === 'foreign' ? record.run.foreign?.sentence : undefined;
    return {
      kind: 'no verdict',
      title: title ?? of[0]?.reason ?? 'no reason stated',
      checks,
      requirements: requirementsWith(record, ['inconclusive'], new Set(checks)),
      wouldAdd: [],
    };
  });
}

function silentCauses(record: RunRecord): readonly Cause[] {
  const rows = record.checks.filter(({ verdict }) => verdict === 'not-exercised');
  const lacks = rows.flatMap((row): readonly { row: CheckRow; key: string | undefined; why: string }[] =>
    row.lacks === undefined
      ? [{ row, key: undefined, why: row.reason ?? 'no reason stated' }]
      : row.lacks.map(({ key, why }) => ({ row, key, why })),
  );
  const groups = [...Map.groupBy(lacks, ({ key, why }) => key ?? stable(why)).values()];
  return groups.map((of) => {
    const checks = of.map(({ row }) => row.id);
    const alone = new Set(of.filter(({ row }) => row.lacks?.length === 1).map(({ row }) => row.id));
    const [first] = of;
    return {
      kind: 'not exercised',
      title: first?.why ?? '',
      ...(first?.key !== undefined && { key: first.key }),
      checks,
      requirements: requirementsWith(record, ['not-exercised'], new Set(checks)),
      wouldAdd: first?.key === undefined ? [] : requirementsWith(record, ['not-exercised'], alone),
    };
  });
}

const cost = ({ requirements, checks }: Cause) => requirements.length * 1_000 + checks.length;

/** Failures first, then what has no verdict, then what was not exercised; the most costly of each first. */
export function causesOf(record: RunRecord): {
  readonly causes: readonly Cause[];
  readonly collateral: readonly Collateral[];
} {
  const failing = failingCauses(record);
  const isNew = ({ standing = 'new' }: Cause) => Number(standing === 'new');
  const dearest = (causes: readonly Cause[]) => causes.toSorted((a, b) => isNew(b) - isNew(a) || cost(b) - cost(a));
  const doubtful = dearest(doubtfulCauses(record));
  const foreign = doubtful.flatMap(({ title, checks }) =>
    title === record.run.foreign?.sentence || checks.length > 1
      ? checks.slice(title === record.run.foreign?.sentence ? 0 : 1).map((check) => ({ check, of: title, why: title }))
      : [],
  );
  return {
    causes: [...dearest(failing.causes), ...doubtful, ...dearest(silentCauses(record))],
    collateral: [...failing.collateral, ...foreign],
  };
}
