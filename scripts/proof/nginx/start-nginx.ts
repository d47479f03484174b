/** Starts Debian's nginx in front of a gateway, with a temporary folder. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AUTHORITY, SERVER_CERTIFICATE, SERVER_KEY } from '../../../conformance/member/testing/sample-certificates.ts';
import { startStopwatch } from '../../../conformance/runner/stopwatch.ts';
import { freePort } from '../../../platform-sim/testing/free-port.ts';

export const NGINX = '/usr/sbin/nginx';
const LOOK_EVERY_MS = 20;

interface Nginx extends AsyncDisposable {
  readonly port: number;
  readonly baseUrl: string;
  /** The file of the certificate authority to trust. */
  readonly ca: string;
}

interface Upstreams {
  /** The address to which requests are forwarded. */
  readonly GATEWAY: string;
  /** The address of the token endpoint; only for `mutual.conf`. */
  readonly CONTROL?: string;
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

export async function startNginx(conf: 'nginx.conf' | 'mutual.conf', upstreams: Upstreams): Promise<Nginx> {
  const text = readFileSync(new URL(conf, import.meta.url), 'utf8');
  return serveWith(Object.entries(upstreams).reduce((so, [name, url]) => so.replaceAll(name, url), text));
}

/** @param conf a complete configuration that listens on 127.0.0.1:PORT and writes only to its own folder */
export async function serveWith(conf: string, port?: number): Promise<Nginx> {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-nginx-'));
  const taken = port ?? (await freePort());
  return started(folder, conf.replaceAll('PORT', `${taken}`), taken);
}

async function started(folder: string, conf: string, port: number): Promise<Nginx> {
  const ca = join(folder, 'ca.pem');
  writeFileSync(join(folder, 'nginx.conf'), conf);
  writeFileSync(ca, AUTHORITY);
  writeFileSync(join(folder, 'certificate.pem'), SERVER_CERTIFICATE);
  writeFileSync(join(folder, 'key.pem'), SERVER_KEY);
  const child = spawn(NGINX, ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const stopwatch = startStopwatch();
  const ended = once(child, 'exit');
  while (child.exitCode === null && !(await isServing(port))) await stopwatch.sleep(LOOK_EVERY_MS);
  if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}`);
  return {
    port,
    baseUrl: `https://127.0.0.1:${port}`,
    ca,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}
