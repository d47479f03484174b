/** For tests: run records of every shape, with texts that try to break a report. */
import fc from 'fast-check';
import type { CheckRow, RequirementRow, RunRecord, Verdict } from '../../conformance/runner/record/run-record.ts';

const VERDICTS = ['pass', 'fail', 'inconclusive', 'not-exercised', 'not-applicable'] as const;

/** Texts that try to break out of HTML, Markdown, XML or a terminal. */
export const HOSTILE = [
  '<script>alert(1)</script>',
  '</pre></td></table><img src=x onerror=alert(1)>',
  '"><svg onload=alert(1)>',
  "' onmouseover='alert(1)",
  ']]>',
  '</style>',
  '</failure><testcase name="x"/>',
  '<!--',
  '&lt;b&gt; &amp; &#x0; &',
  '\u0000\u0008\u000b\u001f\u007f\u0085',
  '\ud800',
  '\udc00\ud800',
  '\ufffe\uffff',
  '\u202eevil\u202c',
  '\u200b\ufeff',
  'two\nlines\r\nand\ttabs',
  '| cell | [link](https://evil.example) ![i](x) `code` ``` **b** @everyone #1',
  '```\n</details>\n# heading',
] as const;

/** Arbitrary text with hostile parts. */
export const anyText = fc
  .array(fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: 'binary', maxLength: 8 }), fc.string()), {
    maxLength: 3,
  })
  .map((parts) => parts.join(''));

const headers = fc.array(fc.tuple(anyText, anyText), { maxLength: 3 });

const exchange = fc.record({
  n: fc.nat(50),
  label: fc.option(anyText),
  actor: anyText,
  request: fc.record({ method: anyText, path: anyText, headers, body: fc.option(anyText) }),
  sentAtMs: fc.nat(),
  answeredAtMs: fc.nat(),
  response: fc.option(fc.record({ status: fc.integer({ min: 100, max: 599 }), headers, body: anyText })),
  failure: fc.option(anyText),
});

const counterexample = fc.record({
  seed: fc.integer(),
  path: fc.option(anyText),
  given: fc.option(anyText),
  expected: anyText,
  seen: anyText,
  exchanges: fc.array(fc.nat(50), { maxLength: 3 }),
  rerun: anyText,
  curl: fc.option(anyText),
});

const accepted = fc.record({ reason: anyText, owner: anyText, expires: anyText });

const broken = (ids: readonly string[]) =>
  fc.record(
    { requirement: fc.constantFrom(...ids), clause: anyText, expected: anyText, seen: anyText, known: accepted },
    { requiredKeys: ['requirement', 'clause', 'expected', 'seen'] },
  );

const problem = fc.record({ kind: fc.constantFrom('stale', 'expired', 'unknown'), sentence: anyText });
const demand = fc.record({ asked: anyText, met: fc.boolean(), sentence: anyText });
const gate = fc.record(
  {
    baseline: fc.record({ file: anyText, problems: fc.array(problem, { maxLength: 2 }) }),
    coverage: fc.array(demand, { minLength: 1, maxLength: 2 }),
  },
  { requiredKeys: [] },
);

const failures = fc.array(fc.record({ check: anyText, requirement: anyText, clause: anyText }), { maxLength: 2 });
const since = fc.record({
  ...{ file: anyText, startedAt: anyText, newFailures: failures, fixed: failures },
  lost: fc.array(fc.record({ id: anyText, why: anyText }), { maxLength: 2 }),
});

const serverError = fc.record({
  request: anyText,
  status: fc.integer({ min: 100, max: 599 }),
  code: fc.option(anyText),
  message: fc.option(anyText),
  count: fc.integer({ min: 1, max: 9 }),
});

const depth = fc.tuple(fc.nat(200), fc.nat(200)).map(([seen, more]) => ({ seen, known: seen + more }));

const budget = fc.record({
  depth: fc.constantFrom(null, 'quick' as const, 'normal' as const, 'thorough' as const),
  requests: fc.option(fc.nat()),
  leftOut: fc.record({ requirements: fc.constant([]), checks: fc.nat(300), cases: fc.nat(3_000) }),
});

