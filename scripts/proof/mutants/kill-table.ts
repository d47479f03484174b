import { isKilled, type Judged } from './judge-defect.ts';

/** One line a defect: what it breaks, what failed, and what is wrong where not exactly that. */
export function killTable(judged: readonly Judged[]): string {
  const lines = judged.map((row) => {
    const wrong = [
      ...row.survived.map((id) => `survived: ${id}`),
      ...row.astray.map((id) => `astray: ${id}`),
      ...row.faults.map((id) => `the suite's own fault: ${id}`),
    ];
    const verdict = isKilled(row) ? 'killed' : 'WRONG ';
    return [
      verdict,
      row.defect.breaks.join(' ').padEnd(18),
      row.defect.name.padEnd(60),
      wrong.join('; ') || row.failed.join(' '),
    ].join('  ');
  });
  const killed = judged.filter(isKilled).length;
  const exactly = judged.filter((row) => isKilled(row) && row.astray.length === 0).length;
  return [
    ...lines,
    '',
    `${judged.length} known-bad members: ${killed} killed, ${exactly} of them by their own checks alone, ${judged.length - killed} not`,
  ].join('\n');
}

/** Requirements that a check proves and no known-bad member breaks: nothing shows that the check can fail. */
export function unproven(proved: Iterable<string>, judged: readonly Judged[]): readonly string[] {
  const broken = new Set(judged.flatMap(({ defect }) => defect.breaks));
  return [...new Set(proved)].filter((id) => !broken.has(id)).sort();
}
