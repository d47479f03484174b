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

/** As the headline of a run with --since. */
function headlineOf({ newFailures, fixed, lost }: Changes) {
  const tone = newFailures.length > 0 ? 'bad' : lost.length > 0 ? 'unsure' : 'good';
  return { tone, words: `${newFailures.length} new, ${fixed.length} fixed, ${lost.length} lost` };
}

/** What changed between the two last records, and the trend over all of them. */
export function ComparisonPage({ changes, trend, unsteady, statements }: ComparisonData) {
  const { tone, words } = headlineOf(changes);
  const [before, after] = trend.slice(-2);
  const clauses = [
    ['new', 'New failures', changes.newFailures],
    ['fixed', 'Fixed', changes.fixed],
    ['still', 'Still failing', changes.stillFailing],
  ] as const;
  const lists = [
    ['lost', 'Lost, exercised before and not now', changes.lost.map(({ id, why }) => `${id}: ${why}`)],
    ['flaky', 'Flaky, passed only when tried again', changes.flaky],
    ['depth', 'How deep the runs went', changes.depth],
    ['newly', 'Newly exercised checks', changes.newlyExercised],
    ['changed', 'What the runs differ in', changes.changed],
  ] as const;
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
        {clauses.map(
          ([id, title, rows]) =>
            rows.length > 0 && (
              <Section key={id} id={id} title={`${title}: ${rows.length}`}>
                <Clauses rows={rows} statements={statements} />
              </Section>
            ),
        )}
        {lists.map(
          ([id, title, lines]) =>
            lines.length > 0 && (
              <Section key={id} id={id} title={`${title}: ${lines.length}`}>
                <ul>
                  {lines.map((line) => (
                    <li key={line}>{line}</li>
                  ))}
                </ul>
              </Section>
            ),
        )}
        <Trend trend={trend} unsteady={unsteady} />
      </main>
    </>
  );
}
