/** xmllint validates our JUnit reports against the schemas of the tools that read them. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { startStub } from '../../../conformance/testing/stub-member.ts';
import { clientJunit } from '../../../reports/client-junit.ts';
import { junit } from '../../../reports/junit.ts';
import { replayJunit } from '../../../reports/replay-junit.ts';
import { anyRecord } from '../../../reports/testing/any-record.ts';
import { clientRecordOf } from '../../../reports/testing/client-record.ts';
import { readMarkup } from '../../../reports/testing/markup.ts';
import { commandIn } from '../../cli/testing/command-in.ts';
import { testFolder } from '../../cli/testing/test-folder.ts';

const SCHEMAS = ['windyroad', 'jenkins'] as const;
const PAGES = 4_096;

const texts = Object.fromEntries(
  SCHEMAS.map((name) => [name, readFileSync(new URL(`${name}.xsd`, import.meta.url), 'utf8')]),
);

async function errorsOf(reports: readonly string[], schema: (typeof SCHEMAS)[number]) {
  const { errors } = await validateXML({
    xml: reports.map((contents, i) => ({ fileName: `${i}.xml`, contents })),
    schema: [{ fileName: `${schema}.xsd`, contents: texts[schema] ?? '' }],
    ...{ initialMemoryPages: 256, maxMemoryPages: PAGES },
  });
  return errors;
}

/** One line a violation. */
async function problemsOf(reports: readonly string[], schema: (typeof SCHEMAS)[number]): Promise<readonly string[]> {
  return (await errorsOf(reports, schema)).map(({ message }) => message);
}

/** The index of the report with the error. */
const reportOf = ({ rawMessage }: { readonly rawMessage: string }): number => Number.parseInt(rawMessage, 10);

const folder = testFolder();

const HOSTILE = `]]></failure>\u0000\u0008\u001b[31m\u202e \ufffe & <b> "'`;

/** A member that breaks claims with hostile texts, behind a proxy that redirects orders. */
async function realReport(): Promise<string> {
  await using stack = new AsyncDisposableStack();
  const member = await startStub(({ url, headers }) => {
    if (url.startsWith('/orders')) return { status: 302, headers: { 'Content-Type': 'text/html' }, body: HOSTILE };
    const id = headers['x-request-id'];
    const echoed: Record<string, string> = id === undefined ? {} : { 'X-Request-Id': String(id) };
    return { status: 404, headers: echoed, body: { error: { code: HOSTILE, message: HOSTILE } } };
  });
  stack.defer(() => member.close());
  const text = `baseUrl: ${member.baseUrl}\ncontract: { rest: 0.14.0 }\nprincipals: { trader: { token: canary-token-0001 } }\nlimits: { requestsPerSecond: 1000 }\n`;
  writeFileSync(join(folder, 'staging.yaml'), text);
  const args = ['check', '--target', 'staging.yaml', '--no-preflight', '--select', 'rid', '--select', 'err'];
  await commandIn(folder).run([...args, '--out', 'report', '--format', 'junit']);
  return readFileSync(join(folder, 'report/junit.xml'), 'utf8');
}

test('the report of a real run is valid by both schemas', { timeout: 120_000 }, async () => {
  const report = await realReport();
  const outcomes = new Set(readMarkup(report).map(({ name }) => name));
  expect([...outcomes]).toEqual(expect.arrayContaining(['failure', 'error', 'skipped', 'system-out']));
  expect(report).toMatch(/]]&gt;&lt;\/failure&gt;\\u\{0000\}/);
  for (const schema of SCHEMAS) expect(await problemsOf([report], schema)).toEqual([]);
});

test('a report with hostile texts is valid', { timeout: 120_000 }, async () => {
  const reports = fc.sample(anyRecord, { numRuns: 50, seed: 1 }).map((record) => junit(record));
  for (const schema of SCHEMAS) expect(await problemsOf(reports, schema)).toEqual([]);
});

/** One row of each verdict, with hostile texts. */
test('the report of a replay is valid', { timeout: 120_000 }, async () => {
  const verdicts = ['pass', 'fail', 'inconclusive', 'not-exercised', 'not-applicable'] as const;
  const times = { startedAt: '2026-01-05T00:00:00.000Z', durationMs: 1_500 };
  const report = replayJunit({
    ...{ schema: 1, tool: { name: 'touchstone', version: '0.1.0' }, verdict: 'fail', ...times },
    summary: { pass: 1, fail: 1, inconclusive: 1, 'not-exercised': 1, 'not-applicable': 1 },
    scenarios: verdicts.map((verdict) => ({
      ...{ id: 'one', file: HOSTILE, story: HOSTILE, proves: [], where: HOSTILE, verdict, reason: HOSTILE, ...times },
      steps: [{ step: 1, line: 1, column: 1, does: HOSTILE, verdict: 'fail', shown: [HOSTILE, HOSTILE] }],
    })),
  });
  expect(readMarkup(report).filter(({ name }) => ['failure', 'error', 'skipped'].includes(name))).toHaveLength(4);
  for (const schema of SCHEMAS) expect(await problemsOf([report], schema)).toEqual([]);
});

