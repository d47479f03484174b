/**
 * A replay as JUnit XML, by the same schemas as that of a check (junit.ts): one suite, one test case a scenario. A failure and
 * an error (inconclusive, or nothing exercised) have the text that the terminal shows; not applicable is skipped.
 */
import type { ReplayRecord, ReplayRow } from './replay-record.ts';
import { rowFailure, rowName } from './replay-record.ts';
import { element, xmlText } from './xml.ts';

function outcome(row: ReplayRow): readonly string[] {
  const text = rowFailure(row);
  const message = text.split('\n', 1)[0] ?? '';
  switch (row.verdict) {
    case 'pass':
      return [];
    case 'fail': {
      const shown = row.steps.flatMap((step) => step.shown ?? [])[0] ?? message;
      return [element('failure', { type: 'fail', message: shown }, [xmlText(text)])];
    }
    case 'inconclusive':
    case 'not-exercised':
      return [element('error', { type: row.verdict, message: row.reason ?? message }, [xmlText(text)])];
    case 'not-applicable':
      return [element('skipped', { message: `not applicable: ${row.reason ?? ''}` })];
  }
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(3);
}

/** The whole file. */
export function replayJunit(record: ReplayRecord): string {
  const { summary, scenarios, startedAt, durationMs } = record;
  const cases = scenarios.map((row) =>
    element(
      'testcase',
      { classname: 'touchstone.replay', name: rowName(row), time: seconds(row.durationMs) },
      outcome(row),
    ),
  );
  const attributes = {
    ...{ name: 'replay', package: 'touchstone', id: 0, timestamp: startedAt.slice(0, 19), hostname: 'localhost' },
    tests: scenarios.length,
    failures: summary.fail,
    errors: summary.inconclusive + summary['not-exercised'],
    skipped: summary['not-applicable'],
    time: seconds(durationMs),
  };
  const inside = [element('properties', {}), ...cases, element('system-out', {}), element('system-err', {})];
  const suite = element('testsuite', attributes, ['\n', inside.join('\n'), '\n']);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element('testsuites', {}, ['\n', suite, '\n'])}\n`;
}
