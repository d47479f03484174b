/** What an image does as its own process: it becomes healthy, takes an order, and ends by STOPSIGNAL. */
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { startStopwatch } from '../../../conformance/runner/stopwatch.ts';
import { command, setting } from './containerfile.ts';
import { type Image, startImage } from './stand-in.ts';

const LOOK_EVERY_MS = 100;
const HEALTHY_WITHIN_MS = 60_000;

/** As a client in the container does it, by the profile in its volume. */
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

/** What is seen of a good one. The user is that of its process 1; it is root who fails to write beside the volume. */
export const EXPECTED = {
  order: '201\n',
  user: 'Uid: 1000 1000 1000 1000 Gid: 1000 1000 1000 1000 CapEff: 0000000000000000 ',
  written: "touch: cannot touch '/app/new': Read-only file system\n",
  exit: [0, null],
};

/** @param data the folder of its volume, to be made. Throws if it does not become healthy. */
export async function serveOneOrder(image: Image, data: string): Promise<typeof EXPECTED> {
  const { nowMs, sleep } = startStopwatch();
  const { process: child, run, signal } = startImage(image, data);
  const output = Promise.all([child.stdout, child.stderr].map((stream) => text(stream as NodeJS.ReadableStream)));
  const ended = once(child, 'exit');
  try {
    for (;;) {
      const { status, stdout, stderr } = run(command(image.stage, 'HEALTHCHECK'));
      if (status === 0) break;
      await sleep(LOOK_EVERY_MS);
      if (child.exitCode !== null) throw new Error(`it ended: ${(await output).join('')}`);
      if (nowMs() > HEALTHY_WITHIN_MS) throw new Error(`it is not healthy: ${stdout}${stderr}`);
    }
    const { stdout, stderr } = run(['node', '--input-type=module', '--eval', ORDER]);
    const user = run(['grep', '-E', '^(Uid|Gid|CapEff)', '/proc/1/status']).stdout.replaceAll(/\s+/g, ' ');
    const written = run(['touch', '/app/new'], '0:0').stderr;
    signal(setting(image.stage, 'STOPSIGNAL'));
    return { order: stdout + stderr, user, written, exit: await ended };
  } finally {
    child.kill('SIGKILL');
  }
}
