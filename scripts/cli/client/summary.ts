/** What `touchstone client` prints at its end: what is broken and when, and what to type next. */
import { inLine } from '../../../conformance/member/exchange/foreign-text.ts';
import { byInterest, type ClientRecord, type ClientRuleRow, clientHeadline } from '../../../reports/client-record.ts';

const MARKS = { fail: '✗', inconclusive: '?', pass: '✓', 'not-exercised': '-' } as const;
/** Beneath its headline. */
const INDENT = '    ';

function ruleLines({ id, verdict, severity, from, says, failure, reason, broken, suspected }: ClientRuleRow) {
  const isShort = failure !== undefined && failure.schedule.length > 0;
  return [
    `${MARKS[verdict]} ${id} (${severity}, ${from}) ${says}`,
    ...[failure?.moment ?? broken[0] ?? suspected[0], reason].flatMap((text) => (text ? [INDENT + inLine(text)] : [])),
    ...(isShort ? [`${INDENT}trouble: ${inLine(failure.schedule.join('; '))}`] : []),
    ...(verdict === 'fail' && failure === undefined ? [`${INDENT}found over several starts`] : []),
    ...(failure?.replay === undefined ? [] : [`${INDENT}again: ${failure.replay}`]),
  ];
}

/** @param written the files of `--out`; none: nothing was written */
export function summaryText(record: ClientRecord, written: readonly string[]): string {
  const open = byInterest(record.rules).filter(({ verdict }) => verdict === 'fail' || verdict === 'inconclusive');
  const quiet = record.rules.filter(({ verdict }) => verdict === 'not-exercised').map(({ id }) => id);
  const isMore = written.length === 0 && open.length > 0 && record.rerun !== undefined;
  return [
    clientHeadline(record),
    ...(record.unfit?.output ?? []).map((line) => INDENT + inLine(line)),
    ...(record.unfit === undefined ? open.flatMap(ruleLines) : []),
    ...(quiet.length > 0 && record.unfit === undefined
      ? [
          `${MARKS['not-exercised']} not exercised in ${record.starts === 1 ? 'one start' : `${record.starts} starts`}: ${quiet.join(', ')}`,
        ]
      : []),
    ...(written.length === 0 ? [] : [`written: ${written.join(', ')}`]),
    ...(isMore && record.unfit === undefined
      ? [`again, with a page and a file to replay each failure: ${record.rerun}`]
      : []),
  ]
    .map((line) => `${line}\n`)
    .join('');
}
