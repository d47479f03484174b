import { expect, test } from 'vitest';
import { startStopwatch } from '../../conformance/runner/stopwatch.ts';
import { startStub } from '../../conformance/testing/stub-member.ts';
import { commandIn } from './testing/command-in.ts';
import { testFolder } from './testing/test-folder.ts';

const folder = testFolder();

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
