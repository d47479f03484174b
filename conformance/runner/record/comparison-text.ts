/** A comparison as text for a terminal, and as Markdown for a comment. Regressions come first. */

import { inLine } from '../../member/exchange/foreign-text.ts';
import { largest } from '../../member/extremes.ts';
import { EXIT } from '../gate/exit-status.ts';
import type { Comparison } from './compare.ts';
import type { FailureRow } from './run-record.ts';

const MOST_LINES = 40;

interface Section {
  readonly title: string;
  readonly lines: readonly string[];
}

function failureInWords({ check, requirement, clause }: FailureRow): string {
  return `${check}  ${requirement}  ${clause}`;
}

function sectionsOf(of: Comparison): readonly Section[] {
  const lost = of.noLongerExercised.map(({ id, why }) => `${id}: ${why}`);
  const all: readonly Section[] = [
    { title: 'Changed', lines: of.changed },
    { title: 'New failures', lines: of.newFailures.map(failureInWords) },
    { title: 'No longer exercised', lines: lost },
    { title: 'Requirements no longer exercised', lines: of.requirementsLost },
    { title: 'Depth', lines: of.depth },
    { title: 'Fixed', lines: of.fixed.map(failureInWords) },
    { title: 'Still failing', lines: of.stillFailing.map(failureInWords) },
    { title: 'Newly exercised', lines: of.newlyExercised },
    { title: 'Flaky (passed only when tried again)', lines: of.flaky },
  ];
  return all.filter(({ lines }) => lines.length > 0);
}

/** `2 new, 1 fixed, 0 lost; 3 still failing, 0 newly exercised` */
function counted({ newFailures, fixed, lost, stillFailing, newlyExercised }: Comparison): string {
  const changes = `${newFailures.length} new, ${fixed.length} fixed, ${lost.length} lost`;
  return `${changes}; ${stillFailing.length} still failing, ${newlyExercised.length} newly exercised`;
}

function shortened(lines: readonly string[]): readonly string[] {
  const more = lines.length - MOST_LINES;
  return more > 0 ? [...lines.slice(0, MOST_LINES), `... and ${more} more`] : lines;
}

/** The comparison for a terminal, with a summary as its last line. */
export function comparisonText(of: Comparison): string {
  const blocks = sectionsOf(of).map(({ title, lines }) => [
    `${title}:`,
    ...shortened(lines).map((line) => `    ${inLine(line)}`),
    '',
  ]);
  return [...blocks.flat(), `${counted(of)}.`, ''].join('\n');
}

/** The line may contain text of a member: it is formatted as code, fenced by more backticks than it holds. */
function codeLine(line: string): string {
  const longest = largest([0, ...[...line.matchAll(/`+/g)].map(([run]) => run.length)]);
  const fence = '`'.repeat(longest + 1);
  return `- ${fence} ${line.replace(/\s+/g, ' ')} ${fence}`;
}

/** The comparison as Markdown, with the summary as its heading. */
export function comparisonMarkdown(of: Comparison): string {
  const blocks = sectionsOf(of).map(({ title, lines }) => [`### ${title}`, '', ...shortened(lines).map(codeLine), '']);
  return [`## ${counted(of)}`, '', ...blocks.flat()].join('\n');
}

/** New failures, or less that was exercised, give the exit status of a failure or of an inconclusive run. */
export function comparisonStatus({ newFailures, noLongerExercised, requirementsLost }: Comparison): number {
  if (newFailures.length > 0) return EXIT.notConforming;
  return noLongerExercised.length + requirementsLost.length > 0 ? EXIT.inconclusive : EXIT.conforming;
}
