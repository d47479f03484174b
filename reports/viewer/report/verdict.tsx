import { conclusionOf, targetInWords } from '../../../conformance/runner/record/headline.ts';
import type { RunRecord } from '../../../conformance/runner/record/run-record.ts';
import { depthWords, passesInPart, remarkOf, VERDICT_WORDS, VERDICTS_IN_ORDER } from '../../reading.ts';

const WIDTH = 1000;

/** Requirements by verdict as one bar; the counts state the same as text. */
function Bar({ record: { summary, requirements }, inPart }: { readonly record: RunRecord; readonly inPart: number }) {
  const widths: readonly (readonly [string, number])[] = [
    ['pass', summary.pass - inPart],
    ['pass part', inPart],
    ...VERDICTS_IN_ORDER.filter((verdict) => verdict !== 'pass').map((verdict) => [verdict, summary[verdict]] as const),
  ];
  let x = 0;
  return (
    <svg class="bar" viewBox={`0 0 ${WIDTH} 10`} preserveAspectRatio="none" aria-hidden="true">
      {widths.map(([kind, count]) => {
        const width = requirements.length === 0 ? 0 : (count / requirements.length) * WIDTH;
        const from = x;
        x += width;
        return <rect key={kind} class={kind} x={from} y="0" width={width} height="10" />;
      })}
    </svg>
  );
}

/** Names and values, side by side. */
export function Facts({ facts }: { readonly facts: readonly (readonly [name: string, value: string])[] }) {
  return (
    <dl class="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The verdict, before everything else, and what it is about. */
export function VerdictBanner({ record }: { readonly record: RunRecord }) {
  const { tone, headline } = conclusionOf(record);
  const inPart = passesInPart(record).size;
  return (
    <>
      <div class={`banner ${tone}`}>
        <h1>{headline}</h1>
        <Facts facts={targetInWords(record)} />
        <p>{remarkOf(record)}.</p>
        {depthWords(record).map((line) => (
          <p key={line}>{line}.</p>
        ))}
      </div>
      <ul class="counts" aria-label="Requirements by verdict">
        {VERDICTS_IN_ORDER.map((verdict) => (
          <li key={verdict} class={verdict}>
            <b>{record.summary[verdict]}</b> {VERDICT_WORDS[verdict]}
            {verdict === 'pass' && inPart > 0 && <span class="part">of them {inPart} in part</span>}
          </li>
        ))}
      </ul>
      <Bar record={record} inPart={inPart} />
    </>
  );
}
