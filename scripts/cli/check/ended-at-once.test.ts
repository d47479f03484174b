/** A second signal ends `touchstone check` at once: it says that something may be left, and what to run. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { startStopwatch } from '../../../conformance/runner/stopwatch.ts';
import { startSandbox } from '../../../platform-sim/sandbox.ts';
import { testFolder } from '../testing/test-folder.ts';

const PROGRAM = fileURLToPath(new URL('../../touchstone.mjs', import.meta.url));

test('a second signal while a hook is undone leaves the record, and the words name it', {
  timeout: 60_000,
}, async () => {
  const folder = testFolder();
  await using sandbox = await startSandbox();
  const { control: _, strict: __, ...deployed } = sandbox.profile;
  const hooks = { slowOwner: { run: 'touch begun; sleep 60', undo: 'echo $$ > undoing; exec sleep 60' } };
  const limits = { writes: true, destructive: true, requestsPerSecond: 1_000 };
  writeFileSync(join(folder, 'staging.json'), JSON.stringify({ ...deployed, hooks, limits }));
  const args = ['check', '--target', 'staging.json', '--select', 'idem/slow-write-answers-202', '--no-preflight'];
  const child = spawn(process.execPath, [PROGRAM, ...args, '--out', 'out'], { cwd: folder });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const ended = once(child, 'close');
  const { sleep } = startStopwatch();
  while (!existsSync(join(folder, 'begun'))) await sleep(20);
  child.kill('SIGINT');
  const undoing = join(folder, 'undoing');
  while (!existsSync(undoing) || readFileSync(undoing, 'utf8') === '') await sleep(20);
  // One press counts once: the second signal is one that comes half a second later.
  while (child.exitCode === null && child.signalCode === null) {
    child.kill('SIGINT');
    await sleep(100);
  }
  expect(await ended).toEqual([2, null]);
  // It has another process group: no signal to touchstone ends it.
  process.kill(Number(readFileSync(undoing, 'utf8')), 'SIGKILL');
  expect(said).toContain('cleanup out/effects-');
  const [, record = ''] = /left at the target: .* cleanup (out\/effects-\S+\.jsonl)\n/.exec(said) ?? [];
  expect(readFileSync(join(folder, record), 'utf8')).toContain('{"what":"hook","hook":"slowOwner","isOver":false}');
});
