import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { HOOK_NAMES } from '../../member/hooks/hook-names.ts';
import type { Profile } from '../../member/profile/profile.ts';
import { sampleCheck } from '../../testing/stub-run.ts';
import { addedBy, hooksInWords, inOrderOfHooks } from './hooks-of.ts';
import { loadChecks } from './load-checks.ts';

const restarting = sampleCheck({ id: 'test/restarts', needs: ['trader', 'restart'] });
const slow = sampleCheck({ id: 'test/slow', needs: ['slowOwner'] });

test('the README states what each hook adds', async () => {
  const checks = await loadChecks();
  const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8');
  const rows = new Map(
    [...readme.matchAll(/^\| `(\w+)` \| [^|]+ \| ([^|]+) \|$/gm)].map(([, name, adds]) => [name, adds]),
  );
  for (const name of HOOK_NAMES) expect(rows.get(name), name).toContain(addedBy(name, checks).join(', '));
});

test('what another check shows anyway is not added', () => {
  const plain = sampleCheck({ id: 'test/plain', needs: ['trader'] });
  expect(addedBy('restart', [restarting])).toEqual(restarting.proves);
  expect(addedBy('restart', [restarting, plain])).toEqual([]);
});

test('a plan names each hook with its checks and limits, and none beside a control plane', () => {
  const hooks = { restart: 'true', slowOwner: { run: 'a', undo: 'b', timeoutMs: 5_000 } };
  const profile = { baseUrl: 'http://gw', principals: {}, hooks } satisfies Profile;
  expect(hooksInWords([restarting, slow], profile)).toEqual([
    'hook slowOwner, once for each of test/slow: at most 5 s, and as long for its undo',
    'hook restart, once for each of test/restarts: at most 60 s',
  ]);
  expect(hooksInWords([restarting, slow], { ...profile, control: 'http://sandbox' })).toEqual([]);
});

test('what disturbs most comes last', () => {
  const ones = [restarting, slow].map((check) => ({ check }));
  expect(inOrderOfHooks(ones).map(({ check }) => check.id)).toEqual(['test/slow', 'test/restarts']);
});
