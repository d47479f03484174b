/** Tests with the third-party proxy proxy-chain, which alone can resolve gateway.test. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { AUTHORITY, SERVER_CERTIFICATE, SERVER_KEY } from '../testing/sample-certificates.ts';
import { type Manner, startProxy as start } from '../testing/sample-proxy.ts';
import { allWays, reached, startTarget } from '../testing/sample-target.ts';

const HOST = 'gateway.test';
const folder = mkdtempSync(join(tmpdir(), 'touchstone-proxied-'));
writeFileSync(join(folder, 'ca.pem'), AUTHORITY);
afterAll(() => rmSync(folder, { recursive: true }));

const opened: { close(): unknown }[] = [];
afterEach(async () => {
  for (const thing of opened.splice(0)) await thing.close();
});

async function startProxy(manner: Manner) {
  const proxy = await start(manner);
  opened.push(proxy);
  return proxy;
}

async function started(isSecure: boolean) {
  const target = await startTarget(isSecure ? { cert: SERVER_CERTIFICATE, key: SERVER_KEY } : undefined);
  opened.push(target);
  return target;
}

const tls = { ca: 'ca.pem' };

describe('every connection passes through the proxy', () => {
  // biome-ignore format: an aligned table
  test.each<[string, boolean, Manner, string, (at: (userInfo?: string) => string) => Record<string, string>]>([
    ['https and wss',          true,  {},                        '', (at) => ({ HTTPS_PROXY: at() })],
    ['http and ws',            false, {},                        '', (at) => ({ HTTP_PROXY: at() })],
    ['with user and password', true,  { credentials: 'u:p@ss' }, '', (at) => ({ https_proxy: at('u:p%40ss@') })],
    ['to the proxy over TLS',  true,  { isSecure: true },        '', (at) => ({ ALL_PROXY: at() })],
  ])('%s', async (_, isSecure, manner, __, environmentOf) => {
    const [target, proxy] = [await started(isSecure), await startProxy(manner)];
    const environment = environmentOf(proxy.at);
    expect(await allWays(await reached(target, { host: HOST, tls, environment, folder }))).toEqual([200, 200, true]);
    // Requests, token endpoint, raw bytes and socket.
    expect(proxy.tunnels.length).toBeGreaterThanOrEqual(4);
    expect(new Set(proxy.tunnels)).toEqual(new Set([`CONNECT ${HOST}:${target.port}`]));
    expect(target.connections()).toBe(proxy.tunnels.length);
  });

  test('except connections to this machine', async () => {
    const target = await started(true);
    const environment = { ALL_PROXY: 'http://127.0.0.1:1' };
    expect(await allWays(await reached(target, { tls, environment, folder }))).toEqual([200, 200, true]);
  });
});

describe('a proxy that refuses the connection is named, with the fix and without its password', () => {
  const ASKS = 'asks for a user and a password (407); write them into HTTPS_PROXY as http://USER:PASSWORD@HOST:PORT';
  const REFUSES =
    'refuses to connect to gateway.test:TARGET (403); have it allow that, or name gateway.test in NO_PROXY';
  const through = 'proxy http://127.0.0.1:PORT (HTTPS_PROXY)';
  // biome-ignore format: an aligned table
  test.each<[string, Manner, string, string]>([
    ['requires a password',          { credentials: 'u:right' }, '', ASKS],
    ['requires another password',    { credentials: 'u:right' }, 'u:hush@', 'does not take the user and password of HTTPS_PROXY (407); mend them'],
    ['refuses the tunnel',           { status: 403 }, 'u:hush@', REFUSES],
    ['cannot connect to the target', { status: 502 }, 'u:hush@', 'cannot connect to gateway.test:TARGET (502); is that address right, and open to the proxy?'],
  ])('%s', async (_, manner, userInfo, words) => {
    const [target, proxy] = [await started(true), await startProxy(manner)];
    const environment = { HTTPS_PROXY: proxy.at(userInfo) };
    const { port } = new URL(proxy.at());
    const expected = `${through} ${words}`.replace('PORT', port).replace('TARGET', String(target.port));
    await expect(reached(target, { host: HOST, tls, environment, folder })).rejects.toThrow(
      `the target at https://${HOST}:${target.port} does not answer: ${expected}`,
    );
  });

  test('is not reachable', async () => {
    const target = await started(true);
    const environment = { HTTPS_PROXY: 'http://u:hush@127.0.0.1:1' };
    await expect(reached(target, { host: HOST, tls, environment, folder })).rejects.toThrow(
      /: proxy http:\/\/127\.0\.0\.1:1 \(HTTPS_PROXY\) is not reached \(ECONNREFUSED\); mend HTTPS_PROXY, or name gateway\.test in NO_PROXY$/,
    );
  });
});
