import { useState } from 'preact/hooks';
import type { RunRecord } from '../../../conformance/runner/record/run-record.ts';
import { Head } from '../parts/head.tsx';
import { Scroll } from '../parts/scroll.tsx';
import { Section } from './section.tsx';

type Latency = NonNullable<RunRecord['run']['latency']>;
type Route = Latency['routes'][number];

const BUSIEST = 8;

function sum(counts: readonly number[]): number {
  return counts.reduce((total, n) => total + n, 0);
}

function inWords(ms: number | undefined): string {
  if (ms === undefined) return 'longer';
  return ms < 1_000 ? `${ms} ms` : `${ms / 1_000} s`;
}

/** The upper bound of the bucket that holds this share of the answers. */
function quantile({ counts }: Route, share: number, boundsMs: readonly number[]): string {
  let left = sum(counts) * share;
  const at = counts.findIndex((n) => {
    left -= n;
    return left <= 0;
  });
  const bound = boundsMs[at];
  return bound === undefined ? `> ${inWords(boundsMs.at(-1))}` : `≤ ${inWords(bound)}`;
}

/** One bar a bucket; the row beside it states the quantiles as text. */
function Histogram({ counts, boundsMs }: { readonly counts: readonly number[]; readonly boundsMs: readonly number[] }) {
  const most = Math.max(1, ...counts);
  const step = 200 / counts.length;
  return (
    <svg class="histogram" viewBox="0 0 200 28" aria-hidden="true">
      {counts.map((n, i) => {
        const height = n === 0 ? 0 : Math.max(1.5, (n / most) * 26);
        return (
          <rect key={boundsMs[i] ?? 'longer'} x={i * step} y={27 - height} width={step - 1.5} height={height}>
            <title>{`up to ${inWords(boundsMs[i])}: ${n}`}</title>
          </rect>
        );
      })}
      <path d="M0 27.5H200" />
    </svg>
  );
}

/** Answer times of each route; the first bar is up to 1 ms, the last over 10 s. */
export function LatencyView({ record }: { readonly record: RunRecord }) {
  const [isAll, setAll] = useState(false);
  const { latency } = record.run;
  if (latency === undefined || latency.routes.length === 0) return null;
  const { boundsMs, routes } = latency;
  const shown = isAll ? routes : routes.slice(0, BUSIEST);
  return (
    <Section id="latency" title="Answer times by route">
      <Scroll label="Table of answer times">
        <table>
          <caption>
            Each bar counts the answers of one range: up to {boundsMs.map(inWords).join(', ')}, and longer. The suite
            measured the times. They include its own work and the delays of the faults that it set.
          </caption>
          <Head texts={['Route']} numbers={['Answers']} more={['Half within', '95% within', 'Histogram']} />
          <tbody>
            {shown.map((route) => (
              <tr key={route.route}>
                <th scope="row">
                  <code>{route.route}</code>
                </th>
                <td class="number">{sum(route.counts)}</td>
                <td>{quantile(route, 0.5, boundsMs)}</td>
                <td>{quantile(route, 0.95, boundsMs)}</td>
                <td>
                  <Histogram counts={route.counts} boundsMs={boundsMs} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
      {routes.length > BUSIEST && (
        <p class="no-print">
          <button type="button" aria-expanded={isAll} onClick={() => setAll(!isAll)}>
            {isAll ? 'Show only the busiest routes' : `Show all ${routes.length} routes`}
          </button>
        </p>
      )}
    </Section>
  );
}
