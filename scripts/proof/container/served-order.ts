/** What an image does as its own process: it is served, becomes healthy, takes an order, and ends by STOPSIGNAL. */
import { text } from 'node:stream/consumers';
import { startStopwatch } from '../../../conformance/runner/stopwatch.ts';
import { type Image, startImage } from './stand-in.ts';

const LOOK_EVERY_MS = 100;
const HEALTHY_WITHIN_MS = 60_000;

/** As a client of the container does it, by the profile in its volume. */
const ORDER = `
  import { readFileSync } from 'node:fs';
  const { baseUrl, identity, principals } = JSON.parse(readFileSync('.touchstone/profile.json', 'utf8'));
  const { clientId: client_id, clientSecret: client_secret } = principals.trader;
  const body = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret });
  const { access_token } = await (await fetch(identity.tokenEndpoint, { method: 'POST', body })).json();
  const order = { account: 'main', instrument: 'BTC-USD', clientOrderId: 'o-1', side: 'BUY', price: '100.00', qty: '1' };
  const headers = { Authorization: 'Bearer ' + access_token, 'Content-Type': 'application/json', 'Idempotency-Key': 'o-1' };
  const answer = await fetch(baseUrl + '/orders', { method: 'POST', headers, body: JSON.stringify(order) });
  console.log(answer.status);
`;

export interface ServedOrder {
  readonly healthyAfterMs: number;
  /** The status of the answer to the order; text of a failure. */
  readonly order: string;
  /** Of its process 1: real and effective ids, and what it may do as root. */
  readonly user: string;
  /** What root gets who writes beside the volume. */
  readonly written: string;
  readonly exitStatus: number | null;
}

const DENIED = ['/app/new', '/usr/new', '/tmp/new'].map(
  (path) => `touch: cannot touch '${path}': Read-only file system\n`,
);

/** An unprivileged user, and a root that is read-only even for root. */
export const EXPECTED: Omit<ServedOrder, 'healthyAfterMs'> = {
  order: '201',
  user: `Uid: ${'1000 '.repeat(4)}Gid: ${'1000 '.repeat(4)}CapEff: 0000000000000000`,
  written: DENIED.join(''),
  exitStatus: 0,
};

/** @param data an empty folder, its volume. Throws if it does not become healthy. */
export async function serveOneOrder(image: Image, data: string): Promise<ServedOrder> {
  const { nowMs, sleep } = startStopwatch();
  const container = startImage(image, data);
  const { stdout, stderr } = container.process;
  const output = Promise.all([stdout, stderr].map((stream) => (stream === null ? Promise.resolve('') : text(stream))));
  try {
    let health = container.health();
    while (health.status !== 0) {
      if (container.process.exitCode !== null) throw new Error(`it ended: ${(await output).join('')}`);
      if (nowMs() > HEALTHY_WITHIN_MS) throw new Error(`it is not healthy: ${health.said}`);
      await sleep(LOOK_EVERY_MS);
      health = container.health();
    }
    const healthyAfterMs = nowMs();
    const ordered = container.run(['node', '--input-type=module', '--eval', ORDER]);
    const ids = container.run(['grep', '-E', '^(Uid|Gid|CapEff)', '/proc/1/status']);
    const touched = container.run(['touch', '/app/new', '/usr/new', '/tmp/new'], '0:0');
    return {
      healthyAfterMs,
      order: (ordered.stdout + ordered.stderr).trim(),
      user: ids.stdout.trim().replaceAll(/\s+/g, ' '),
      written: touched.stderr,
      exitStatus: await container.stop(),
    };
  } finally {
    container.process.kill('SIGKILL');
  }
}
