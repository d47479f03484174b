/** What a CI shows beside the log: a new failure is an error, one in doubt a warning, a known one a notice. Pure. */
import { inLine } from '../../../conformance/member/exchange/foreign-text.ts';
import { conclusionOf, failuresOfRun } from '../../../conformance/runner/record/headline.ts';
import type { RunRecord } from '../../../conformance/runner/record/run-record.ts';
import { cut } from '../../../reports/visible-text.ts';
import type { GateResult } from './gate-result.ts';

export interface Annotation {
  readonly kind: 'error' | 'warning' | 'notice';
  readonly title: string;
  readonly message: string;
}

/** GitHub shows ten of each kind for a step, and drops others without a word. */
const MOST_OF_A_KIND = 10;
const LONGEST = 1_000;

function failures(record: RunRecord): readonly Annotation[] {
  const rows = new Map(record.checks.map((row) => [row.id, row]));
  return failuresOfRun(record).map(({ standing, requirement, clause, check }) => {
    const broken = rows.get(check)?.broken?.find((one) => one.requirement === requirement && one.clause === clause);
    const kind = standing === 'known' ? 'notice' : 'error';
    const title = `${{ new: 'New failure', 'failed before': 'Failed before', known: 'Known failure' }[standing]}: ${requirement}`;
    return { kind, title, message: `${check}: ${clause}${broken === undefined ? '' : `; seen ${broken.seen}`}` };
  });
}

function gate({ gate: of, run }: RunRecord): readonly Annotation[] {
  const problems = of?.baseline?.problems.map(({ sentence }) => sentence) ?? [];
  const short = of?.coverage?.filter(({ met }) => !met).map(({ asked, sentence }) => `${asked}: ${sentence}`) ?? [];
  const error =
    (title: string) =>
    (message: string): Annotation => ({ kind: 'error', title, message });
  return [
    ...problems.map(error('The baseline must be corrected')),
    ...short.map(error('Less was exercised than was required')),
    ...(run.stopped === null ? [] : [run.cause ?? run.stopped].map(error('Stopped before its end'))),
  ];
}

function doubts({ checks }: RunRecord): readonly Annotation[] {
  return checks
    .filter(({ verdict }) => verdict === 'inconclusive')
    .map(({ id, reason = 'no reason stated', fault }) => {
      const [kind, title] =
        fault === true ? (['error', 'Fault of the suite'] as const) : (['warning', 'Inconclusive'] as const);
      return { kind, title, message: `${id}: ${reason}` };
    });
}

/** What was not exercised is said, or a green run would look like more than it is. */
function silence(record: RunRecord): readonly Annotation[] {
  const count = record.summary['not-exercised'];
  if (count === 0) return [];
  const message = `${count} of ${record.requirements.length} requirements. ${conclusionOf(record).headline}.`;
  // Then the gate fails for it.
  const kind = record.verdict === 'not-exercised' ? 'error' : 'notice';
  return [{ kind, title: 'Not exercised', message }];
}

function bounded(all: readonly Annotation[]): readonly Annotation[] {
  return Map.groupBy(all, ({ kind }) => kind)
    .values()
    .flatMap((of) => {
      if (of.length <= MOST_OF_A_KIND) return of;
      const [{ kind }, more] = [of[0] as Annotation, of.length - MOST_OF_A_KIND + 1];
      return [...of.slice(0, MOST_OF_A_KIND - 1), { kind, title: `${more} more`, message: 'The job summary has all.' }];
    })
    .toArray();
}

/** At most ten of a kind, errors first. */
export function annotationsOf({ record, status, trouble, effects }: GateResult): readonly Annotation[] {
  if (record === undefined) {
    const title = status === undefined ? 'touchstone was killed' : `touchstone ended with status ${status}`;
    const left = effects.map((file) => `Something may be left at the target: run touchstone cleanup with ${file}.`);
    const why = trouble.length === 0 ? ['It wrote no report.'] : trouble;
    return [{ kind: 'error', title, message: [...why, ...left].join(' ') }];
  }
  return bounded([...silence(record), ...gate(record), ...failures(record), ...doubts(record)]);
}

/** Nothing in a value ends the command, and nothing starts another. */
const escaped = (text: string) => inLine(cut(text, LONGEST)).replaceAll('%', '%25');

/** A workflow command of GitHub. */
export function asCommand({ kind, title, message }: Annotation): string {
  const property = escaped(title).replaceAll(':', '%3A').replaceAll(',', '%2C');
  return `::${kind} title=${property}::${escaped(message)}\n`;
}
