/**
 * JUnit XML: one test suite an area, one test case a requirement, so that a CI follows requirements through time.
 *
 * | requirement                  | test case                                                          |
 * |------------------------------|--------------------------------------------------------------------|
 * | pass                         | passes                                                             |
 * | pass, some checks did not run| passes; `<system-out>`: "pass, 2 of 7 checks", which did not run   |
 * | fail                         | `<failure>`: expected, seen, how to run it again                   |
 * | fail, all of it known before | `<skipped>` "known failure": the baseline's, it does not break CI  |
 * | inconclusive                 | `<error>`: a CI must not take doubt for a pass                     |
 * | not exercised, not applicable| `<skipped>` with the reason: never counted as passed               |
 *
 * A test case's time is that of the checks that prove it first of all, so that times add up to the run's.
 */
import type { CheckRow, RequirementRow, RunRecord } from '../conformance/runner/run-record.ts';
import type { PassInPart } from './reading.ts';
import {
  areasOf,
  brokenBy,
  conclusionOf,
  isKnown,
  partWords,
  passesInPart,
  remarksOf,
  serverErrorsOf,
  VERDICT_WORDS,
} from './reading.ts';
import { element, xmlText } from './xml.ts';

function failureText(row: CheckRow): string {
  const { counterexample: c } = row;
  const errors = serverErrorsOf(row).map((error) => ['server error', error] as const);
  const parts: readonly (readonly [string, string | number | null | undefined])[] = [
    ['check', `${row.id}: ${row.title}`],
    ...errors,
    ['expected', c?.expected ?? row.reason],
    ['seen', c?.seen],
    ['given', c?.given],
    ['seed', c?.seed],
    ['path', c?.path],
    ['rerun', c?.rerun],
    ['curl', c?.curl],
  ];
  return parts
    .flatMap(([name, value]) => (value === null || value === undefined ? [] : [`${name}: ${value}\n`]))
    .join('');
}

function partText(part: PassInPart): string {
  const reasons = [...part.notRun].map(([why, ids]) => `did not run: ${ids.join(', ')} (${why})\n`);
  return `pass, ${partWords(part)}\n${reasons.join('')}`;
}

function outcome(
  requirement: RequirementRow,
  checks: readonly CheckRow[],
  part: PassInPart | undefined,
): readonly string[] {
  const reason = requirement.reason ?? VERDICT_WORDS[requirement.verdict];
  switch (requirement.verdict) {
    case 'pass':
      return part === undefined ? [] : [element('system-out', {}, [xmlText(partText(part))])];
    case 'fail': {
      const allFailing = checks.filter(({ verdict }) => verdict === 'fail');
      const its = allFailing.filter((row) => brokenBy(row).includes(requirement.id));
      const failing = its.length > 0 ? its : allFailing;
      const [first] = failing;
      if (first !== undefined && failing.every(isKnown)) {
        return [element('skipped', { message: `known failure: ${first.counterexample?.expected ?? first.title}` })];
      }
      const message = first?.counterexample?.expected ?? first?.title ?? reason;
      return [element('failure', { type: 'violated', message }, [xmlText(failing.map(failureText).join('\n'))])];
    }
    case 'inconclusive': {
      const unsure = checks.filter(({ verdict }) => verdict === 'inconclusive');
      const type = unsure.some(({ fault }) => fault === true) ? 'fault of the suite' : 'inconclusive';
      const text = unsure.map(({ id, title, reason: why }) => `${id}: ${title}\n${why ?? ''}\n`).join('\n');
      return [element('error', { type, message: requirement.reason ?? unsure[0]?.reason ?? reason }, [xmlText(text)])];
    }
    case 'not-exercised':
      return [element('skipped', { message: `not exercised: ${reason}` })];
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

export function junit(record: RunRecord): string {
  const byId = new Map(record.checks.map((row) => [row.id, row]));
  const parts = passesInPart(record);
  const timeOf = new Map<string, number>();
  for (const { proves, durationMs } of record.checks) {
    timeOf.set(proves[0] ?? '', (timeOf.get(proves[0] ?? '') ?? 0) + durationMs / 1000);
  }
  const caseOf = (area: string, requirement: RequirementRow): Case => {
    const checks = requirement.checks.flatMap((id) => byId.get(id) ?? []);
    const inside = outcome(requirement, checks, parts.get(requirement.id));
    const time = timeOf.get(requirement.id) ?? 0;
    const attributes = { classname: `touchstone.${area}`, name: requirement.id, time: seconds(time) };
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
  const properties = Object.entries({
    conclusion: conclusionOf(record).headline,
    'passed in part': parts.size,
    ...Object.fromEntries(remarksOf(record).map((remark, i) => [`remark ${i + 1}`, remark])),
    target: run.target.baseUrl,
    contract: run.target.contract.rest,
    seed: run.seed,
    ...(run.id === undefined ? {} : { run: run.id }),
    ...(run.cause === undefined ? {} : { 'target lost': run.cause }),
    ...(run.foreign === undefined ? {} : { 'not from the member': run.foreign.sentence }),
  }).map(([name, value]) => element('property', { name, value }));
  const all: Case[] = [];
  const suites = [...areasOf(record)].map(([area, requirements]) => {
    const cases = requirements.map((requirement) => caseOf(area, requirement));
    all.push(...cases);
    const attributes = { name: area, ...totals(cases), timestamp: run.startedAt };
    const head = element('properties', {}, properties);
    return `${element('testsuite', attributes, ['\n', head, '\n', ...cases.map(({ xml }) => xml)])}\n`;
  });
  const root = element('testsuites', { name: 'touchstone', ...totals(all) }, ['\n', ...suites]);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`;
}
