/** The nginx configuration of platform-sim/README.md for members of several processes, with the ports of a test. */
import { readFileSync } from 'node:fs';
import { serveWith } from '../nginx/start-nginx.ts';

const README = new URL('../../../platform-sim/README.md', import.meta.url);
/** The ports in the README. */
const MEMBER_PORTS = [4021, 4022, 4023];
const PUBLIC_PORT = 4010;

/** Under root, nginx workers run as an unprivileged user by default, which cannot write long bodies into root's folder. */
const AS_ROOT = process.getuid?.() === 0;

/** Directives that keep all files of nginx in its folder. */
const frame = (block: string): string => `
daemon off;
${AS_ROOT ? 'user root;' : ''}
pid nginx.pid;
events {}
http {
  access_log off;
  client_body_temp_path body;
  proxy_temp_path proxy;
  fastcgi_temp_path fastcgi;
  uwsgi_temp_path uwsgi;
  scgi_temp_path scgi;
${block}
}
`;

/** The block of the README, with other ports. Throws if the README does not contain it as expected. */
function stated(ports: readonly number[]): string {
  const [, block] = /```nginx\n([\s\S]*?)```/.exec(readFileSync(README, 'utf8')) ?? [];
  if (block === undefined) throw new Error(`${README.pathname} has no block of nginx`);
  const given = new Map<number, number | 'PORT'>([[PUBLIC_PORT, 'PORT']]);
  for (const [index, port] of ports.entries()) given.set(MEMBER_PORTS[index] ?? 0, port);
  const named = new Set<number>();
  // Replace all in one pass: a port of the test may start with the digits of a port of the README.
  const text = block.replace(/127\.0\.0\.1:(\d+)/g, (_, digits: string) => {
    named.add(Number(digits));
    return `127.0.0.1:${given.get(Number(digits))}`;
  });
  for (const port of given.keys()) {
    if (!named.has(port)) throw new Error(`the README's nginx names no 127.0.0.1:${port}`);
  }
  return text;
}

/** @param ports of its three members */
export function nginxBefore(ports: readonly number[], port: number) {
  return serveWith(frame(stated(ports)), port);
}
