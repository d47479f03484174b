/** What is wrong with a command, its files or its target costs one line that says what, where and what to do, and status 2. */
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { entryLine } from '../../conformance/member/effects/entry.ts';
import { FAILED, record, row } from '../../conformance/testing/sample-record.ts';
import { startStub } from '../../conformance/testing/stub-member.ts';
import { withoutPlan } from './testing/command-in.ts';
import { calm, reads, testShell } from './testing/test-folder.ts';

const step = (text: string) => calm('one', text);
const GET = reads();
const PROFILE = 'baseUrl: http://127.0.0.1:9\nprincipals: { trader: { token: t-0001 } }\n';
const REPORT = JSON.stringify(record([FAILED]));
const HEAD =
  '{"kind":"head","format":1,"startedAt":"2026-01-05T00:00:00.000Z","facts":{"rest":"0.13.0"},"told":{"seed":1,"targetOptions":[],"baseUrl":"http://h"}}';

const shell = testShell({
  'none/no-scenario.txt': '',
  'kept/report.json': REPORT,
  'good.yaml': step(GET),
  'two.yaml': calm(
    'two',
    '{ as: trader, request: GET /me, name: first }',
    '{ as: trader, request: GET /me, name: second }',
  ),
  'deployed.yaml': `${PROFILE}contract: { rest: 0.14.0 }\n`,
  'bad.yaml': PROFILE.replace('principals', 'principal: {}\nprincipals'),
  'a-file': '',
  'report.json': REPORT,
  'whole.json': record([row('a/b')]),
});

/** The command fails before it does anything; what it would have served is not waited for. */
async function expectRefused(args: readonly string[], words: string | RegExp): Promise<void> {
  const { status, out, err } = await shell.run(args);
  const said = withoutPlan(err);
  expect(said).toMatch(words);
  expect(said).toMatch(/^touchstone: .*\n$/);
  expect(said).not.toContain('a fault of touchstone');
  expect([status, out]).toEqual([2, '']);
}

const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
const laughs = (rows: number) =>
  Array.from({ length: rows }, (_, n) => {
    const values = Array(9).fill(n === 0 ? 'ha' : `*a${n - 1}`);
    return `a${n}: &a${n} [${values.join(', ')}]\n`;
  }).join('');
const header = (text: string) => step(`{ as: trader, request: GET /me, headers: ${text} }`);

