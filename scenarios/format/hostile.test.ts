/** Texts that are made to hurt: each ends in one line about its one defect, and is read without it. */
import { expect, test } from 'vitest';
import { problemsOf } from '../testing/sample-problems.ts';
import { MOST_STEPS } from './read.ts';
import { MOST_BYTES } from './yaml-document.ts';

const HEAD = 'id: one\nstory: A story.\n';
const CALM = `${HEAD}calm:\n  - wait: 1s\n`;
const storm = (...steps: readonly string[]) => `${HEAD}storm:\n${steps.map((step) => `  - ${step}\n`).join('')}`;
const posting = (body: string) => storm(`{ as: trader, request: POST /orders, body: ${body} }`);
const lines = (count: number, line: (n: number) => string) => Array.from({ length: count }, (_, n) => line(n));
const laughs = (rows: number) =>
  `{ ${lines(
    rows,
    (n) =>
      `a${n}: &a${n} [${Array(9)
        .fill(n === 0 ? 'ha' : `*a${n - 1}`)
        .join(', ')}]`,
  ).join(', ')} }`;
const nested = (levels: number) => posting(`${'['.repeat(levels)}${']'.repeat(levels)}`);
const waits = (count: number) => storm(...lines(count, () => '{ wait: 1s }'));
const long = (length: number) => 'x'.repeat(length);

