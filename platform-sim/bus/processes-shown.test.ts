/** What the control plane shows of the processes of a deployment, on a real NATS server. */
import { describe, expect, onTestFinished, test } from 'vitest';
import { WITHOUT_NATS } from '../log/nats/testing/nats-server.ts';
import { natsOf } from '../log/nats/testing/sample-nats.ts';
import { type Sandbox, startSandbox } from '../sandbox.ts';
import { AT_ONCE, membersOn, platformOn, standbyOn } from './testing/sample-processes.ts';

interface Row {
  readonly gatewayUrl: string | null;
  readonly id: string;
  readonly kind: string;
  readonly pid: number;
  readonly members: readonly { readonly name: string }[];
}

async function read<Body>({ controlUrl }: Sandbox, path: string): Promise<readonly Body[]> {
  const answer = await fetch(`${controlUrl}${path}`);
  return ((await answer.json()) as { readonly items: readonly Body[] }).items;
}

const rowsOf = (sandbox: Sandbox) => read<Row>(sandbox, '/processes');
const kindsOf = async (sandbox: Sandbox) => (await rowsOf(sandbox)).map(({ kind }) => kind);
const ofThisMachine = { host: expect.any(String), pid: process.pid, sinceNs: expect.stringMatching(/^[0-9]{19}$/) };

test('a sandbox of one process is one row, and its members name no process', async () => {
  const sandbox = await startSandbox();
  onTestFinished(() => sandbox.close(AT_ONCE));
  expect(await rowsOf(sandbox)).toEqual([
    {
      ...{ id: expect.any(String), kind: 'sandbox', active: true, ...ofThisMachine },
      ...{ gatewayUrl: sandbox.baseUrl, controlUrl: sandbox.controlUrl, members: [{ name: 'm1', version: '0.14.0' }] },
    },
  ]);
  expect((await read<object>(sandbox, '/members')).map((member) => 'process' in member)).toEqual([false]);
});

describe.skipIf(WITHOUT_NATS !== undefined)('on NATS', { timeout: 30_000 }, () => {
  test('the active platform, a standby and the member processes are shown, and each member names its process', async () => {
    const { url } = await natsOf();
    const platform = await platformOn(url);
    const standby = standbyOn(url);
    const one = await membersOn(url, '0.14.0', '0.13.0');
    const other = await membersOn(url, '0.13.0');
    await expect.poll(() => kindsOf(platform)).toEqual(['platform', 'standby', 'member', 'member']);
    await expect.poll(async () => (await rowsOf(platform)).flatMap(({ members }) => members).length).toBe(3);
    // A process says its members a moment before the address that serves them.
    await expect
      .poll(async () => (await rowsOf(platform)).map(({ gatewayUrl }) => gatewayUrl))
      .toEqual([null, null, one.url, other.url]);
    const rows = await rowsOf(platform);
    const common = { id: expect.any(String), ...ofThisMachine };
    const of = (name: string, version: string) => ({ name, version });
    expect(rows).toEqual([
      {
        ...{ ...common, kind: 'platform', active: true, members: [] },
        ...{ gatewayUrl: null, controlUrl: platform.controlUrl },
      },
      { ...common, kind: 'standby', active: false, gatewayUrl: null, controlUrl: null, members: [] },
      {
        ...{ ...common, kind: 'member', active: false, gatewayUrl: one.url, controlUrl: null },
        members: [of('m1', '0.14.0'), of('m2', '0.13.0')],
      },
      {
        ...{ ...common, kind: 'member', active: false, gatewayUrl: other.url, controlUrl: null },
        members: [of('m3', '0.13.0')],
      },
    ]);
    const [, , { id } = { id: '' }, { id: otherId } = { id: '' }] = rows;
    expect(await read(platform, '/members')).toMatchObject([
      { name: 'm1', process: { id, pid: process.pid, gatewayUrl: one.url } },
      { name: 'm2', process: { id, gatewayUrl: one.url } },
      { name: 'm3', process: { id: otherId, gatewayUrl: other.url } },
    ]);

    await one.close(AT_ONCE);
    await standby.end();
    await expect.poll(() => kindsOf(platform)).toEqual(['platform', 'member']);
  });

  test('a standby that takes over is the active one, and shows the member processes that were there', async () => {
    const { url } = await natsOf();
    const first = await platformOn(url);
    const standby = standbyOn(url);
    await membersOn(url, '0.14.0');
    await expect.poll(() => kindsOf(first)).toEqual(['platform', 'standby', 'member']);
    const [, { id } = { id: '' }] = await rowsOf(first);
    await first.close(AT_ONCE);
    const second = await standby.active;
    // The member finds the other platform at its own pace.
    await expect.poll(() => kindsOf(second), { timeout: 10_000 }).toEqual(['platform', 'member']);
    expect((await rowsOf(second))[0]).toMatchObject({ id, active: true, controlUrl: second.controlUrl });
  });

  test('a member that is added has caught up when that is answered, and names the process that has the fewest', async () => {
    const { url } = await natsOf();
    const platform = await platformOn(url);
    await membersOn(url, '0.14.0', '0.14.0');
    const fewer = await membersOn(url, '0.14.0');
    await expect.poll(async () => (await read(platform, '/members')).length).toBe(3);
    const answer = await fetch(`${platform.controlUrl}/members`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ version: '0.13.0' }),
    });
    const added = (await answer.json()) as { readonly name: string; readonly position: number };
    expect([answer.status, added]).toMatchObject([
      201,
      { name: 'm4', primed: true, process: { gatewayUrl: fewer.url } },
    ]);
    expect(added.position).toBeGreaterThanOrEqual(platform.platform.genesis);
  });
});
