import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { type Sandbox, startSandbox } from '../sandbox.ts';
import { tokenOf } from '../testing/sample-caller.ts';

let sandbox: Sandbox;
let authorization: string;
const problems: unknown[] = [];

beforeEach(async () => {
  problems.length = 0;
  sandbox = await startSandbox({
    permissive: ['order-created-200', 'other-body-409', 'further-frame-members', 'chunked-bodies'],
    failed: (error) => void problems.push(error),
  });
  authorization = `Bearer ${await tokenOf(sandbox, 'trader')}`;
});
afterEach(async () => {
  await sandbox.close();
  expect(problems).toEqual([]);
});

async function submit(key: string, price = '100.00'): Promise<Response> {
  return fetch(`${sandbox.baseUrl}/orders`, {
    method: 'POST',
    headers: { authorization, 'Content-Type': 'application/json', 'Idempotency-Key': key },
    body: JSON.stringify({ account: 'main', instrument: 'BTC-USD', clientOrderId: key, price, qty: '1' }),
  });
}

function session(): WebSocket {
  return new WebSocket(sandbox.profile.sockets.trading, { headers: { authorization } });
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
    const client = session();
    await once(client, 'open');
    const closed = once(client, 'close');
    client.pause();
    const padding = 'x'.repeat(100);
    // Half as many again as it takes: with more, a busy machine ends the connection before this client reads the close.
    for (let sent = 0; sent < 36_000 && client.readyState === WebSocket.OPEN; sent += 1) {
      client.send(JSON.stringify({ op: 'nothing', reqId: `${padding}${sent}`, params: {} }));
      if (sent % 500 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    client.resume();
    expect((await closed)[0]).toBe(1013);
  });

  test('every world has its own layers', async () => {
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
    const socket = session();
    const [first] = await once(socket, 'message');
    socket.close();
    expect(JSON.parse(String(first))).toMatchObject({ event: 'sessionOpened', addedLater: { since: '1.5.0' } });
  });
});

test('an unknown name is refused', async () => {
  await expect(startSandbox({ permissive: ['no-dat'] })).rejects.toThrow('there is no variation no-dat');
});
