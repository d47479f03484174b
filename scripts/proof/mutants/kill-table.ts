import { isKilled, type Judged } from './judged.ts';

/**
 * Lists each requirement with the known-bad members that break it and the checks that kill each. Then errors, then counts.
 * @param proved the requirements that checks prove
 */
export function killTable(proved: Iterable<string>, judged: readonly Judged[]): string {
  const ids = [...new Set([...proved, ...judged.flatMap(({ defect }) => defect.breaks)])].sort();
  const lines = ids.flatMap((id) => {
    const rows = judged.filter(({ defect }) => defect.breaks.includes(id));
    if (rows.length === 0) return [`${id}  no known-bad member breaks it`];
    return [
      id,
      ...rows.map(({ defect, way, killers }) => `  ${way.padEnd(8)}  ${defect.name.padEnd(60)}  ${killers.join(' ')}`),
    ];
  });
  const wrong = judged.flatMap(({ defect, survived, astray, faults }) => [
    ...survived.map((id) => `survived: ${defect.name} (${id})`),
    ...astray.map((what) => `astray: ${defect.name} is blamed for ${what}`),
    ...faults.map((check) => `the suite's own fault: ${check} against ${defect.name}`),
  ]);
  const count = (isOne: (row: Judged) => boolean) => judged.filter(isOne).length;
  return [
    ...lines,
    ...(wrong.length > 0 ? ['', ...wrong] : []),
    '',
    `rows ${judged.length}`,
    `recorded ${count(({ way }) => way === 'recorded')}`,
    `live ${count(({ way }) => way === 'live')}`,
    `killed ${count(isKilled)}`,
    `survivors ${count((row) => !isKilled(row))}`,
    `astray ${count(({ astray }) => astray.length > 0)}`,
  ].join('\n');
}

/** Requirements that a check proves and no known-bad member breaks: nothing shows that the check can fail. */
export function unproven(
  proved: Iterable<string>,
  defects: readonly { readonly breaks: readonly string[] }[],
): readonly string[] {
  const broken = new Set(defects.flatMap(({ breaks }) => breaks));
  return [...new Set(proved)].filter((id) => !broken.has(id)).sort();
}
