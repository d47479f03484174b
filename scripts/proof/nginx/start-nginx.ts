/** Debian's nginx before a gateway, with a folder of its own. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startStopwatch } from '../../../conformance/runner/stopwatch.ts';
import { CERTIFICATE, KEY } from '../../../conformance/target/sample-certificate.ts';

export const NGINX = '/usr/sbin/nginx';
const LOOK_EVERY_MS = 20;

interface Nginx extends AsyncDisposable {
  readonly baseUrl: string;
  /** The file to trust. */
  readonly ca: string;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function isServing(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

export async function startNginx(upstream: string): Promise<Nginx> {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-nginx-'));
  const port = await freePort();
  const ca = join(folder, 'certificate.pem');
  const text = readFileSync(new URL('nginx.conf', import.meta.url), 'utf8');
  writeFileSync(join(folder, 'nginx.conf'), text.replace('PORT', `${port}`).replace('UPSTREAM', upstream));
  writeFileSync(ca, CERTIFICATE);
  writeFileSync(join(folder, 'key.pem'), KEY);
  const child = spawn(NGINX, ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const stopwatch = startStopwatch();
  const ended = once(child, 'exit');
  while (child.exitCode === null && !(await isServing(port))) await stopwatch.sleep(LOOK_EVERY_MS);
  if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}`);
  return {
    baseUrl: `https://127.0.0.1:${port}`,
    ca,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}
