/**
 * A sandbox of several processes on a real nats-server, behind a real nginx as the README states it: what a person does
 * at the control plane reaches members of other processes, and what is killed loses nothing that was answered.
 */
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { WITHOUT_NATS } from '../../platform-sim/log/nats/testing/nats-server.ts';
import { NGINX } from './nginx/start-nginx.ts';
import { clientsDuring } from './spread/clients.ts';
import { type Deployment, type Part, startDeployment } from './spread/deployment.ts';
import { killInTurn } from './spread/killed.ts';

const isMissing = WITHOUT_NATS !== undefined || !existsSync(NGINX);
const JSON_HEADERS = { 'content-type': 'application/json' };
/** Keys of writes that a fault holds while things are killed. */
const HELD = ['held-1', 'held-2', 'held-3'];

describe.skipIf(isMissing)('platform, members and proxy in processes of their own', { timeout: 120_000 }, () => {
  let deployment: Deployment;
  let token: string;
  let orders = 0;
  /** The roll that is running while things are killed. */
  let roll: string;

  beforeAll(async () => {
    deployment = await startDeployment();
    const minted = await control('POST', '/identity/mint', { persona: 'trader' });
    token = ((await minted.json()) as { readonly token: string }).token;
  }, 60_000);
  afterAll(() => deployment[Symbol.asyncDispose]());

  const control = (method: string, path: string, body?: unknown): Promise<Response> =>
    fetch(`${deployment.controlUrl}${path}`, {
      method,
      headers: JSON_HEADERS,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const read = async (path: string): Promise<unknown> => (await control('GET', path)).json();
  const call = (base: string, path: string, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${base}${path}`, { headers: { authorization: `Bearer ${token}`, ...headers } });

  /** In the order of their addresses. */
  async function memberNames(): Promise<readonly (string | null)[]> {
    await control('POST', '/routing', { namesMember: true });
    const named = await Promise.all(deployment.memberUrls.map(async (url) => (await call(url, '/accounts')).headers));
    await control('POST', '/routing', { namesMember: false });
    return named.map((headers) => headers.get('x-service-member'));
  }

  function order(base = deployment.baseUrl, key = ''): Promise<Response> {
    orders += 1;
    if (key === '') return order(base, `spread-${orders}`);
    return fetch(`${base}/orders`, {
      method: 'POST',
      headers: { ...JSON_HEADERS, authorization: `Bearer ${token}`, 'idempotency-key': key },
      body: JSON.stringify({
        account: 'main',
        instrument: 'BTC-USD',
        clientOrderId: key,
        side: 'BUY',
        price: '50.00',
        qty: '1',
      }),
    });
  }

  test('the control plane shows every member with its version', async () => {
    expect(await read('/members')).toMatchObject({
      items: [
        { name: 'm1', state: 'serving', primed: true },
        { name: 'm2', state: 'serving', primed: true },
        { name: 'm3', state: 'serving', primed: true },
      ],
    });
    const { items } = (await read('/members')) as { readonly items: readonly { readonly version: string }[] };
    expect(items.map(({ version }) => version).toSorted()).toEqual(['0.13.0', '0.14.0', '0.14.0']);
  });

  test('a write through one member is seen at every other, at its position', async () => {
    const written = await order();
    expect(written.status).toBe(201);
    const position = written.headers.get('x-service-global-sequence') ?? '';
    const { orderId } = (await written.json()) as { readonly orderId: string };
    for (const member of deployment.memberUrls) {
      await expect.poll(async () => (await call(member, `/orders/${orderId}`)).status).toBe(200);
      const seen = await call(member, `/orders/${orderId}`);
      expect(Number(seen.headers.get('x-service-global-sequence'))).toBeGreaterThanOrEqual(Number(position));
    }
  });

  test('a fault fires as often as it states, whichever process it strikes in', async () => {
    const added = await control('POST', '/faults', {
      on: { edge: 'answer', path: '/me' },
      answer: { status: 500 },
      times: 2,
    });
    const { id } = (await added.json()) as { readonly id: string };
    const statuses: number[] = [];
    for (const base of [...deployment.memberUrls, ...deployment.memberUrls])
      statuses.push((await call(base, '/me')).status);
    expect(statuses.toSorted()).toEqual([200, 200, 200, 200, 500, 500]);
    expect(await read(`/faults/${id}`)).toMatchObject({ firings: 2 });
    await control('DELETE', `/faults/${id}`);
  });

  test('a held record reaches the member that it was held from once it is released', async () => {
    const name = 'm1';
    await control('POST', '/faults', { on: { edge: 'record', member: name }, hold: 'late' });
    let written = await order();
    // Through the held member itself a write is accepted, and no more.
    while (written.status !== 201) written = await order();
    const position = Number(written.headers.get('x-service-global-sequence'));
    const at = async () => ((await read(`/members/${name}`)) as { readonly position: number }).position;
    expect(await at()).toBeLessThan(position);
    await control('DELETE', '/faults');
    await expect.poll(at, { timeout: 5_000 }).toBeGreaterThanOrEqual(position);
  });

  test('a member is stalled, deployed and returned from the control plane', async () => {
    const stalled = await control('POST', '/members/m2/stall');
    expect([stalled.status, await stalled.json()]).toMatchObject([200, { state: 'stalled' }]);
    await control('POST', '/members/m2/resume');
    const deployed = await control('POST', '/members/m2/deploy', { version: '0.12.0' });
    expect(await deployed.json()).toMatchObject({ version: '0.12.0' });
    const versions = await Promise.all(
      deployment.memberUrls.map(
        async (url) => ((await (await fetch(`${url}/openapi.json`)).json()) as Document).info.version,
      ),
    );
    expect(versions).toContain('0.12.0');
    expect((await control('POST', '/members/m2/return')).status).toBe(200);
    expect((await control('POST', '/members/m2/crash', {})).status).toBe(200);
    await control('POST', '/members/m2/deploy', { version: '0.14.0' });
  });

  test('answers name their member once the control plane asks for it', async () => {
    expect((await memberNames()).toSorted()).toEqual(['m1', 'm2', 'm3']);
    expect((await call(deployment.baseUrl, '/me')).headers.get('x-service-member')).toBeNull();
  });

  test('a member is added beside another of its process, serves, and is removed', async () => {
    const added = await control('POST', '/members', { version: '0.11.4' });
    const { name } = (await added.json()) as { readonly name: string };
    expect([added.status, name]).toEqual([201, 'm4']);
    expect(await read(`/members/${name}`)).toMatchObject({ version: '0.11.4', primed: true });
    const versions = new Set<string>();
    for (const base of [...deployment.memberUrls, ...deployment.memberUrls]) {
      versions.add(((await (await fetch(`${base}/openapi.json`)).json()) as Document).info.version);
    }
    expect(versions).toContain('0.11.4');
    expect((await control('DELETE', `/members/${name}`)).status).toBe(204);
    expect((await control('GET', `/members/${name}`)).status).toBe(404);
  });

  test('why a member of another process refused a call is shown', async () => {
    const refused = await call(deployment.baseUrl, '/orders/none', { 'x-request-id': 'spread-refused' });
    expect(refused.status).toBeGreaterThanOrEqual(400);
    await expect
      .poll(async () => JSON.stringify(await read('/exchanges?limit=50')), { timeout: 5_000 })
      .toContain('spread-refused');
  });

  test('a session through nginx trades, and hears of what other members wrote', async () => {
    const frames: { readonly op?: string; readonly [name: string]: unknown }[] = [];
    const socket = new WebSocket(`${deployment.baseUrl.replace('http', 'ws')}/v1/ws/trading`, {
      headers: { authorization: `Bearer ${token}` },
    });
    socket.on('message', (data) => frames.push(JSON.parse(String(data))));
    await expect.poll(() => frames.length, { timeout: 5_000 }).toBeGreaterThan(0);
    socket.close();
  });

  test('each of ten tickets opens a session through nginx', async () => {
    const opened: string[] = [];
    for (let count = 0; count < 10; count += 1) {
      const minted = await fetch(`${deployment.baseUrl}/v1/ws-tickets`, {
        method: 'POST',
        headers: { ...JSON_HEADERS, authorization: `Bearer ${token}` },
        body: JSON.stringify({ stream: 'trading' }),
      });
      const { ticket } = (await minted.json()) as { readonly ticket: string };
      const socket = new WebSocket(`${deployment.baseUrl.replace('http', 'ws')}/v1/ws/trading?ticket=${ticket}`);
      opened.push(
        await new Promise((resolve) => {
          socket.once('message', (data) => resolve((JSON.parse(String(data)) as { readonly event: string }).event));
          socket.once('error', (error) => resolve(error.message));
        }),
      );
      socket.terminate();
    }
    expect(opened).toEqual(Array.from({ length: 10 }, () => 'sessionOpened'));
  });

  test('a world of its own is served by every member, and a reset reaches them all', async () => {
    expect((await control('POST', '/worlds', { name: 'a', seed: 7 })).status).toBe(201);
    const minted = await control('POST', '/worlds/a/identity/mint', { persona: 'trader' });
    const { token: ofWorld } = (await minted.json()) as { readonly token: string };
    for (const base of deployment.memberUrls) {
      const answer = await fetch(`${base}/worlds/a/me`, { headers: { authorization: `Bearer ${ofWorld}` } });
      expect(answer.status).toBe(200);
    }
    const before = (await read('/worlds/a/members/m1')) as { readonly position: number };
    expect((await control('POST', '/worlds/a/reset', { seed: 8 })).status).toBe(200);
    expect(before.position).toBeGreaterThan(0);
    for (const base of deployment.memberUrls) {
      const answer = await fetch(`${base}/worlds/a/me`, { headers: { authorization: `Bearer ${ofWorld}` } });
      expect(answer.status).toBe(200);
    }
    await control('DELETE', '/worlds/a');
  });

  test('nothing that was answered is lost, doubled or changed by kills of a member, the platform and the server', async () => {
    await control('POST', '/faults', { on: { edge: 'answer', path: '/me' }, answer: { status: 500 }, times: 2 });
    expect((await call(deployment.baseUrl, '/me')).status).toBe(500);
    expect((await control('POST', '/snapshots', { name: 'before' })).status).toBe(201);
    // One through each member: whichever is killed has promised one.
    for (const key of HELD) await control('POST', '/faults', { on: { key }, hold: 'promised', times: 1 });
    const promised = await Promise.all(HELD.map((key, index) => order(deployment.memberUrls[index], key)));
    expect(promised.map(({ status }) => status)).toEqual(HELD.map(() => 202));
    // Of the members that are not killed.
    const plan = (await memberNames()).slice(1).map((member) => ({ member, do: 'downgrade', to: '0.12.0' }));
    const planned = await control('POST', '/rolls', { plan, every: '1h' });
    roll = `/rolls/${((await planned.json()) as { readonly id: string }).id}`;
    expect((await control('POST', `${roll}/start`)).status).toBe(200);
    const kill = (part: Part) => deployment.kill(part, 0);
    const killed: Deployment = {
      ...deployment,
      kill,
      get controlUrl() {
        return deployment.controlUrl;
      },
    };
    const { wrong, ...sum } = await killInTurn(killed, ['member', 'platform', 'nats']);
    expect(wrong, deployment.said()).toEqual([]);
    expect(sum).toMatchObject({ kills: 3 });
    expect(sum.inFlight).toBeGreaterThanOrEqual(32);
    expect(sum.answered).toBeGreaterThan(0);
  });

  test('what a fault held is held by the platform that took over, and has its outcome once it is released', async () => {
    const outcomes = () =>
      Promise.all(
        HELD.map(async (key) => {
          const answer = await call(deployment.baseUrl, `/operations/${key}`);
          return ((await answer.json()) as { readonly outcome?: { readonly status: string } }).outcome?.status;
        }),
      );
    expect(await outcomes()).toEqual(HELD.map(() => 'PENDING'));
    expect(await (await control('POST', '/holds/promised/release')).json()).toEqual({ released: HELD.length });
    await expect.poll(outcomes).toEqual(HELD.map(() => 'SUCCEEDED'));
  });

  test('a roll continues in the platform that took over', async () => {
    expect(await read(roll)).toMatchObject({ state: 'running', steps: [{ done: true }, { done: false }] });
    await control('POST', `${roll}/pause`);
    expect(await (await control('POST', `${roll}/step`)).json()).toMatchObject({ state: 'done' });
    for (const base of deployment.memberUrls.slice(1))
      expect(((await (await fetch(`${base}/openapi.json`)).json()) as Document).info.version).toBe('0.12.0');
  });

  test('the platform that took over has faults and snapshots, signs and knows the same clients', async () => {
    expect(await read('/faults')).toMatchObject({
      items: [{ rule: { times: 2 }, firings: 1 }, ...HELD.map(() => ({}))],
    });
    expect(await read('/snapshots')).toMatchObject({ items: [{ name: 'before' }] });
    expect((await call(deployment.baseUrl, '/me')).status).toBe(500);
    expect((await call(deployment.baseUrl, '/me')).status).toBe(200);
    const { principals, identity } = JSON.parse(readFileSync(deployment.profile, 'utf8'));
    const { clientId, clientSecret } = principals.trader;
    const grant = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
    const answer = await fetch(identity.tokenEndpoint, { method: 'POST', body: new URLSearchParams(grant) });
    expect(answer.status).toBe(200);
  });

  test('clients behind nginx do not notice a drain, a return and a roll', async () => {
    const names = await memberNames();
    const { unserved, wrong, ...sum } = await clientsDuring(deployment, 'drain', async (pause) => {
      await pause(500);
      expect(await (await control('POST', `/members/${names[0]}/drain`)).json()).toMatchObject({ state: 'drained' });
      await pause(1_000);
      await control('POST', `/members/${names[0]}/return`);
      await pause(500);
      const plan = names.flatMap((member) => ['drain', 'restart', 'return'].map((step) => ({ member, do: step })));
      const planned = await control('POST', '/rolls', { plan, every: '300ms' });
      const { id } = (await planned.json()) as { readonly id: string };
      await control('POST', `/rolls/${id}/start`);
      await expect.poll(() => read(`/rolls/${id}`), { timeout: 20_000 }).toMatchObject({ state: 'done' });
      await control('DELETE', `/rolls/${id}`);
      await pause(500);
    });
    expect(unserved.slice(0, 10), `${unserved.length} of ${JSON.stringify(sum)}`).toEqual([]);
    expect(wrong).toEqual([]);
    expect(Math.min(sum.reads, sum.writes)).toBeGreaterThan(100);
    // Each serves again by itself, on its own port.
    for (const base of deployment.memberUrls) expect((await call(base, '/me')).status).toBe(200);
  });

  test('a drained member process refuses connections, so that a proxy goes to another', async () => {
    const [name] = await memberNames();
    await control('POST', `/members/${name}/drain`);
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
    await expect.poll(states, { timeout: 5_000 }).toContain('refuses');
    expect((await states()).toSorted()).toEqual(['listens', 'listens', 'refuses']);
    await control('POST', `/members/${name}/return`);
    await expect.poll(states, { timeout: 5_000 }).toEqual(['listens', 'listens', 'listens']);
  });
});

interface Document {
  readonly info: { readonly version: string };
}

if (isMissing) console.warn(WITHOUT_NATS ?? `skipped: ${NGINX} is not here; apt-get install nginx brings it`);
