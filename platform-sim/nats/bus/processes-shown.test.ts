/** What the control plane shows of the processes of a deployment, on a real NATS server. */
import { describe, expect, test } from 'vitest';
import type { Exchange } from '../../control/exchanges.ts';
import type { Sandbox } from '../../sandbox.ts';
import { sandboxOf } from '../../testing/sample-caller.ts';
import { ask } from '../../testing/sample-world.ts';
import { WITHOUT_NATS } from '../testing/nats-server.ts';
import { natsOf } from '../testing/sample-nats.ts';
import { AT_ONCE, membersOn, platformOn, standbyOn } from './testing/sample-processes.ts';

interface Row {
  readonly gatewayUrl: string | null;
  readonly id: string;
  readonly kind: string;
  readonly pid: number;
  readonly members: readonly { readonly name: string }[];
}

const read = async <Body>({ controlUrl }: Sandbox, path: string): Promise<readonly Body[]> =>
  (await ask('GET', controlUrl + path)).body.items;

const rowsOf = (sandbox: Sandbox) => read<Row>(sandbox, '/processes');
const kindsOf = async (sandbox: Sandbox) => (await rowsOf(sandbox)).map(({ kind }) => kind);
const ofThisMachine = { host: expect.any(String), pid: process.pid, sinceNs: expect.stringMatching(/^[0-9]{19}$/) };

test('a sandbox of one process is one row, and its members name no process', async () => {
  const sandbox = await sandboxOf();
  expect(await rowsOf(sandbox)).toEqual([
    {
      ...{ id: expect.any(String), kind: 'sandbox', active: true, ...ofThisMachine },
      ...{ gatewayUrl: sandbox.baseUrl, controlUrl: sandbox.controlUrl, members: [{ name: 'm1', version: '0.14.0' }] },
    },
  ]);
  expect((await read<object>(sandbox, '/members')).map((member) => 'process' in member)).toEqual([false]);
});

describe.skipIf(WITHOUT_NATS !== undefined)('on NATS', { timeout: 30_000 }, () => {
  test('the platform knows what the client of a member process received, and which fault struck it', async () => {
    const { url } = await natsOf();
    const platform = await platformOn(url);
    const members = await membersOn(url, '0.14.0');
    await expect.poll(() => kindsOf(platform)).toEqual(['platform', 'member']);
    await ask('POST', `${platform.controlUrl}/faults`, {}, { on: { edge: 'answer' }, drop: 'answer', times: 1 });
    await expect(ask('GET', `${members.url}/me`)).rejects.toThrow();
    await ask('GET', `${members.url}/me`);
    await expect
      .poll(async () =>
        (await read<Exchange>(platform, '/exchanges')).map(({ outcome, strikes }) => [outcome.text, strikes.length]),
      )
      .toEqual([
        ['401 UNAUTHENTICATED', 0],
        ['lost (was 401 UNAUTHENTICATED)', 1],
      ]);
  });

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
    const row = (kind: string, ...members: readonly (readonly [string, string])[]) => ({
      ...{ ...ofThisMachine, id: expect.any(String), kind, active: kind === 'platform' },
      ...{ gatewayUrl: null, controlUrl: null, members: members.map(([name, version]) => ({ name, version })) },
    });
    expect(rows).toEqual([
      { ...row('platform'), controlUrl: platform.controlUrl },
      row('standby'),
      { ...row('member', ['m1', '0.14.0'], ['m2', '0.13.0']), gatewayUrl: one.url },
      { ...row('member', ['m3', '0.13.0']), gatewayUrl: other.url },
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
    const { status, body } = await ask('POST', `${platform.controlUrl}/members`, {}, { version: '0.13.0' });
    expect([status, body]).toMatchObject([201, { name: 'm4', primed: true, process: { gatewayUrl: fewer.url } }]);
    expect(body.position).toBeGreaterThanOrEqual(platform.platform.genesis);
  });
});
