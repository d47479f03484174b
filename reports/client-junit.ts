/**
 * The judgement of a client as JUnit XML, by the same schemas as that of a check (junit.ts): one suite, one test case a rule.
 * A recommendation (should) that is not followed is skipped with its text, so that it breaks no CI.
 */
import { type ClientRecord, type ClientRuleRow, clientHeadline } from './client-record.ts';
import { element, xmlText } from './xml.ts';

function failureText({ broken, failure }: ClientRuleRow): string {
  const { schedule = [], replay } = failure ?? {};
  return [
    ...broken.slice(0, MOST_SHOWN),
    ...(broken.length > MOST_SHOWN ? [`and ${broken.length - MOST_SHOWN} more`] : []),
    ...(schedule.length === 0 ? [] : [`trouble: ${schedule.join('; ')}`]),
    ...(replay === undefined ? [] : [`replay: ${replay}`]),
  ].join('\n');
}

const MOST_SHOWN = 5;

function outcome(row: ClientRuleRow): readonly string[] {
  const message = row.failure?.moment ?? row.broken[0] ?? row.reason ?? row.says;
  switch (row.verdict) {
    case 'pass':
      return [];
    case 'fail':
      return row.severity === 'must'
        ? [element('failure', { type: 'violated', message }, [xmlText(failureText(row))])]
        : [element('skipped', { message: `recommended, not followed: ${message}` })];
    case 'inconclusive':
      return [
        element('error', { type: 'inconclusive', message: row.reason ?? message }, [xmlText(row.suspected.join('\n'))]),
      ];
    case 'not-exercised':
      return [element('skipped', { message: `not exercised: ${row.reason ?? ''}` })];
  }
}

/** The whole file. */
export function clientJunit(record: ClientRecord): string {
  const { rules, startedAt, durationMs, unfit, seed, client } = record;
  const results = rules.map((row) => {
    const attributes = { classname: `touchstone.client.${row.area}`, name: `${row.id} ${row.says}`, time: '0.000' };
    return { xml: element('testcase', attributes, outcome(row)), inside: outcome(row)[0] ?? '' };
  });
  const cannot =
    unfit &&
    element('testcase', { classname: 'touchstone.client', name: 'the client works', time: '0.000' }, [
      element('error', { type: 'unfit', message: unfit.why }, [xmlText(unfit.output.join('\n'))]),
    ]);
  const count = (tag: string) => results.filter(({ inside }) => inside.startsWith(`<${tag}`)).length;
  const properties = { conclusion: clientHeadline(record), client, seed };
  const attributes = {
    ...{ name: 'client', package: 'touchstone', id: 0, timestamp: startedAt.slice(0, 19), hostname: 'localhost' },
    tests: results.length + (cannot === undefined ? 0 : 1),
    failures: count('failure'),
    errors: count('error') + (cannot === undefined ? 0 : 1),
    skipped: count('skipped'),
    time: (durationMs / 1000).toFixed(3),
  };
  const inside = [
    element(
      'properties',
      {},
      Object.entries(properties).map(([name, value]) => element('property', { name, value })),
    ),
    ...(cannot === undefined ? [] : [cannot]),
    ...results.map(({ xml }) => xml),
    element('system-out', {}),
    element('system-err', {}),
  ];
  const suite = element('testsuite', attributes, ['\n', inside.join('\n'), '\n']);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element('testsuites', {}, ['\n', suite, '\n'])}\n`;
}
