/** A restart hook that ends a sandbox with a log on disk, and starts another on the same ports: no key is lost. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadChecks } from '../../conformance/runner/plan/load-checks.ts';
import { testFolder } from '../cli/testing/test-folder.ts';
import { judgedByProfile } from './suite/judged-by-profile.ts';
import { startOwn } from './testing/own-process.ts';

const CHECKS = ['idem/keys-survive-a-restart', 'page/walk-over-a-new-process'];
const folder = testFolder();

test('a process that is killed and started again loses nothing', { timeout: 120_000 }, async () => {
  const start = async (...ports: readonly string[]) => {
    const profile = ['--profile-out', join(folder, 'profile.json')];
    const sandbox = startOwn(['sandbox', '--json', '--data', join(folder, 'data'), ...profile, ...ports], folder);
    return { sandbox, ready: (await sandbox.ready) as Readonly<Record<'baseUrl' | 'controlUrl', string>> };
  };
  let { sandbox, ready } = await start('--port', '0', '--control-port', '0');
  const portOf = (url: string) => new URL(url).port;
  let restarts = 0;
  const restart = async () => {
    await sandbox.kill();
    ({ sandbox, ready } = await start('--port', portOf(ready.baseUrl), '--control-port', portOf(ready.controlUrl)));
    restarts += 1;
  };
  const supervisor = createServer((_, response) => void restart().then(() => response.end())).listen(0, '127.0.0.1');
  try {
    await once(supervisor, 'listening');
    const { port } = supervisor.address() as AddressInfo;
    const { control: _, strict: __, ...deployed } = JSON.parse(readFileSync(join(folder, 'profile.json'), 'utf8'));
    const command = `'${process.execPath}' -e "fetch('http://127.0.0.1:${port}')"`;
    const checks = (await loadChecks()).filter(({ id }) => CHECKS.includes(id));
    const { checks: rows } = await judgedByProfile({ ...deployed, hooks: { restart: command } }, checks, {
      resetBetweenChecks: false,
    });
    expect(rows.map(({ id, verdict, reason }) => [id, verdict, reason])).toEqual(
      CHECKS.map((id) => [id, 'pass', undefined]),
    );
    expect(restarts).toBe(CHECKS.length);
  } finally {
    supervisor.close();
    await sandbox.kill('SIGTERM');
  }
});
