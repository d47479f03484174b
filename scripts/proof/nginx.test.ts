/** A good gateway on a clock that runs, behind the nginx of Debian: what that answers in its place fails nothing. */
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { loadChecks } from '../../conformance/runner/plan/load-checks.ts';
import { startSandbox } from '../../platform-sim/sandbox.ts';
import { alarms } from './judged-against.ts';
import { NGINX, startNginx } from './nginx/start-nginx.ts';
import { judgedByProfile, SEED } from './suite/judged-by-profile.ts';

const checks = await loadChecks();
const some = checks.filter(({ id }) => /^rid\/(request-id-on-every-response|sent-request-id-is-echoed)$/.test(id));

test.skipIf(!existsSync(NGINX))(
  'TLS, a rate limit and a limit of bodies fail nothing',
  { timeout: 120_000 },
  async () => {
    await using sandbox = await startSandbox({ clock: 'real', seed: SEED, members: [] });
    await using nginx = await startNginx('nginx.conf', { GATEWAY: sandbox.baseUrl });
    const { control: _, sockets: __, ...profile } = sandbox.profile;
    const behind = { ...profile, baseUrl: nginx.baseUrl, tls: { ca: nginx.ca } };
    const { checks: rows, run } = await judgedByProfile(behind, some, { resetBetweenChecks: false });
    expect(alarms(rows)).toEqual([]);
    expect(rows.filter(({ verdict }) => verdict === 'pass')).not.toEqual([]);
    expect(run.stopped).toBeNull();
    // The run slows down to what nginx lets through.
    const limited = run.foreign?.answers.find(({ what }) => what.startsWith('429'))?.count ?? 0;
    expect(limited / run.requests).toBeLessThan(0.5);
    expect(run.foreign?.sentence).toMatch(/413 text\/html, server nginx/);
    expect(run.foreign?.sentence).toMatch(/429 text\/html, server nginx.*Lower limits\.requestsPerSecond/);
  },
);

if (!existsSync(NGINX)) console.warn(`skipped: ${NGINX} is not here; apt-get install nginx brings it`);
