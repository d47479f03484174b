/** Files and options that are made to hurt: each costs one line that says what, where and what to do. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { startStopwatch } from '../../conformance/runner/stopwatch.ts';
import { FAILED, record } from '../../conformance/testing/sample-record.ts';
import { startStub } from '../../conformance/testing/stub-member.ts';
import { commandIn } from './testing/command-in.ts';
import { testFolder } from './testing/test-folder.ts';

const folder = testFolder();

const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
const laughs = (rows: number) =>
  Array.from(
    { length: rows },
    (_, n) =>
      `a${n}: &a${n} [${Array(9)
        .fill(n === 0 ? 'ha' : `*a${n - 1}`)
        .join(', ')}]\n`,
  ).join('');
const PROFILE = 'baseUrl: http://127.0.0.1:9\nprincipals: { trader: { token: t } }\n';
const step = (text: string) => `id: one\nstory: A story.\ncalm:\n  - ${text}\n`;
const REPORT = JSON.stringify(record([FAILED]));
const HEAD =
  '{"kind":"head","format":1,"startedAt":"2026-01-05T00:00:00.000Z","facts":{"rest":"0.13.0"},"told":{"seed":1,"targetOptions":[],"baseUrl":"http://h"}}';

test.each<readonly [string, string, string, RegExp]>([
  [
    'doctor --target FILE',
    'aliases of aliases',
    `${PROFILE}${laughs(9)}`,
    /^touchstone: file:8:9: the aliases stand for too many values: write them out$/,
  ],
  [
    'check --target FILE',
    'aliases of aliases',
    `${PROFILE}bodies:\n  POST /orders: { x: ${deep(3)} }\n${laughs(9)}`,
    /^touchstone: file:\d+:\d+: the aliases stand for too many values/,
  ],
  [
    'doctor --target FILE',
    'an anchor within its own value',
    `${PROFILE}bodies: { POST /orders: &a { x: *a } }\n`,
    /^touchstone: file:3:\d+: the alias \*a stands within its own value: write it out$/,
  ],
  [
    'doctor --target FILE',
    'levels past the stack',
    `${PROFILE}bodies: ${deep(20_000)}\n`,
    /^touchstone: file:\d+:\d+: nested too deeply: a profile has at most 100 levels$/,
  ],
  [
    'doctor --target FILE',
    'many levels',
    `${PROFILE}bodies: { POST /orders: ${deep(2_000)} }\n`,
    /^touchstone: file:\d+:\d+: nested too deeply: a profile has at most 100 levels$/,
  ],
  [
    'doctor --target FILE',
    'a long file',
    `${PROFILE}#${'x'.repeat(1_100_000)}\n`,
    /^touchstone: file:1:1: larger than 1 MiB, the most of a profile$/,
  ],
  [
    'token trader --target FILE',
    'aliases of aliases',
    `${PROFILE}${laughs(9)}`,
    /^touchstone: file:\d+:\d+: the aliases stand for too many/,
  ],
  [
    'check --baseline FILE',
    'levels past the stack',
    deep(20_000),
    /^touchstone: --baseline file: nested too deeply for a baseline$/,
  ],
  [
    'check --baseline FILE',
    'aliases of aliases',
    `failures:\n${laughs(9).replaceAll(/^/gm, '  - ')}`,
    /^touchstone: --baseline file:2: a0 is no part of an entry/,
  ],
  [
    'replay FILE',
    'a wait past the timers',
    step('wait: 10000h'),
    /^touchstone: file:4:11: wait "10000h" is too long: 24d is the most$/,
  ],
  [
    'replay FILE',
    'a patience past the timers',
    step('{ as: trader, request: GET /me, within: 9999d, expect: { status: 200 } }'),
    /^touchstone: file:4:\d+: within "9999d" is too long: 24d is the most$/,
  ],
  [
    'replay FILE',
    'a line break in a header',
    step('{ as: trader, request: GET /me, headers: { X-A: "a\\r\\nX-B: b" } }'),
    /^touchstone: file:4:\d+: the header X-A has a control character: take it out, or write it %0A$/,
  ],
  [
    'replay FILE',
    'a character that no header has',
    step('{ as: trader, request: GET /me, headers: { X-A: "\\u2028" } }'),
    /^touchstone: file:4:\d+: the header X-A has a character past U\+00FF/,
  ],
  [
    'replay FILE',
    'a line break in the name of a header',
    step('{ as: trader, request: GET /me, headers: { "X-A\\r\\nX-B": b } }'),
    /^touchstone: file:4:\d+: "X-A\\r\\nX-B" is no name of a header/,
  ],
  [
    'replay FILE',
    'a key with a line break',
    step('{ as: trader, request: POST /orders, key: "a\\r\\nX-B: b" }'),
    /^touchstone: file:4:\d+: key has a control character/,
  ],
  [
    'replay FILE',
    'a control character in a path',
    step('{ as: trader, request: "GET /me\\u0001" }'),
    /^touchstone: file:4:\d+: request has a control character/,
  ],
  [
    'replay FILE',
    'a loop without end',
    step('{ times: 1000000000000000000000, steps: [{ wait: 1s }] }'),
    /^touchstone: file:4:\d+: times /,
  ],
  [
    'report render FILE --format md --out out',
    'levels past the stack',
    `${REPORT.slice(0, -1)},"x":${deep(200_000)}}`,
    /^touchstone: file: nested too deeply/,
  ],
  [
    'report render FILE --format json --out out',
    'levels in a row',
    REPORT.replace('"evidence":[', `"x":${deep(20_000)},"evidence":[`),
    /^touchstone: file: nested too deeply/,
  ],
  [
    'cleanup FILE',
    'levels past the stack',
    `${deep(200_000)}\n`,
    /^touchstone: file:1: no line of a record of effects$/,
  ],
  ['import FILE', 'levels past the stack', `{"log":{"entries":${deep(200_000)}}}`, /^touchstone: import file: /],
  [
    'check --time-budget 10000h --select nothing',
    'a budget',
    '',
    /^touchstone: --time-budget 10000h: 24d is the most$/,
  ],
  ['check --patience 10000h --select nothing', 'a patience', '', /^touchstone: --patience 10000h: 24d is the most$/],
])('%s with %s', async (line, _, content, words) => {
  const shell = commandIn(folder);
  await shell.file('file', content);
  const { status, err } = await shell.run(line.split(' ').map((word) => (word === 'FILE' ? 'file' : word)));
  expect(err.trimEnd()).toMatch(words);
  expect([status, err.split('\n').length]).toEqual([2, 2]);
});

test.each<readonly [string, Buffer, RegExp]>([
  [
    'gigabytes of zeros',
    gzipSync(Buffer.alloc(700_000_000)),
    /^touchstone: history.jsonl.gz: has more than 500 MB when it is unpacked, and no history of a check has/,
  ],
  ['no gzip', Buffer.from('x'), /^touchstone: history.jsonl.gz: cannot be read/],
  ['a cut end', gzipSync(`${HEAD}\n`).subarray(0, 60), /^touchstone: history.jsonl.gz: cannot be read/],
  ...[
    'null',
    '1',
    '{}',
    '[]',
    '{"kind":"trial","attempt":1}',
    `{"kind":"begun","x":${deep(200_000)}}`,
    '{"$":"bigint","of":"x"}',
    '{"$":"map","of":1}',
  ].map(
    (line) =>
      [line.slice(0, 60), gzipSync(`${HEAD}\n${line}\n`), /^touchstone: (report.json|history.jsonl.gz): /] as const,
  ),
])('recheck of a history of %s', async (_, history, words) => {
  const shell = commandIn(folder);
  await shell.file('report.json', REPORT);
  await writeFile(join(folder, 'history.jsonl.gz'), history);
  const { status, err } = await shell.run(['recheck', 'report.json']);
  expect(err.trimEnd()).toMatch(words);
  expect(err).not.toContain('a fault of touchstone');
  expect([status, err.split('\n').length]).toEqual([2, 2]);
});

test('a time that is longer than any timer is not over at once', async () => {
  const stopwatch = startStopwatch();
  const over: string[] = [];
  const late = stopwatch.after(36_000_000_000, () => void over.push('after'));
  void stopwatch.sleep(36_000_000_000).then(() => over.push('sleep'));
  await stopwatch.sleep(20);
  late.cancel();
  expect(over).toEqual([]);
});

test.each(['headers: { X-A: "VALUE" }', 'headers: { "X-VALUE": x }', 'key: "VALUE"'])(
  'a value of an answer that no header holds leaves a step without a verdict: %s',
  async (header) => {
    const member = await startStub(() => ({ status: 200, body: { name: 'a\r\nX-B: b', info: { version: '0.14.0' } } }));
    const shell = commandIn(folder);
    await shell.file('profile.json', { baseUrl: member.baseUrl, principals: { trader: { token: 't' } } });
    const get = 'as: trader, request: GET /me';
    const steps = `  - { ${get}, save: { u: $.name } }\n  - { ${get}, ${header.replace('VALUE', `$\{u}`)} }\n`;
    await shell.file('play.yaml', `id: play\nstory: x\ncalm:\n${steps}`);
    const { status, out, err } = await shell.run(['replay', 'play.yaml', '--target', 'profile.json']);
    await member.close();
    expect([status, err]).toEqual([3, '']);
    expect(out).toMatch(/(has a control character|is no name of a header).* came with an earlier answer/);
  },
);
