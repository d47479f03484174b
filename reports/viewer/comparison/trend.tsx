import type { Verdict } from '../../../conformance/runner/record/run-record.ts';
import type { CheckTrend, TrendRow } from '../../page-data.ts';
import { durationWords, VERDICT_WORDS, VERDICTS_IN_ORDER } from '../../reading.ts';
import { Badge } from '../parts/badge.tsx';
import { Head } from '../parts/head.tsx';
import { Scroll } from '../parts/scroll.tsx';
import { Section } from '../report/section.tsx';

const HEIGHT = 140;
const MOST_WIDTH = 60;

const minuteOf = (startedAt: string) => startedAt.slice(0, 16).replace('T', ' ');

/** One bar a record, requirements by verdict; the table beside it states the same. */
function Bars({ trend }: { readonly trend: readonly TrendRow[] }) {
  const step = Math.min(MOST_WIDTH, 900 / trend.length);
  return (
    <svg
      class="trend"
      preserveAspectRatio="xMinYMid"
      viewBox={`0 0 ${Math.max(300, trend.length * step)} ${HEIGHT}`}
      aria-hidden="true"
    >
      {trend.map(({ summary, file }, i) => {
        const all = VERDICTS_IN_ORDER.reduce((sum, verdict) => sum + summary[verdict], 0);
        let y = HEIGHT;
        return VERDICTS_IN_ORDER.map((verdict) => {
          const height = all === 0 ? 0 : (summary[verdict] / all) * HEIGHT;
          y -= height;
          return (
            <rect key={`${file} ${verdict}`} class={verdict} x={i * step} y={y} width={step * 0.8} height={height}>
              <title>{`${file}: ${summary[verdict]} ${VERDICT_WORDS[verdict]}`}</title>
            </rect>
          );
        });
      })}
    </svg>
  );
}

function Unsteady({ rows, trend }: { readonly rows: readonly CheckTrend[]; readonly trend: readonly TrendRow[] }) {
  if (rows.length === 0) return null;
  const words = (verdict: Verdict | null) => (verdict === null ? 'not in the suite' : VERDICT_WORDS[verdict]);
  return (
    <Scroll label="Checks whose verdict changed">
      <table>
        <caption>Checks whose verdict changed, the record of the earliest run first.</caption>
        <Head texts={['Check', ...trend.map(({ startedAt }) => minuteOf(startedAt))]} />
        <tbody>
          {rows.map(({ id, verdicts }) => (
            <tr key={id}>
              <th scope="row">
                <code>{id}</code>
              </th>
              {verdicts.map((verdict, i) => (
                <td key={i}>
                  <Badge kind={verdict ?? 'not-applicable'}>{words(verdict)}</Badge>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

/** All records in order of their start. */
export function Trend({
  trend,
  unsteady,
}: {
  readonly trend: readonly TrendRow[];
  readonly unsteady: readonly CheckTrend[];
}) {
  return (
    <Section id="trend" title={`Trend over ${trend.length} runs`}>
      <Bars trend={trend} />
      <Scroll label="Trend">
        <table>
          <Head
            texts={['Run', 'Conclusion']}
            numbers={[...VERDICTS_IN_ORDER.map((verdict) => VERDICT_WORDS[verdict]), 'Cases seen', 'Requests', 'Time']}
          />
          <tbody>
            {trend.map((row, i) => (
              <tr key={`${i} ${row.file}`}>
                <th scope="row" class="run">
                  {minuteOf(row.startedAt)}
                  <span class="why">{row.file}</span>
                </th>
                <td class="conclusion">
                  <Badge kind={row.tone}>{row.headline}</Badge>
                  <span class="why">
                    {row.target}, {row.contract}
                  </span>
                </td>
                {VERDICTS_IN_ORDER.map((verdict) => (
                  <td key={verdict} class="number">
                    {row.summary[verdict]}
                  </td>
                ))}
                <td class="number">{row.depth && `${row.depth.seen} of ${row.depth.known}`}</td>
                <td class="number">{row.requests}</td>
                <td class="number">{durationWords(row.durationMs)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
      <Unsteady rows={unsteady} trend={trend} />
    </Section>
  );
}
