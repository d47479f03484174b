/** `touchstone replay FILE --shrink`, against known-bad members in this process and as targets. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { DEFECTS } from '../../../gateway/defects/index.ts';
import { startSandbox } from '../../../platform-sim/sandbox.ts';
import { testShell } from '../testing/test-folder.ts';

const POLL = new URL('../../../scenarios/testing/202-then-poll.yaml', import.meta.url);
const DEFECT = 'a-202-without-location';

const shell = testShell({ 'poll.yaml': readFileSync(POLL, 'utf8') });

function replay(...args: readonly string[]) {
  return shell.run(['replay', ...args]);
}

test('the shrunk file fails on the known-bad member alone, in a sandbox and as a target', async () => {
  const done = await replay('poll.yaml', '--shrink', '--defect', DEFECT);
  expect(done).toMatchObject({ status: 0, err: '' });
  expect(done.out).toMatch(
    /^poll\.shrunk\.yaml: from 5 steps to 2, \d+ plays\n {2}header location: expected "\/operations\/k1", seen nothing\n$/,
  );
  expect((await replay('poll.shrunk.yaml')).status).toBe(0);
  expect((await replay('poll.shrunk.yaml', '--defect', DEFECT)).status).toBe(1);

  const defects = DEFECTS.filter(({ name }) => name === DEFECT);
  await using sandbox = await startSandbox({ clock: 'virtual', seed: 7, defects });
  await shell.file('bad.json', sandbox.profile);
  const target = ['--target', 'bad.json', '--shrink', 'headers.location', '--out', 'as-target.yaml'];
  expect(await replay('poll.yaml', ...target)).toMatchObject({ status: 0, err: '' });
  expect(await shell.read('as-target.yaml')).toBe(await shell.read('poll.shrunk.yaml'));
});

test('a target whose world must not be reset is refused', async () => {
  await using sandbox = await startSandbox({ clock: 'virtual', seed: 7 });
  const limits = { ...sandbox.profile.limits, destructive: false };
  await shell.file('kept.json', { ...sandbox.profile, limits });
  const { status, err } = await replay('poll.yaml', '--shrink', '--target', 'kept.json');
  expect({ status, err }).toMatchObject({
    status: 2,
    err: expect.stringContaining('the profile does not say limits.destructive: true'),
  });
});
