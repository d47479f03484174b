/**
 * JUnit XML: one test suite an area, one test case a requirement, so that a CI follows requirements through time.
 *
 * | requirement                  | test case                                                          |
 * |------------------------------|--------------------------------------------------------------------|
 * | pass                         | passes                                                             |
 * | pass, some checks did not run| passes; the suite's `<system-out>`: "2 of 7 checks", which not      |
 * | pass, not all cases seen     | passes; the suite's `<system-out>`: "3 of 121 cases (routes)"      |
 * | fail                         | `<failure>`: expected, seen, how to run it again                   |
 * | fail, all of it known before | `<skipped>` "known failure": the baseline's, it does not break CI  |
 * | inconclusive                 | `<error>`: a CI must not take doubt for a pass                     |
 * | not exercised, not applicable| `<skipped>` with the reason: never counted as passed               |
 *
 * It is valid by the schema of Jenkins' xunit plugin (junit-10.xsd) and by windyroad's JUnit.xsd, which is the stricter one: no
 * attribute on the root, no `file` on a test case (the text of a failure names the files), no output but that of a suite, times
 * of day without a zone (scripts/proof/junit-schemas holds it to both).
 *
 * A test case's time is that of the checks that prove it first of all, so that times add up to the run's.
 */
import { areaTitle } from '../conformance/runner/record/areas.ts';
import { changesOf, conclusionOf, remarksOf, targetInWords } from '../conformance/runner/record/headline.ts';
import type { CheckRow, RequirementRow, RunRecord, SinceRow } from '../conformance/runner/record/run-record.ts';
import type { ReportSources } from './page-data.ts';
import type { PassInPart } from './reading.ts';
import {
  acceptedWords,
  areasOf,
  brokenBy,
  depthWords,
  exercisedIn,
  gateWords,
  isKnown,
  isShallow,
  partWords,
  passesInPart,
  serverErrorsOf,
  VERDICT_WORDS,
} from './reading.ts';
import { element, xmlText } from './xml.ts';

/** Below the folder of the suite; in the installed package it ends in `.js`. */
function fileOf({ id, file = `conformance/checks/${id}.check.ts` }: CheckRow): string {
  return file;
}

/** What the check saw of this requirement: of its own clauses, a new one before those that the baseline accepts. */
function brokenOf({ broken = [], counterexample: c }: CheckRow, requirement: string) {
  const own = broken.filter((one) => one.requirement === requirement);
  const fresh = own.filter(({ known }) => known === undefined);
  const [first] = fresh.length > 0 ? fresh : own;
  const isCounterexample = first === undefined || fresh.some(({ clause }) => clause === c?.clause);
  return isCounterexample ? { expected: c?.expected, seen: c?.seen, shows: c } : { ...first, shows: undefined };
}

function failureText(row: CheckRow, requirement: string): string {
  const { expected, seen, shows } = brokenOf(row, requirement);
  const { counterexample: c } = row;
  const errors = serverErrorsOf(row).map((error) => ['server error', error] as const);
  const parts: readonly (readonly [string, string | number | null | undefined])[] = [
    ['check', `${row.id}: ${row.title}`],
    ['file', fileOf(row)],
    ...errors,
    ['expected', expected ?? row.reason],
    ['seen', seen],
    ['given', shows?.given],
    ['seed', c?.seed],
    ['path', c?.path],
    ['rerun', c?.rerun],
    ['replay', shows?.replay],
    ['curl', shows?.curl],
  ];
  return parts
    .flatMap(([name, value]) => (value === null || value === undefined ? [] : [`${name}: ${value}\n`]))
    .join('');
}

/** Whether the baseline knows every failure of this requirement, whatever else the check observed. */
function isKnownOf(row: CheckRow, requirement: string): boolean {
  const broken = row.broken?.filter((one) => one.requirement === requirement) ?? [];
  return isKnown(row) || (broken.length > 0 && broken.every(({ known }) => known !== undefined));
}

function knownText(row: CheckRow, requirement: string): string {
  const accepted = acceptedWords({
    ...row,
    broken: row.broken?.filter((one) => one.requirement === requirement) ?? [],
  });
  return accepted.length > 0 ? accepted.join('; ') : (row.counterexample?.expected ?? row.title);
}

/** What a pass does not rest on: checks that did not run, and cases that were not seen. */
function passText(row: RequirementRow, part: PassInPart | undefined, byId: ReadonlyMap<string, CheckRow>): string {
  const words = [part && partWords(part), isShallow(row) && exercisedIn(row, byId)].filter(Boolean);
  if (words.length === 0) return '';
  const reasons = [...(part?.notRun ?? [])].map(([why, ids]) => `did not run: ${ids.join(', ')} (${why})\n`);
  return `${row.id}: pass, ${words.join(', ')}\n${reasons.join('')}`;
}

/** Exercised in the run of `--since`, and not in this one. */
function lostWords({ id, checks }: RequirementRow, since: SinceRow | undefined): string {
  const isLost = since?.lost.some((lost) => lost.id === id || checks.includes(lost.id));
  return isLost === true ? `, but exercised in ${since?.file}` : '';
}