test.each<[string, string, string, RegExp]>([
  [
    'more than 1 MiB',
    `${CALM}#${long(MOST_BYTES)}`,
    `${CALM}#${long(MOST_BYTES - CALM.length - 1)}`,
    /^one\.yaml:1:1: the file is larger than 1 MiB, .*: split it into several files$/,
  ],
  [
    'an anchor within its own value',
    posting('&a { x: *a }'),
    posting('{ x: &a 1, y: *a }'),
    /^one\.yaml:4:56: the alias \*a stands within its own value, which has no end: write the value out$/,
  ],
  [
    'an alias of nothing',
    posting('[*a]'),
    posting('[&a 1, *a]'),
    /^one\.yaml:4:49: the alias \*a has no earlier anchor/,
  ],
  [
    'aliases of aliases',
    posting(laughs(9)),
    posting(laughs(4)),
    /^one\.yaml:4:\d+: the file has more than 200000 values/,
  ],
  [
    'levels of aliases',
    posting(`[&a0 [1], ${lines(100, (n) => `&a${n + 1} [*a${n}]`).join(', ')}]`),
    posting(`[&a0 [1], ${lines(50, (n) => `&a${n + 1} [*a${n}]`).join(', ')}]`),
    /^one\.yaml:4:\d+: the file is nested too deeply: a scenario has at most 100 levels$/,
  ],
  [
    'many levels',
    nested(99),
    nested(98),
    /^one\.yaml:4:\d+: the file is nested too deeply: a scenario has at most 100/,
  ],
  ['levels past the stack', nested(20_000), nested(50), /^one\.yaml:4:\d+: the file is nested too deeply/],
  ['brackets alone', `${HEAD}calm: ${'['.repeat(20_000)}`, CALM, /^one\.yaml:3:\d+: the file is nested too deeply/],
  [
    'errors alone',
    `${HEAD}calm: [${','.repeat(20_000)}]`,
    `${HEAD}calm: [{ wait: 1s },]`,
    /^one\.yaml:3:9: Unexpected , in/,
  ],
  ['closed and never opened', ']'.repeat(20_000), CALM, /^one\.yaml:1:1: Unexpected flow-seq-end token/],
  ['steps', waits(MOST_STEPS + 1), waits(MOST_STEPS), /^one\.yaml:5004:5: the scenario has more than 5000 steps/],
  [
    'wrong steps in loops in loops',
    storm('{ times: 1000, steps: [{ times: 1000, steps: [{ times: 1000, steps: [{ wiat: 1s }] }] }] }'),
    storm('{ times: 10, steps: [{ times: 10, steps: [{ times: 10, steps: [{ wait: 1s }] }] }] }'),
    /^one\.yaml:4:\d+: the scenario has more than 5000 steps when .*\none\.yaml:4:\d+: unknown step 'wiat'; did you mean 'wait'\?$/,
  ],
  [
    'a long step many times',
    storm(`{ times: 1000, steps: [{ as: trader, request: POST /orders, text: ${long(60_000)} }] }`),
    storm(`{ times: 100, steps: [{ as: trader, request: POST /orders, text: ${long(60_000)} }] }`),
    /^one\.yaml:4:28: the scenario has more than 50000000 characters when its loops are written out/,
  ],
  [
    'many keys',
    posting(`{ ${lines(1001, (n) => `a${n}: 1`).join(', ')} }`),
    posting(`{ ${lines(1000, (n) => `a${n}: 1`).join(', ')} }`),
    /^one\.yaml:4:48: a mapping has at most 1000 keys$/,
  ],
  [
    'a key twice',
    posting('{ a: 1, b: 2, a: 3 }'),
    posting('{ a: 1, b: 2, c: 3 }'),
    /^one\.yaml:4:62: the key 'a' is in this mapping twice: delete one of them$/,
  ],
  [
    'a mapping as a key',
    posting('{ [a]: 1 }'),
    posting('{ "[a]": 1 }'),
    /^one\.yaml:4:50: a key must be text, not a mapping/,
  ],
  [
    'a tag of JavaScript',
    posting('!!js/function x'),
    posting('x'),
    /:4:48: a scenario has no YAML tags: .* tag js\/function/,
  ],
  [
    'a tag of its own',
    posting('!secret x'),
    posting('x'),
    /^one\.yaml:4:48: a scenario has no YAML tags: .* tag secret/,
  ],
  [
    'a tag of bytes',
    posting('!!binary aGVsbG8='),
    posting('aGVsbG8='),
    /^one\.yaml:4:\d+: a scenario has no YAML tags/,
  ],
  [
    'a tag of a time',
    posting('!!timestamp 2026-01-01'),
    posting('2026-01-01'),
    /^one\.yaml:4:\d+: a scenario has no YAML/,
  ],
  [
    'two documents',
    `${CALM}---\n${CALM}`,
    CALM,
    /^one\.yaml:5:1: a file has one scenario: delete the '---' or '\.\.\.', or/,
  ],
  ['directives', `%YAML 1.1\n---\n${CALM}`, CALM, /^one\.yaml:1:1: a scenario has no YAML directives: delete the line/],
  ['a prototype', `${CALM}__proto__: { note: x }\n`, CALM, /^one\.yaml:5:1: unknown key '__proto__' in a scenario/],
  [
    'a prototype of a step',
    storm('{ wait: 1s, __proto__: { note: x } }'),
    posting('{ __proto__: { note: x } }'),
    /^one\.yaml:4:17: unknown key '__proto__' in a wait step/,
  ],
  [
    'no JSON number',
    posting('{ a: .inf }'),
    posting('{ a: ".inf" }'),
    /^one\.yaml:4:53: Infinity is not a JSON number: put it/,
  ],
  [
    'a number of many digits',
    storm(`wait: ${'9'.repeat(5_000)}`),
    posting(`{ qty: ${'9'.repeat(5_000)} }`),
    /^one\.yaml:4:11: wait 9{290,} \.\.\. 9+ is not a duration: write 250ms/,
  ],
  [
    'a long name',
    storm(`{ as: ${long(500_000)}, request: POST /orders }`),
    storm(`{ as: trader, request: POST /orders, text: ${long(500_000)} }`),
    /^one\.yaml:4:11: as 'x{290,} \.\.\. [^\n]{290,300}$/,
  ],
  [
    'a long pattern',
    storm(`{ as: trader, request: GET /me, expect: { body: { a: { $matches: ${long(1_001)} } } } }`),
    storm(`{ as: trader, request: GET /me, expect: { body: { a: { $matches: ${long(1_000)} } } } }`),
    /\$matches takes a regular expression in quotes, of at most 1000 characters$/,
  ],
  [
    'more problems than are read',
    storm(...lines(30, () => 'restore: nothing')),
    CALM,
    /^(one\.yaml:\d+:14: no earlier step has a snapshot 'nothing'\n){20}and 10 more problems$/,
  ],
])('%s', (_, hostile, without, message) => {
  expect(problemsOf(hostile)).toMatch(message);
  expect(problemsOf(without)).toBe('none');
});

test.each([
  ['a byte order mark', `\uFEFF${CALM}`],
  ['line ends of Windows', CALM.replaceAll('\n', '\r\n')],
  ['an anchor that many steps use', storm('&me { as: trader, request: GET /me }', ...lines(500, () => '*me'))],
])('%s is no defect', (_, text) => {
  expect(problemsOf(text)).toBe('none');
});