describe('the command line', () => {
  // biome-ignore format: an aligned table
  test.each<[string, string | RegExp]>([
    ['chek',                                        "touchstone: unknown command 'chek' (Did you mean check?); see touchstone --help\n"],
    ['--port 4',                                    "touchstone: unknown option '--port'; see touchstone --help\n"],
    ['report',                                      'touchstone: report needs one of its commands; see touchstone report --help\n'],
    ['list extra',                                  "touchstone: too many arguments for 'list'. Expected 0 arguments but got 1: extra.; see touchstone list --help\n"],
    ['import x.har',                                'touchstone: import x.har: there is no such file\n'],

    ['sandbox --prot 4',                            "touchstone: unknown option '--prot' (Did you mean --port?); see touchstone sandbox --help\n"],
    ['sandbox --port 65536',                        '--port 65536: a whole number from 0 to 65535 is needed'],
    ['sandbox --port http',                         '--port http: a whole number from 0 to 65535 is needed'],
    ['sandbox --clock x0',                          '--clock x0: real, virtual or xN is needed, such as x60 for an hour a minute'],
    ['sandbox --data /dev/null/folder',             'cannot use /dev/null/folder: ENOTDIR'],
    // Node's own recursive mkdir never returns here.
    ['sandbox --data /proc/touchstone/kept',        'cannot use /proc/touchstone/kept: ENOENT'],
    ['sandbox --platform nats://h --clock virtual', '--clock virtual moves in one process only'],
    ['sandbox --platform nats://h --data kept',     '--data and --platform each choose where worlds are stored'],
    ['sandbox --platform http://h',                 'the address of a NATS server with JetStream is needed'],
    ['sandbox --permissive=chunked-bodis',          '--permissive=chunked-bodis: no such variation; did you mean chunked-bodies?'],
    ['sandbox --port 0 --control-port 0 --profile-out /dev/null/profile.json', 'cannot write the profile'],
    ['sandbox --port 0 --control-port 0 --host 192.0.2.1', '192.0.2.1 is not an address of this machine'],
    ['sandbox --record a-file/file.yaml',           'a-file/file.yaml: its folder cannot be written to (EEXIST)'],
    ['member',                                      "touchstone: required option '--platform <url>' not specified; see touchstone member --help\n"],
    ['member --platform memory',                    'such as nats://127.0.0.1:4222'],
    ['platform --platform http://h',                'such as nats://127.0.0.1:4222'],
    ['token unknown --target deployed.yaml',         'deployed.yaml names no principal unknown; it names trader'],
    ['token trader --target missing.yaml',          'cannot read the profile missing.yaml: start the sandbox in this folder'],

    ['check --tarqet x',                            "unknown option '--tarqet'"],
    ['check --seed',                                "touchstone: option '--seed <n>' argument missing; see touchstone check --help\n"],
    ['check --seed x',                              '--seed x'],
    ['check --target no.yaml',                      '--target no.yaml: there is no such file'],
    ['check --target bad.yaml',                     /bad\.yaml:2:1: principal is no property.*principals\?/],
    ['check --target deployed.yaml',                '127.0.0.1:9 does not answer: unreachable'],
    ['check --target deployed.yaml --base-url x',   '--base-url x: an http or https'],
    ['check --depth deep',                          '--depth deep: one of quick, normal, thorough is needed'],
    ['check --requests 0',                          '--requests 0: a whole number from 1'],
    ['check --time-budget soon',                    '--time-budget soon: a duration is needed'],
    ['check --time-budget 10000h --select nothing', 'touchstone: --time-budget 10000h: 24d is the most\n'],
    ['check --patience 10000h --select nothing',    'touchstone: --patience 10000h: 24d is the most\n'],
    ['check --shard 5/4',                           '--shard 5/4: i/n is needed'],
    ['check --require IDEN',                        /--require IDEN: .* did you mean IDEM\?/],
    ['check --shard 1/2 --min-passed 9',            /--min-passed .*touchstone report merge/],
    ['check --out r --format pdf',                  '--format pdf: one or more of json, junit'],
    ['check --format html',                         '--format needs --out'],
    ['check --baseline bad.yaml',                   'bad.yaml is no baseline'],
    ['check --select rdi',                          'touchstone: --select rdi: no check is so named; did you mean rid?\n'],
    ['doctor',                                      'doctor needs --target PROFILE'],
    ['doctor --target deployed.yaml',               'does not answer: unreachable'],

    ['replay',                                      "touchstone: missing required argument 'file'; see touchstone replay --help\n"],
    ['replay none.yaml',                            'touchstone: scenario none.yaml: there is no such file\n'],
    ['replay none',                                 /scenario none: there is no \.yaml or \.yml file in this folder\n$/],
    ['replay none/*.yaml',                          /scenario none\/\*\.yaml: no file matches this pattern\n$/],
    ['replay 202-than-poll',                        /no scenario of this name in the library; did you mean '202-then-poll'\?\n$/],
    ['replay xyzzy',                                /no scenario of this name in the library; touchstone scenarios lists it\n$/],
    ['replay 202-then-pol.yaml',                    /there is no such file; did you mean '202-then-poll'\?\n$/],
    ['replay good.yaml --taget x',                  /^touchstone: unknown option '--taget'.*--target/],
    ['replay good.yaml --target none.json',         'touchstone: --target none.json: there is no such file\n'],
    ['replay good.yaml --target deployed.yaml',     /^touchstone: the target at http:\/\/127\.0\.0\.1:9 does not answer: /],
    ['replay good.yaml --target deployed.yaml --reset', /names no control plane\n$/],
    ['replay good.yaml --reset',                    /^touchstone: --reset needs --target/],
    ['replay good.yaml --format junit',             '--format needs --out DIR'],
    ['replay good.yaml --out a --format pdf',       '--format pdf: one or more of json, junit, html is needed'],
    ['replay good.yaml --against 0.14',             /--against 0\.14: there is no such contract version \(known: 0\.1\.0, .*, all\)\n$/],
    ['replay good.yaml --against 0.14.0 good.yaml', /--against good\.yaml: there is no such contract version; name files before --against\n$/],
    ['replay good.yaml --jobs 2 --step',            / --\S+ does not go with --\S+: ./],
    ['replay good.yaml --jobs 2 --target p.json',   / --\S+ does not go with --\S+: ./],
    ['replay good.yaml --against 0.13.0 --from 2',  / --\S+ does not go with --\S+: ./],
    ['replay good.yaml --step --watch',             / --\S+ does not go with --\S+: ./],
    ['replay good.yaml --defect a-202-without-location --target p.json', / --\S+ does not go with --\S+: ./],
    ['replay good.yaml --defect a-202-without-locatio', 'did you mean a-202-without-location?'],
    ['replay two.yaml --from third',                'touchstone: --from third: two.yaml has no such step; it is a number from 1 to 2, line:N up to line:5, or a name: first, second\n'],
    ['replay good.yaml --shrink',                   'good.yaml: it does not fail: its verdict is pass'],
    ['replay good.yaml --out ./good.yaml --shrink', 'this is the file that is shrunk'],
    ['replay good.yaml two.yaml --shrink',          '--shrink takes one file'],
    ['replay 202-then-poll --shrink first --defect a-202-without-location', "no failure is 'first'"],
    ['scenarios 202-then-pol',                      "did you mean '202-then-poll'?\n"],
    ['scenarios --requirement IDEM-111',            "--requirement IDEM-111: there is no such requirement; did you mean 'IDEM-11'?"],

    ['record --target gone.yaml',                   '--target gone.yaml: there is no such file'],
    ['record --target http://',                     '--target http://: no address; it is like https://gateway.example.com'],
    ['record --target http://h --out a-file/f.yaml', 'a-file/f.yaml: its folder cannot be written to'],
    ['record --target http://h --profile-out p.json', '--profile-out: an address has no profile'],
    ['record --target http://h --port x',           '--port x: a whole number from 0 to 65535 is needed'],

    ['report render none.json --out o',             'touchstone: report none.json: there is no such file\n'],
    ['report render report.json --format pdf --out o', 'touchstone: --format pdf: one or more of json, junit, md, html, badge is needed\n'],
    ['report render report.json --out a-file',      'touchstone: --out a-file: cannot be written (EEXIST); name another folder\n'],
    ['report render report.json',                   "touchstone: required option '--out <dir>' not specified"],
    ['report merge report.json',                    "touchstone: required option '--out <dir>' not specified"],
    ['report merge whole.json whole.json --out o',  /^touchstone: .* was run in whole\.json and in whole\.json: each check is of one part alone\n$/],
    ['report compare report.json',                  'touchstone: report compare: two reports or more are needed, the earlier one first\n'],
    ['report compare report.json report.json --format png', 'touchstone: --format png: one of text, md, json, html is needed\n'],
    ['recheck report.json',                         'touchstone: history.jsonl.gz: there is no such file; touchstone check --out DIR --keep-history writes it\n'],
  ])('touchstone %s', async (line, words) => {
    await expectRefused(line.split(' '), words);
  });

  test.each([
    ['--transcript no/such/t.jsonl', '--transcript no/such/t.jsonl: cannot be written (ENOENT)'],
    ['--out a-file', '--out a-file: cannot be written (EEXIST); name another folder'],
  ])('a play whose record has nowhere to go: %s', async (options, words) => {
    const { status, err } = await shell.run(['replay', 'good.yaml', ...options.split(' ')]);
    expect([status, err]).toEqual([2, expect.stringMatching(/^touchstone: .*\n$/)]);
    expect(err).toContain(words);
  });

  test.each(['--port', '--control-port', '--health-port'])('the port of %s is in use', async (option) => {
    const taken = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void taken.close());
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const why = `port ${port} of 127.0.0.1 is taken: stop what uses it, or choose another with ${option} (0 takes a free one)\n`;
    const command =
      option === '--health-port'
        ? ['member', '--platform', 'nats://127.0.0.1:9']
        : ['sandbox', '--port', '0', '--control-port', '0'];
    await expectRefused([...command, option, `${port}`], `touchstone: ${why}`);
    if (option === '--port') await expectRefused(['record', '--target', 'http://h', option, `${port}`], why);
  });
});