function outcome(
  requirement: RequirementRow,
  checks: readonly CheckRow[],
  since: SinceRow | undefined,
): readonly string[] {
  const reason = requirement.reason ?? VERDICT_WORDS[requirement.verdict];
  switch (requirement.verdict) {
    case 'pass':
      return [];
    case 'fail': {
      const allFailing = checks.filter(({ verdict }) => verdict === 'fail');
      const its = allFailing.filter((row) => brokenBy(row).includes(requirement.id));
      const failing = its.length > 0 ? its : allFailing;
      const isAccepted = (row: CheckRow) => isKnownOf(row, requirement.id);
      const fresh = failing.filter((row) => !isAccepted(row));
      const [first = failing[0]] = fresh;
      if (first !== undefined && fresh.length === 0) {
        return [element('skipped', { message: `known failure: ${knownText(first, requirement.id)}` })];
      }
      const message = (first && brokenOf(first, requirement.id).expected) ?? first?.title ?? reason;
      const texts = [
        ...fresh.map((row) => failureText(row, requirement.id)),
        ...failing.filter(isAccepted).map((row) => `${row.id}: known failure: ${knownText(row, requirement.id)}\n`),
      ];
      return [element('failure', { type: 'violated', message }, [xmlText(texts.join('\n'))])];
    }
    case 'inconclusive': {
      const unsure = checks.filter(({ verdict }) => verdict === 'inconclusive');
      const type = unsure.some(({ fault }) => fault === true) ? 'fault of the suite' : 'inconclusive';
      const text = unsure
        .map((row) => `${row.id}: ${row.title}\nfile: ${fileOf(row)}\n${row.reason ?? ''}\n`)
        .join('\n');
      return [element('error', { type, message: requirement.reason ?? unsure[0]?.reason ?? reason }, [xmlText(text)])];
    }
    case 'not-exercised':
      return [element('skipped', { message: `not exercised${lostWords(requirement, since)}: ${reason}` })];
    case 'not-applicable':
      return [element('skipped', { message: `not applicable: ${reason}` })];
  }
}

interface Case {
  readonly xml: string;
  readonly seconds: number;
  readonly outcome: 'failure' | 'error' | 'skipped' | 'passed';
}

function seconds(value: number): string {
  return value.toFixed(3);
}

/** Neither schema accepts a zone or a fraction: whole seconds in UTC. */
function timestamp({ run }: RunRecord): string {
  return /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?=\.|Z)/.exec(run.startedAt)?.[0] ?? '1970-01-01T00:00:00';
}

/** @param statements the statement of each requirement, by id; the name of the test case contains it. */
export function junit(record: RunRecord, { statements = {} }: ReportSources = {}): string {
  const byId = new Map(record.checks.map((row) => [row.id, row]));
  const parts = passesInPart(record);
  const timeOf = new Map<string, number>();
  for (const { proves, durationMs } of record.checks) {
    timeOf.set(proves[0] ?? '', (timeOf.get(proves[0] ?? '') ?? 0) + durationMs / 1000);
  }
  const caseOf = (area: string, requirement: RequirementRow): Case => {
    const checks = requirement.checks.flatMap((id) => byId.get(id) ?? []);
    const inside = outcome(requirement, checks, record.since);
    const time = timeOf.get(requirement.id) ?? 0;
    const statement = Object.hasOwn(statements, requirement.id) ? ` ${statements[requirement.id]}` : '';
    const attributes = { classname: `touchstone.${area}`, name: `${requirement.id}${statement}`, time: seconds(time) };
    const kind = /^<(failure|error|skipped)\b/.exec(inside[0] ?? '')?.[1] as Case['outcome'] | undefined;
    return { xml: `${element('testcase', attributes, inside)}\n`, seconds: time, outcome: kind ?? 'passed' };
  };
  const totals = (cases: readonly Case[]) => ({
    tests: cases.length,
    failures: cases.filter((one) => one.outcome === 'failure').length,
    errors: cases.filter((one) => one.outcome === 'error').length,
    skipped: cases.filter((one) => one.outcome === 'skipped').length,
    time: seconds(cases.reduce((sum, one) => sum + one.seconds, 0)),
  });
  const { run } = record;
  const remarks = [...gateWords(record), ...depthWords(record), ...remarksOf(record)];
  const properties = Object.entries({
    conclusion: conclusionOf(record).headline,
    'passed in part': parts.size,
    ...Object.fromEntries(remarks.map((remark, i) => [`remark ${i + 1}`, remark])),
    ...Object.fromEntries(changesOf(record).map(({ title, lines }) => [title, lines.join('\n')])),
    ...Object.fromEntries(targetInWords(record).map(([name, value]) => [name.toLowerCase(), value])),
    target: run.target.baseUrl,
    contract: run.target.contract.rest,
    seed: run.seed,
    ...(run.id === undefined ? {} : { run: run.id }),
    ...(run.cause === undefined ? {} : { [run.stopped ?? 'stopped']: run.cause }),
    ...(run.foreign === undefined ? {} : { 'not from the member': run.foreign.sentence }),
  }).map(([name, value]) => element('property', { name, value }));
  const suites = [...areasOf(record)].map(([area, requirements], id) => {
    const cases = requirements.map((requirement) => caseOf(area, requirement));
    const where = { package: 'touchstone', id, timestamp: timestamp(record), hostname: 'localhost' };
    const passes = requirements.map((row) => xmlText(passText(row, parts.get(row.id), byId)));
    const output = [element('system-out', {}, passes), element('system-err', {})];
    const inside = [element('properties', {}, properties), '\n', ...cases.map(({ xml }) => xml), ...output, '\n'];
    return `${element('testsuite', { name: areaTitle(area), ...where, ...totals(cases) }, ['\n', ...inside])}\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element('testsuites', {}, ['\n', ...suites])}\n`;
}
