import { areaInWords } from '../../../conformance/runner/record/areas.ts';
import { dateInWords } from '../../../conformance/runner/record/headline.ts';
import type { Changes, ComparisonData } from '../../page-data.ts';
import { Section, Sections } from '../report/section.tsx';
import { Trend } from './trend.tsx';

function Clauses({
  rows,
  statements,
}: {
  readonly rows: Changes['fixed'];
  readonly statements: ComparisonData['statements'];
}) {
  return (
    <ul class="clauses">
      {rows.map(({ check, requirement, clause }) => (
        <li key={`${check} ${requirement} ${clause}`}>
          <b>{requirement}</b> <span class="soft">{areaInWords(requirement)}</span> {clause}
          <span class="why">
            <code>{check}</code> {Object.hasOwn(statements, requirement) && statements[requirement]}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Names({ ids }: { readonly ids: readonly string[] }) {
  return (
    <ul>
      {ids.map((id) => (
        <li key={id}>
          <code>{id}</code>
        </li>
      ))}
    </ul>
  );
}

/** As the headline of a run with --since. */
function headlineOf({ newFailures, fixed, lost }: Changes) {
  const tone = newFailures.length > 0 ? 'bad' : lost.length > 0 ? 'unsure' : 'good';
  return { tone, words: `${newFailures.length} new, ${fixed.length} fixed, ${lost.length} lost` };
}

/** What changed between the two last records, and the trend over all of them. */
export function ComparisonPage({ changes, trend, unsteady, statements }: ComparisonData) {
  const { tone, words } = headlineOf(changes);
  const { lost } = changes;
  const [before, after] = trend.slice(-2);
  const [cases, ...halved] = changes.depth;
  return (
    <>
      <header>
        <p class="of">
          <b>Touchstone</b> comparison of {trend.length} runs
        </p>
        <div class={`banner ${tone}`}>
          <h1>{words}</h1>
          <p>
            {before?.file} ({dateInWords(before?.startedAt ?? '')}), then {after?.file} (
            {dateInWords(after?.startedAt ?? '')}). Failures in both runs: {changes.stillFailing.length}. Newly
            exercised checks: {changes.newlyExercised.length}.
          </p>
        </div>
        <Sections />
      </header>
      <main>
        {changes.newFailures.length > 0 && (
          <Section id="new" title={`New failures: ${changes.newFailures.length}`}>
            <Clauses rows={changes.newFailures} statements={statements} />
          </Section>
        )}
        {changes.fixed.length > 0 && (
          <Section id="fixed" title={`Fixed: ${changes.fixed.length}`}>
            <Clauses rows={changes.fixed} statements={statements} />
          </Section>
        )}
        {changes.stillFailing.length > 0 && (
          <Section id="still" title={`Still failing: ${changes.stillFailing.length}`}>
            <Clauses rows={changes.stillFailing} statements={statements} />
          </Section>
        )}
        {changes.flaky.length > 0 && (
          <Section id="flaky" title={`Flaky, passed only when tried again: ${changes.flaky.length}`}>
            <Names ids={changes.flaky} />
          </Section>
        )}
        {lost.length > 0 && (
          <Section id="lost" title={`Lost, exercised before and not now: ${lost.length}`}>
            <ul>
              {lost.map(({ id, why }) => (
                <li key={id}>
                  <code>{id}</code> <span class="soft">{why}</span>
                </li>
              ))}
            </ul>
          </Section>
        )}
        {cases !== undefined && (
          <Section id="depth" title="How deep the runs went">
            <p>{cases}</p>
            {halved.length > 0 && (
              <details>
                <summary>Less than half of the cases: {halved.length}</summary>
                <ul>
                  {halved.map((line) => (
                    <li key={line}>{line}</li>
                  ))}
                </ul>
              </details>
            )}
          </Section>
        )}
        {changes.newlyExercised.length > 0 && (
          <Section id="newly" title={`Newly exercised: ${changes.newlyExercised.length} checks`}>
            <Names ids={changes.newlyExercised} />
          </Section>
        )}
        {changes.changed.length > 0 && (
          <Section id="changed" title="What the runs differ in">
            <ul>
              {changes.changed.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </Section>
        )}
        <Trend trend={trend} unsteady={unsteady} />
      </main>
    </>
  );
}