test('the report of a client is valid, and what was not exercised or only should hold is skipped', {
  timeout: 120_000,
}, async () => {
  const record = clientRecordOf(HOSTILE);
  const reports = [
    clientJunit(record),
    clientJunit({ ...record, unfit: { why: HOSTILE, output: [HOSTILE, HOSTILE] } }),
  ];
  const outcomes = reports.map((report) =>
    readMarkup(report)
      .flatMap(({ name }) => (/^(failure|error|skipped)$/.test(name) ? [name[0]] : []))
      .join(''),
  );
  expect(outcomes).toEqual(['fseess', 'efseess']);
  const skipped = readMarkup(reports[0] ?? '').filter(({ name }) => name === 'skipped');
  expect(skipped.at(-1)?.attributes['message']).toMatch(/^not exercised: ]]/);
  for (const schema of SCHEMAS) expect(await problemsOf(reports, schema)).toEqual([]);
});

describe('the schemas find an invalid report', () => {
  const WHOLE = `<?xml version="1.0" encoding="UTF-8"?>
<testsuites><testsuite name="IDEM" package="touchstone" id="0" timestamp="2026-01-05T00:00:00" hostname="localhost" tests="2" failures="1" errors="0" skipped="1" time="1.500">
<properties><property name="seed" value="7"/></properties>
<testcase classname="touchstone.IDEM" name="IDEM-01 a key has one effect" time="1.500"><failure type="violated" message="409">seen: 201</failure></testcase>
<testcase classname="touchstone.IDEM" name="IDEM-02" time="0.000"><skipped message="not exercised"/></testcase>
<system-out/><system-err/></testsuite></testsuites>
`;

  const DEFECTS: readonly (readonly [
    name: string,
    whose: readonly (typeof SCHEMAS)[number][],
    from: string,
    to: string,
  ])[] = [
    ['an attribute on the root', ['windyroad'], '<testsuites>', '<testsuites name="x">'],
    ['a file on a test case', ['windyroad', 'jenkins'], '<testcase ', '<testcase file="x" '],
    ['a zone', ['windyroad'], '00:00:00"', '00:00:00Z"'],
    ['a suite without a host', ['windyroad'], ' hostname="localhost"', ''],
    ['a suite without failures', ['windyroad', 'jenkins'], ' failures="1"', ''],
    ['a suite without a name', ['windyroad'], ' name="IDEM"', ' name=""'],
    ['no output of a suite', ['windyroad'], '<system-err/>', ''],
    ['output of a test case', ['windyroad'], '<skipped message="not exercised"/>', '<system-out/>'],
    ['an invalid count', ['windyroad'], 'tests="2"', 'tests="x"'],
    ['an invalid time', ['windyroad', 'jenkins'], 'time="1.500">\n<prop', 'time="soon">\n<prop'],
    ['a failure without a type', ['windyroad'], ' type="violated"', ''],
    ['an element in a failure', ['windyroad', 'jenkins'], 'seen: 201', '<seen/>'],
    ['a detail on what was skipped', ['jenkins'], '<skipped ', '<skipped reason="x" '],
    ['a property without a value', ['windyroad', 'jenkins'], ' value="7"', ''],
    ['a control character', ['windyroad', 'jenkins'], 'seen: 201', 'seen: \u0001'],
    ['the end of a CDATA section', ['windyroad', 'jenkins'], 'seen: 201', 'seen: ]]>'],
  ];

  /** The reports in which each schema finds an error. Starting the validator is slow, so it runs once for all reports. */
  const found: ReadonlySet<number>[] = [];
  beforeAll(async () => {
    const reports = [...DEFECTS.map(([, , from, to]) => WHOLE.replace(from, () => to)), WHOLE];
    for (const schema of SCHEMAS) found.push(new Set((await errorsOf(reports, schema)).map(reportOf)));
  });

  test('and this is valid', () => expect(found.map((one) => one.has(DEFECTS.length))).toEqual([false, false]));

  test.each(DEFECTS.map((row, i) => [...row, i] as const))('%s', (_, whose, from, __, i) => {
    expect(WHOLE).toContain(from);
    expect(SCHEMAS.filter((___, n) => found[n]?.has(i))).toEqual(whose);
  });
});
