import type { Verdict } from '../../../conformance/runner/record/run-record.ts';
import type { ReplayRow } from '../../../reports/index.ts';
import type { Paint } from '../../../scenarios/index.ts';

const WORDS = {
  fail: 'failed',
  inconclusive: 'inconclusive',
  'not-exercised': 'expected nothing',
  'not-applicable': 'not applicable',
  pass: 'passed',
} as const satisfies Record<Verdict, string>;

/** The last lines of several plays: how many came to what, and which did not pass. */
export function totalLines(rows: readonly ReplayRow[], of: number, paint: Paint): readonly string[] {
  if (of < 2) return [];
  const verdicts = Object.keys(WORDS) as readonly Verdict[];
  const ofVerdict = (verdict: Verdict) => rows.filter((row) => row.verdict === verdict);
  const counts = verdicts.flatMap((verdict) => {
    const count = ofVerdict(verdict).length;
    return count === 0 ? [] : [`${count} ${WORDS[verdict]}`];
  });
  const unplayed = of > rows.length ? [`${of - rows.length} not played`] : [];
  const others = verdicts.filter((verdict) => verdict !== 'pass').flatMap(ofVerdict);
  const isGood = others.length === 0 && unplayed.length === 0;
  return [
    paint(isGood ? 'good' : 'bad', `${of} scenarios: ${[...counts, ...unplayed].join(', ')}`),
    ...others.map(({ id, file, verdict }) => `  ${WORDS[verdict]}: ${id}  ${paint('quiet', file)}`),
  ];
}