const check = (ids: readonly string[]) =>
  fc.record(
    {
      id: anyText,
      title: anyText,
      proves: fc.subarray([...ids], { minLength: 1 }),
      verdict: fc.constantFrom(...VERDICTS),
      reason: anyText,
      runs: fc.nat(100),
      depth: fc.tuple(depth, anyText).map(([of, unit]) => ({ ...of, unit })),
      durationMs: fc.nat(100_000),
      counterexample,
      known: fc.constant(true as const),
      fault: fc.constant(true as const),
      breaks: fc.subarray([...ids], { minLength: 1 }),
      broken: fc.array(broken(ids), { minLength: 1, maxLength: 2 }),
      serverErrors: fc.array(serverError, { minLength: 1, maxLength: 2 }),
      unreached: fc.array(anyText, { minLength: 1, maxLength: 2 }),
      flaky: fc.constant(true as const),
      evidence: fc.array(exchange, { maxLength: 2 }),
    },
    { requiredKeys: ['id', 'title', 'proves', 'verdict', 'runs', 'durationMs', 'evidence'] },
  );

const requirement = (id: string) =>
  fc.record(
    {
      id: fc.constant(id),
      verdict: fc.constantFrom(...VERDICTS),
      reason: anyText,
      checks: fc.array(anyText, { maxLength: 2 }),
      exercised: fc.integer({ min: 1, max: 100 }),
      depth,
    },
    { requiredKeys: ['id', 'verdict', 'checks', 'exercised'] },
  );

const ids = fc.uniqueArray(
  fc
    .tuple(fc.constantFrom('SVC', 'IDEM', 'ORD', 'PAGE'), fc.integer({ min: 10, max: 40 }))
    .map(([area, n]) => `${area}-${n}`),
  { minLength: 1, maxLength: 8 },
);

function countOf(requirements: readonly { readonly verdict: Verdict }[]): RunRecord['summary'] {
  const of = (wanted: Verdict) => requirements.filter(({ verdict }) => verdict === wanted).length;
  return {
    pass: of('pass'),
    fail: of('fail'),
    inconclusive: of('inconclusive'),
    'not-applicable': of('not-applicable'),
    'not-exercised': of('not-exercised'),
  };
}

const run = fc.record(
  {
    seed: fc.integer(),
    startedAt: anyText,
    durationMs: fc.nat(),
    target: fc.record({ baseUrl: anyText, contract: fc.record({ rest: anyText, socket: fc.option(anyText) }) }),
    requests: fc.nat(),
    commit: fc.record({ id: anyText, from: anyText }),
    stopped: fc.constantFrom(null, 'time budget', 'interrupted', 'target lost', 'plan exceeded'),
    budget,
    foreign: fc.record({ sentence: anyText, answers: fc.constant([]) }),
    cause: anyText,
  },
  { requiredKeys: ['seed', 'startedAt', 'durationMs', 'target', 'requests', 'stopped'] },
);

/** Requirement rows name checks of the record, as in a real run. */
export const anyRecord: fc.Arbitrary<RunRecord> = ids.chain((all) =>
  fc
    .record({
      run,
      gate: fc.option(gate, { nil: undefined }),
      since: fc.option(since, { nil: undefined }),
      verdict: fc.constantFrom(...VERDICTS),
      requirements: fc.tuple(...all.map(requirement)),
      checks: fc.array(check(all), { maxLength: 4 }),
    })
    .map(({ gate: gated, since: earlier, requirements, checks, ...rest }) => ({
      schema: 1 as const,
      tool: { name: 'touchstone' as const, version: '0.1.0' },
      ...rest,
      ...(gated === undefined ? {} : { gate: gated as RunRecord['gate'] & object }),
      ...(earlier === undefined ? {} : { since: earlier }),
      summary: countOf(requirements),
      requirements: requirements.map((row) => ({
        ...row,
        checks: checks.filter(({ proves }) => proves.includes(row.id)).map(({ id }) => id),
      })) as unknown as readonly RequirementRow[],
      checks: checks as unknown as readonly CheckRow[],
    })),
);
