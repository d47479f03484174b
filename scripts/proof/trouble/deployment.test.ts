/**
 * A sandbox of several processes on a real nats-server, behind a real nginx configured as in the README. Actions at the control
 * plane reach members of other processes, and kills lose nothing that was answered. takeover.test.ts has held writes and rolls.
 */
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { header, position, status, textAt } from '../../../conformance/member/exchange/exchange.ts';
import { startStopwatch } from '../../../conformance/runner/stopwatch.ts';
import { WITHOUT_NATS } from '../../../platform-sim/nats/testing/nats-server.ts';
import { NGINX } from '../nginx/start-nginx.ts';
import type { Client } from './client.ts';
import { run } from './kills.ts';
import { clientsDuring } from './served-clients.ts';
import { clientAt, controlAt, type Deployment, startDeployment, tokenOf } from './worlds.ts';

const isMissing = WITHOUT_NATS !== undefined || !existsSync(NGINX);
const ME_FAILS_TWICE = { on: { edge: 'answer', path: '/me' }, answer: { status: 500 }, times: 2 } as const;
const { sleep } = startStopwatch();

describe.skipIf(isMissing)('platform, members and proxy in processes of their own', { timeout: 120_000 }, () => {
  let deployment: Deployment;
  let token: string;
  /** A client through nginx. */
  let client: Client;
  /** Clients at the members' own addresses. */
  let members: readonly Client[];
  let orders = 0;

  beforeAll(async () => {
    deployment = await startDeployment();
    ({ token } = await deployment.control.mintToken({ persona: 'trader' }));
    client = clientAt(deployment.baseUrl, token);
    members = deployment.memberUrls.map((url) => clientAt(url, token));
  }, 300_000);
  afterAll(() => deployment[Symbol.asyncDispose]());

  const read = (of: Client, path: string) => of.send({ method: 'GET', path });
  const fromEach = (path: string) => Promise.all(members.map((member) => read(member, path)));
  const versions = async () => (await fromEach('/openapi.json')).map((entry) => textAt(entry, 'info', 'version'));
  const order = () => {
    orders += 1;
    return client.send(client.order(`order-${orders}`, '1', 'BUY'));
  };
  /** Names of the members, in the order of their addresses. */
  async function memberNames(): Promise<readonly string[]> {
    await deployment.control.changeRouting({ namesMember: true });
    const named = await fromEach('/accounts');
    await deployment.control.changeRouting({ namesMember: false });
    return named.map((entry) => header(entry, 'x-service-member') ?? '');
  }

  test('the control plane shows every member with its version', async () => {
    const { items } = await deployment.control.readMembers();
    expect(items).toMatchObject(['m1', 'm2', 'm3'].map((name) => ({ name, state: 'serving', primed: true })));
    expect(items.map(({ version }) => version).toSorted()).toEqual(['0.13.0', '0.14.0', '0.14.0']);
  });

  test('a write through one member is seen at every other, at its position', async () => {
    const written = await order();
    expect(status(written)).toBe(201);
    const path = `/orders/${textAt(written, 'orderId')}`;
    for (const member of members) {
      await expect.poll(async () => status(await read(member, path))).toBe(200);
      expect(position(await read(member, path))).toBeGreaterThanOrEqual(position(written) ?? 0n);
    }
  });

  test('a fault fires as often as it states, across processes', async () => {
    const { id } = await deployment.control.addFault(ME_FAILS_TWICE);
    const statuses = [...(await fromEach('/me')), ...(await fromEach('/me'))].map(status);
    expect(statuses.toSorted()).toEqual([200, 200, 200, 200, 500, 500]);
    expect(await deployment.control.readFault(id)).toMatchObject({ firings: 2 });
    await deployment.control.removeFault(id);
  });

  test('a held record reaches the member that it was held from once it is released', async () => {
    await deployment.control.addFault({ on: { edge: 'record', member: 'm1' }, hold: 'late' });
    let written = await order();
    // Through the held member itself a write is accepted, but not applied.
    while (status(written) !== 201) written = await order();
    const reached = async () => (await deployment.control.readMember('m1')).position;
    expect(await reached()).toBeLessThan(Number(position(written)));
    await deployment.control.removeFaults();
    await expect.poll(reached, { timeout: 10_000 }).toBeGreaterThanOrEqual(Number(position(written)));
  });

  test('a member is stalled, deployed and returned from the control plane', async () => {
    const { control } = deployment;
    expect(await control.stallMember('m2')).toMatchObject({ state: 'stalled' });
    await control.resumeMember('m2');
    expect(await control.deployMember('m2', { version: '0.12.0' })).toMatchObject({ version: '0.12.0' });
    expect(await versions()).toContain('0.12.0');
    await control.returnMember('m2');
    await control.crashMember('m2', {});
    await control.deployMember('m2', { version: '0.14.0' });
  });

  test('answers name their member once the control plane asks for it', async () => {
    expect((await memberNames()).toSorted()).toEqual(['m1', 'm2', 'm3']);
    expect(header(await read(client, '/me'), 'x-service-member')).toBeUndefined();
  });

  test('a member is added next to another of its process, serves, and is removed', async () => {
    const { name } = await deployment.control.addMember({ version: '0.11.4' });
    expect(name).toBe('m4');
    expect(await deployment.control.readMember(name)).toMatchObject({ version: '0.11.4', primed: true });
    expect([...(await versions()), ...(await versions())]).toContain('0.11.4');
    await deployment.control.removeMember(name);
    await expect(deployment.control.readMember(name)).rejects.toMatchObject({ status: 404 });
  });

  test('the reason for a refusal by a member of another process is shown', async () => {
    const refused = await read(client, '/orders/none');
    expect(status(refused)).toBeGreaterThanOrEqual(400);
    const shown = async () => JSON.stringify(await deployment.control.readExchanges({ limit: '50' }));
    await expect.poll(shown, { timeout: 10_000 }).toContain(header(refused, 'x-request-id'));
  });

  test('a session through nginx trades, and each of ten tickets opens one', async () => {
    const trading = `${deployment.baseUrl.replace('http', 'ws')}/v1/ws/trading`;
    await client.trade(trading, client.order('over-socket', '1', 'BUY'));
    expect(client.log.entries.at(-1)).toMatchObject({ response: { status: 201 } });
    for (let count = 0; count < 10; count += 1) {
      const ticket = await client.send({ method: 'POST', path: '/v1/ws-tickets', body: { stream: 'trading' } });
      const socket = new WebSocket(`${trading}?ticket=${textAt(ticket, 'ticket')}`);
      const [frame] = await once(socket, 'message');
      expect(JSON.parse(String(frame))).toMatchObject({ event: 'sessionOpened' });
      socket.terminate();
    }
  });

  test('a further world is served by every member, and a reset reaches them all', async () => {
    const world = await deployment.control.createWorld({ name: 'a', seed: 7 });
    const control = controlAt(world.controlUrl);
    const { token: ofWorld } = await control.mintToken({ persona: 'trader' });
    const served = () => deployment.memberUrls.map((url) => read(clientAt(`${url}/worlds/a`, ofWorld), '/me'));
    expect((await Promise.all(served())).map(status)).toEqual([200, 200, 200]);
    expect((await control.readMember('m1')).position).toBeGreaterThan(0);
    await control.reset({ seed: 8 });
    expect((await Promise.all(served())).map(status)).toEqual([200, 200, 200]);
    await deployment.control.endWorld('a');
  });

  test('nothing that was answered is lost, doubled or changed by kills of a member, the platform and the server', async () => {
    const { control } = deployment;
    await control.addFault(ME_FAILS_TWICE);
    expect(status(await read(client, '/me'))).toBe(500);
    await control.takeSnapshot({ name: 'before' });
    const start = async () =>
      Object.assign(Object.create(deployment) as Deployment, {
        kill: (part: Parameters<Deployment['kill']>[0]) => deployment.kill(part, 0),
        [Symbol.asyncDispose]: async () => {},
      });
    const { wrong, ...sum } = await run({ start, parts: ['member', 'platform', 'nats'], aWorld: 3 }, 3);
    expect(wrong, deployment.said()).toEqual([]);
    expect(sum.kills).toBe(3);
    expect(sum.inFlight).toBe(32);
    expect(sum.answered).toBeGreaterThan(0);
  });

  test('the platform that took over has the faults, snapshots, signing keys and clients', async () => {
    const faults = [{ rule: { times: 2 }, firings: 1 }];
    expect(await deployment.control.listFaults()).toMatchObject({ items: faults });
    expect(await deployment.control.readSnapshots()).toMatchObject({ items: [{ name: 'before' }] });
    expect([await read(client, '/me'), await read(client, '/me')].map(status)).toEqual([500, 200]);
    expect(await tokenOf(JSON.parse(readFileSync(deployment.profile, 'utf8')), 'trader')).toMatch(/\./);
  });

  test('clients behind nginx do not notice a drain, a return and a roll', async () => {
    const { control } = deployment;
    const names = await memberNames();
    const { unserved, wrong, ...sum } = await clientsDuring(deployment, 'drain', async () => {
      await sleep(200);
      expect(await control.drainMember(names[0] ?? '')).toMatchObject({ state: 'drained' });
      await sleep(300);
      await control.returnMember(names[0] ?? '');
      await sleep(200);
      const steps = ['drain', 'restart', 'return'] as const;
      const plan = names.flatMap((member) => steps.map((step) => ({ member, do: step })));
      const { id } = await control.addRoll({ plan, every: '100ms' });
      await control.startRoll(id);
      await expect.poll(() => control.readRoll(id), { timeout: 20_000 }).toMatchObject({ state: 'done' });
      await sleep(200);
    });
    expect(unserved.slice(0, 10), `${unserved.length} of ${JSON.stringify(sum)}`).toEqual([]);
    expect(wrong).toEqual([]);
    expect(Math.min(sum.reads, sum.writes)).toBeGreaterThan(30);
    // Each serves again by itself, on its own port.
    expect((await fromEach('/me')).map(status)).toEqual([200, 200, 200]);
  });

  test('a drained member process refuses connections, so that a proxy goes to another', async () => {
    const [name = ''] = await memberNames();
    await deployment.control.drainMember(name);
    const states = () =>
      Promise.all(
        deployment.memberUrls.map((url) => {
          const socket = connect(Number(new URL(url).port), '127.0.0.1');
          return once(socket, 'connect')
            .then(() => 'listens')
            .catch(() => 'refuses')
            .finally(() => socket.destroy());
        }),
      );
    await expect
      .poll(async () => (await states()).toSorted(), { timeout: 10_000 })
      .toEqual(['listens', 'listens', 'refuses']);
    await deployment.control.returnMember(name);
    await expect.poll(states, { timeout: 10_000 }).toEqual(['listens', 'listens', 'listens']);
  });
});

if (isMissing) console.warn(WITHOUT_NATS ?? `skipped: ${NGINX} is not here; apt-get install nginx brings it`);
