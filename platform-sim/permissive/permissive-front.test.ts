import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import type { Sandbox } from '../sandbox.ts';
import { startSandbox } from '../sandbox.ts';

let sandbox: Sandbox;
const problems: unknown[] = [];

beforeEach(async () => {
  problems.length = 0;
  sandbox = await startSandbox({
    permissive: ['order-created-200', 'other-body-409', 'further-frame-members', 'chunked-bodies'],
    failed: (error) => void problems.push(error),
  });
});
afterEach(async () => {
  await sandbox.close();
  expect(problems).toEqual([]);
});

async function token(): Promise<string> {
  const { clientId, clientSecret } = sandbox.profile.principals.trader;
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
  });
  const answer = await fetch(sandbox.profile.identity.tokenEndpoint, { method: 'POST', body });
  return ((await answer.json()) as { readonly access_token: string }).access_token;
}

async function submit(key: string, price = '100.00', baseUrl = sandbox.baseUrl): Promise<Response> {
  return fetch(`${baseUrl}/orders`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${await token()}`,
      'Content-Type': 'application/json',
      'Idempotency-Key': key,
    },
    body: JSON.stringify({ account: 'main', instrument: 'BTC-USD', clientOrderId: key, price, qty: '1' }),
  });
}

describe('members behind variations', () => {
  test('their responses pass the layers, and the profile is not strict', async () => {
    const answer = await submit('order-1');
    expect([answer.status, answer.headers.get('transfer-encoding')]).toEqual([200, 'chunked']);
    expect(sandbox.profile.strict).toBe(false);
  });

  test('a reset gives the layers a new memory', async () => {
    await submit('order-1');
    expect((await submit('order-1', '99.00')).status).toBe(409);
    await sandbox.reset();
    expect((await submit('order-1', '99.00')).status).toBe(200);
  });

  test('what a client of a session leaves unread is bounded by the member, as without layers', async () => {
    const trading = sandbox.baseUrl.replace('http', 'ws');
    const headers = { Authorization: `Bearer ${await token()}` };
    const client = new WebSocket(`${trading}/v1/ws/trading`, { headers });
    await once(client, 'open');
    const closed = once(client, 'close');
    client.pause();
    const padding = 'x'.repeat(100);
    for (let sent = 0; sent < 60_000 && client.readyState === WebSocket.OPEN; sent += 1) {
      client.send(JSON.stringify({ op: 'nothing', reqId: `${padding}${sent}`, params: {} }));
      if (sent % 500 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    client.resume();
    expect((await closed)[0]).toBe(1013);
  });

  test('every world has layers of its own', async () => {
    const world = await sandbox.createWorld({ permissive: ['no-date'] });
    const answer = await fetch(`${world.baseUrl}/openapi.json`);
    expect([answer.headers.get('date'), answer.headers.get('transfer-encoding')]).toEqual([null, null]);
    const inherited = await sandbox.createWorld();
    expect((await fetch(`${inherited.baseUrl}/openapi.json`)).headers.get('transfer-encoding')).toBe('chunked');
  });

  test('an oversize body is refused before it is read', async () => {
    const answer = await fetch(`${sandbox.baseUrl}/orders`, { method: 'POST', body: 'x'.repeat(3_000_000) });
    expect(answer.status).toBe(401);
  });

  test('the virtual clock waits for a request in flight to the member', async () => {
    sandbox.faults.add({ on: { owner: 'orders', command: 'submit' }, hold: 'verdict', times: 1 });
    const pending = submit('order-1');
    while (sandbox.faults.holds().length === 0) await new Promise((resolve) => setImmediate(resolve));
    await sandbox.clock.advance(2_000);
    expect((await pending).status).toBe(202);
  });

  test('their frames pass the layers of sockets', async () => {
    const socket = new WebSocket(sandbox.profile.sockets.trading, {
      headers: { Authorization: `Bearer ${await token()}` },
    });
    const first = await new Promise<string>((resolve) => socket.once('message', (data) => resolve(String(data))));
    socket.close();
    expect(JSON.parse(first)).toMatchObject({ event: 'sessionOpened', addedLater: { since: '1.5.0' } });
  });
});

test('an unknown name is refused', async () => {
  await expect(startSandbox({ permissive: ['no-dat'] })).rejects.toThrow('there is no variation no-dat');
});
