import { changesOf, failingChecks, failuresOfRun, remarksOf } from '../../../conformance/runner/record/headline.ts';
import { causesOf } from '../../causes.ts';
import type { ReportData } from '../../page-data.ts';
import { doubtsOf, gateWords, toleratedIn, tolerationWords } from '../../reading.ts';
import { CauseTable, Collaterals } from './causes.tsx';
import { ChecksTable } from './checks-table.tsx';
import { Doubt, Failure } from './failure.tsx';
import { LatencyView } from './latency.tsx';
import { Lists } from './lists.tsx';
import { NotExercised } from './not-exercised.tsx';
import { Requirements } from './requirements.tsx';
import { RunFacts } from './run-facts.tsx';
import { Section, Sections } from './section.tsx';
import { TimelineView } from './timeline.tsx';
import { VerdictBanner } from './verdict.tsx';

const counted = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`;

/** The report of one run: the verdict, what failed, why, and everything that was or was not exercised. */
export function ReportPage({ record, sources }: ReportData) {
  const failures = failingChecks(record);
  const doubts = doubtsOf(record);
  const { causes, collateral } = causesOf(record);
  const [broken = [], others = []] = [true, false].map((is) =>
    causes.filter(({ kind }) => (kind === 'failure') === is),
  );
  const changes = changesOf(record);
  const tolerated = toleratedIn(record);
  const remarks = [...gateWords(record), ...remarksOf(record)];
  return (
    <>
      <header>
        <p class="of">
          <b>Touchstone</b> conformance report
        </p>
        <VerdictBanner record={record} />
        <Sections />
      </header>
      <main>
        {changes.length > 0 && (
          <Section id="since" title="What changed since the earlier run">
            <Lists of={changes.map(({ title, lines }) => ({ title: `${title}: ${lines.length}`, lines }))} open={10} />
          </Section>
        )}
        {failures.length > 0 && (
          <Section
            id="failures"
            title={`${counted(failuresOfRun(record).length, 'failure', 'failures')} of ${counted(failures.length, 'check', 'checks')}`}
          >
            <CauseTable causes={broken} label="Failures" />
            <Collaterals of={collateral.filter(({ check }) => failures.some(({ id }) => id === check))} />
            {failures.map((row, i) => (
              <Failure key={row.id} row={row} isOpen={i === 0} />
            ))}
          </Section>
        )}
        {doubts.length > 0 && (
          <Section id="doubts" title={counted(doubts.length, 'check without a verdict', 'checks without a verdict')}>
            {doubts.map((row) => (
              <Doubt key={row.id} row={row} />
            ))}
          </Section>
        )}
        {others.length > 0 && (
          <Section id="causes" title={`Why checks gave no verdict: ${counted(others.length, 'cause', 'causes')}`}>
            <CauseTable causes={others} label="Causes" />
            <Collaterals of={collateral.filter(({ check }) => !failures.some(({ id }) => id === check))} />
          </Section>
        )}
        {remarks.length > 0 && (
          <Section id="remarks" title="Remarks">
            <ul>
              {remarks.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </Section>
        )}
        <NotExercised record={record} sources={sources} />
        <Requirements record={record} sources={sources} />
        <ChecksTable record={record} />
        <TimelineView record={record} />
        <LatencyView record={record} />
        <RunFacts record={record} />
        {tolerated.length > 0 && (
          <Section id="tolerated" title="What is not judged">
            <Lists of={tolerated.map(({ title, rows }) => ({ title, lines: rows.map(tolerationWords) }))} />
          </Section>
        )}
      </main>
      <footer>
        Written by touchstone {record.tool.version} from a run record of schema {record.schema}. Tokens, tickets and key
        material are taken out before anything is recorded.
      </footer>
    </>
  );
}
