/** A whole run through an HTTP proxy to an nginx that requires a client certificate, in front of a valid gateway. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  CLIENT_CERTIFICATE,
  CLIENT_KEY,
  SERVER_CERTIFICATE,
  SERVER_KEY,
} from '../../conformance/member/testing/sample-certificates.ts';
import { startProxy } from '../../conformance/member/testing/sample-proxy.ts';
import { startSandbox } from '../../platform-sim/sandbox.ts';
import { commandIn } from '../cli/testing/command-in.ts';
import { NGINX, startNginx } from './nginx/start-nginx.ts';
import { SEED } from './suite/judged-by-profile.ts';

/** Checks of requests, of raw bytes and of both sockets. */
const CHECKS = [
  'rid/request-id-on-every-response',
  'auth/two-tokens',
  'wss/greeting-comes-first',
  'mkt/opens-without-credential',
];

describe.skipIf(!existsSync(NGINX))('behind a proxy and a client certificate', () => {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-mutual-'));
  const stack = new AsyncDisposableStack();
  const proxy = startProxy();
  let port = 0;
  let authority = '';

  beforeAll(async () => {
    const sandbox = stack.use(await startSandbox({ clock: 'real', seed: SEED }));
    const upstreams = { GATEWAY: sandbox.baseUrl, CONTROL: sandbox.controlUrl.replace(/\/$/, '') };
    const nginx = stack.use(await startNginx('mutual.conf', upstreams));
    port = nginx.port;
    const address = `gateway.test:${port}`;
    const { trading, marketData } = sandbox.profile.sockets;
    const through = (url: string) => `wss://${address}${new URL(url).pathname}`;
    const { control: _, identity, ...profile } = sandbox.profile;
    const behind = {
      ...profile,
      baseUrl: `https://${address}`,
      sockets: { trading: through(trading), marketData: through(marketData) },
      identity: { ...identity, tokenEndpoint: `https://${address}/identity/token` },
      limits: { writes: true, requestsPerSecond: 200 },
    };
    const tls = { ca: nginx.ca, cert: 'client.pem', key: 'client.key' };
    writeFileSync(join(folder, 'client.pem'), CLIENT_CERTIFICATE);
    writeFileSync(join(folder, 'client.key'), CLIENT_KEY);
    writeFileSync(join(folder, 'staging.json'), JSON.stringify({ ...behind, tls }));
    writeFileSync(join(folder, 'bare.json'), JSON.stringify({ ...behind, tls: { ca: nginx.ca } }));
    writeFileSync(join(folder, 'server.pem'), SERVER_CERTIFICATE);
    writeFileSync(join(folder, 'server.key'), SERVER_KEY);
    const wrong = { ca: nginx.ca, cert: 'server.pem', key: 'server.key' };
    writeFileSync(join(folder, 'wrong.json'), JSON.stringify({ ...behind, tls: wrong }));
    authority = nginx.ca;
  });
  afterAll(async () => {
    await stack.disposeAsync();
    await (await proxy).close();
    rmSync(folder, { recursive: true });
  });

  async function ran(...args: readonly string[]) {
    const { status, out, err } = await commandIn(folder, { HTTPS_PROXY: (await proxy).at() }).run(args);
    return { status, stdout: out, stderr: err };
  }

  test('check passes, and every connection went through the proxy', { timeout: 300_000 }, async () => {
    const select = CHECKS.flatMap((id) => ['--select', id]);
    const { status, stdout, stderr } = await ran('check', '--target', 'staging.json', ...select);
    expect([status, stdout, stderr]).toEqual([0, expect.stringMatching(/\b4 of \d+ checks/), expect.anything()]);
    // Only the proxy can resolve gateway.test.
    const { tunnels } = await proxy;
    expect(tunnels.length).toBeGreaterThanOrEqual(CHECKS.length);
    expect(new Set(tunnels)).toEqual(new Set([`CONNECT gateway.test:${port}`]));
  });

  test.each([
    ['without a certificate', 'bare.json', 'name one in tls\\.cert and tls\\.key'],
    ['with one that is no client certificate', 'wrong.json', 'mend tls\\.cert'],
  ])('%s doctor reports it in one line', async (_, profile, advice) => {
    const { status, stderr } = await ran('doctor', '--target', profile);
    expect(status).toBe(2);
    expect(stderr).toMatch(new RegExp(`^touchstone: \\S+ asks for a client certificate \\(400 .*\\); ${advice}\n$`));
  });

  test('init reads the document and writes the paths of the files into the profile', async () => {
    const files = ['--ca', authority, '--cert', 'client.pem', '--key', 'client.key'];
    const base = ['init', '--base-url', `https://gateway.test:${port}`];
    const { status, stdout } = await ran(...base, ...files);
    expect([status, stdout]).toEqual([0, expect.stringMatching(/^ {2}cert: client\.pem$/m)]);
    expect(stdout).toMatch(/^ {2}key: client\.key$/m);
    const wrong = await ran(...base, ...files.with(-1, 'none.key'));
    expect(wrong).toMatchObject({ status: 2, stderr: 'touchstone: --key: none.key cannot be read (ENOENT)\n' });
  });
});

if (!existsSync(NGINX)) console.warn(`skipped: ${NGINX} is not here; apt-get install nginx brings it`);
