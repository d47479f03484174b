import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';

const PROGRAM = fileURLToPath(new URL('health.mjs', import.meta.url));

async function checked(url: string): Promise<readonly [number, string]> {
  const run = promisify(execFile)(process.execPath, [PROGRAM, url]);
  return run.then(
    ({ stdout }) => [0, stdout],
    ({ code, stdout }: { readonly code: number; readonly stdout: string }) => [code, stdout],
  );
}

// biome-ignore format: an aligned table
test.each([
  ['is ready',               200, '{"ready":true,"role":"active"}',                          0, ''],
  ['stands by',              503, '{"ready":false,"role":"standby","why":"another is"}',     0, ''],
  ['is not ready',           503, '{"ready":false,"role":"member","why":"no platform yet"}', 1, 'no platform yet'],
  ['gives no reason',        503, '{"ready":false,"role":"active"}',                         1, 'status 503'],
  ['answers with no JSON',   502, '<html>',                                                  1, 'Unexpected token'],
])('a process that %s', async (_, status, body, expected, said) => {
  const server = createServer((_request, answer) => answer.writeHead(status).end(body)).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/health`;
  const line = said === '' ? '' : expect.stringMatching(new RegExp(`^not healthy: ${RegExp.escape(url)}: ${said}.*\\n$`));
  expect(await checked(url)).toEqual([expected, line]);
});

test('a process that is not there', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  const said = expect.stringMatching(/^not healthy: .*ECONNREFUSED.*\n$/);
  expect(await checked(`http://127.0.0.1:${port}/health`)).toEqual([1, said]);
});
