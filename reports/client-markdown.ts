/** The judgement of a client as Markdown, for the summary of a CI job. */
import { byInterest, type ClientRecord, type ClientRuleRow, clientHeadline } from './client-record.ts';
import { block, code, inline } from './markdown.ts';
import { VERDICT_WORDS } from './reading.ts';

function failed(row: ClientRuleRow): string {
  const { failure, broken } = row;
  const lines = [
    `### ${row.id} ${inline(row.says)}`,
    '',
    `${row.severity}, ${inline(row.from)}. ${inline(failure?.moment ?? broken[0] ?? '')}`,
    ...(failure === undefined || failure.schedule.length === 0
      ? []
      : ['', `Trouble: ${inline(failure.schedule.join('; '))}`]),
    ...(failure?.replay === undefined ? [] : ['', block(failure.replay)]),
  ];
  return lines.join('\n');
}

/** The whole file. */
export function clientMarkdown(record: ClientRecord): string {
  const rules = byInterest(record.rules);
  const rows = rules.map(
    ({ id, severity, verdict, cases, says }) =>
      `| ${id} | ${severity} | ${VERDICT_WORDS[verdict]} | ${cases} | ${inline(says)} |`,
  );
  return [
    `# ${inline(clientHeadline(record))}`,
    '',
    `Client: ${code(record.client)}, seed ${record.seed}, ${record.starts} starts.`,
    ...(record.unfit === undefined ? [] : ['', block(record.unfit.output.join('\n'))]),
    ...rules.filter(({ verdict }) => verdict === 'fail').flatMap((row) => ['', failed(row)]),
    '',
    '| Rule | | Verdict | Cases | A good client |',
    '|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}