describe('a file', () => {
  // biome-ignore format: an aligned table
  test.each<[string, string, string, RegExp]>([
    ['doctor --target FILE',    'aliases of aliases', `${PROFILE}${laughs(9)}`, /: file:8:9: the aliases stand for too many values: write them out$/m],
    ['check --target FILE',     'aliases of aliases', `${PROFILE}bodies:\n  POST /orders: { x: ${nested(3)} }\n${laughs(9)}`,
      /: file:\d+:\d+: the aliases stand for too many/],
    ['token trader --target FILE', 'aliases of aliases', `${PROFILE}${laughs(9)}`, /: file:\d+:\d+: the aliases stand for too many/],
    ['doctor --target FILE',    'an anchor within its own value', `${PROFILE}bodies: { POST /orders: &a { x: *a } }\n`,
      /: file:3:\d+: the alias \*a stands within its own value: write it out$/m],
    ['doctor --target FILE',    'levels past the stack', `${PROFILE}bodies: ${nested(20_000)}\n`,
      /: file:\d+:\d+: nested too deeply: a profile has at most 100 levels$/m],
    ['doctor --target FILE',    'many levels', `${PROFILE}bodies: { POST /orders: ${nested(2_000)} }\n`,
      /: file:\d+:\d+: nested too deeply: a profile has at most 100 levels$/m],
    ['doctor --target FILE',    'a long file', `${PROFILE}#${'x'.repeat(1_100_000)}\n`, /: file:1:1: larger than 1 MiB, the most of a profile$/m],
    ['check --baseline FILE',   'levels past the stack', nested(20_000), /: --baseline file: nested too deeply for a baseline$/m],
    ['check --baseline FILE',   'aliases of aliases', `failures:\n${laughs(9).replaceAll(/^/gm, '  - ')}`, /: --baseline file:2: a0 is no part of an entry/],
    ['replay FILE',             'bad YAML', 'id: [\n', /^touchstone: file:2:1: /],
    ['replay good.yaml FILE',   'an unknown key', 'id: a\nstory: s\nstrom: []\n', /: file:3:1: unknown key 'strom' in a scenario; did you mean 'storm'\?$/m],
    ['replay FILE --target deployed.yaml', 'a fault, and a target without control', step('fault: { on: {}, fail: true }').replace('calm', 'storm'),
      /: file:4:5: needs control: step 1 \(fault\) moves faults, the clock or the platform, and the profile deployed\.yaml names no control plane; play it in the sandbox, without --target$/m],
    ['replay FILE',             'a wait past the timers', step('wait: 10000h'), /: file:4:11: wait "10000h" is too long: 24d is the most$/m],
    ['replay FILE',             'a patience past the timers', step('{ as: trader, request: GET /me, within: 9999d, expect: { status: 200 } }'),
      /: file:4:\d+: within "9999d" is too long: 24d is the most$/m],
    ['replay FILE',             'a loop without end', step('{ times: 1000000000000000000000, steps: [{ wait: 1s }] }'), /: file:4:\d+: times /],
    ['replay FILE',             'a line break in a header', header('{ X-A: "a\\r\\nX-B: b" }'),
      /: file:4:\d+: the header X-A has a control character: take it out, or write it %0A$/m],
    ['replay FILE',             'a character that no header has', header('{ X-A: "\\u2028" }'), /: file:4:\d+: the header X-A has a character past U\+00FF/],
    ['replay FILE',             'a line break in the name of a header', header('{ "X-A\\r\\nX-B": b }'), /: file:4:\d+: "X-A\\r\\nX-B" is no name of a header/],
    ['replay FILE',             'a key with a line break', step('{ as: trader, request: POST /orders, key: "a\\r\\nX-B: b" }'),
      /: file:4:\d+: key has a control character/],
    ['replay FILE',             'a control character in a path', step('{ as: trader, request: "GET /me\\u0001" }'),
      /: file:4:\d+: request has a control character/],
    ['report render FILE --out out', 'no JSON', '{', /^touchstone: file: no JSON: /],
    ['report render FILE --out out', 'another JSON', '{}', /: file: no record of a run: schema: /],
    ['report render FILE --out out', 'another schema', '{"schema":2}', /: file: a run record of schema 2; this version reads schema 1$/m],
    ['report render FILE --out out', 'levels past the stack', `${REPORT.slice(0, -1)},"x":${nested(200_000)}}`, /: file: nested too deeply/],
    ['report render FILE --out out', 'levels in a row', REPORT.replace('"evidence":[', `"x":${nested(20_000)},"evidence":[`), /: file: nested too deeply/],
    ['cleanup FILE',            'no record at all', 'baseUrl: x\n', /: file:1: no line of a record of effects/],
    ['cleanup FILE',            'nothing', '', /: file is no record of effects: it is empty/],
    ['cleanup FILE',            'a record without its run', entryLine({ what: 'refused', n: 1 }), /its first line names no run/],
    ['cleanup FILE',            'levels past the stack', `${nested(200_000)}\n`, /: file:1: no line of a record of effects$/m],
    ['import FILE',             'levels past the stack', `{"log":{"entries":${nested(200_000)}}}`, /^touchstone: import file: /],
  ])('%s with %s', async (line, _, content, words) => {
    await shell.file('file', content);
    await expectRefused(line.replace('FILE', 'file').split(' '), words);
  });

  // biome-ignore format: an aligned table
  test.each<[string, Buffer, RegExp]>([
    ['gigabytes of zeros', Buffer.concat(Array(14).fill(gzipSync(Buffer.alloc(50_000_000)))),  /: kept\/history.jsonl.gz: has more than 500 MB when it is unpacked, and no history of a check has/],
    ['no gzip',            Buffer.from('x'),                            /: kept\/history.jsonl.gz: cannot be read/],
    ['a cut end',          gzipSync(`${HEAD}\n`).subarray(0, 60),       /: kept\/history.jsonl.gz: cannot be read/],
    ...['null', '1', '{}', '[]', '{"kind":"trial","attempt":1}', `{"kind":"begun","x":${nested(200_000)}}`, '{"$":"bigint","of":"x"}', '{"$":"map","of":1}']
      .map((line): [string, Buffer, RegExp] => [line.slice(0, 60), gzipSync(`${HEAD}\n${line}\n`), /: kept\/(report.json|history.jsonl.gz): /]),
  ])('recheck of a history of %s', async (_, history, words) => {
    await writeFile(join(shell.folder, 'kept/history.jsonl.gz'), history);
    await expectRefused(['recheck', 'kept/report.json'], words);
  });
});

test('the problems of all files are reported before anything is sent', async () => {
  await shell.file('odd.yaml', 'id: a\nstory: s\nstrom: []\n');
  await shell.file('torn.yaml', 'id: [\n');
  const { status, out, err } = await shell.run(['replay', 'odd.yaml', 'good.yaml', 'torn.yaml']);
  expect(err.trimEnd().split('\n')).toEqual([
    expect.stringContaining('odd.yaml'),
    expect.stringContaining('torn.yaml'),
  ]);
  expect([status, out]).toEqual([2, '']);
});

test.each(['headers: { X-A: "VALUE" }', 'headers: { "X-VALUE": x }', 'key: "VALUE"'])(
  'a value of an answer that no header holds leaves a step without a verdict: %s',
  async (header) => {
    const member = await startStub(() => ({ status: 200, body: { name: 'a\r\nX-B: b', info: { version: '0.14.0' } } }));
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
