/** Sessions of a sandbox over the control plane, and what their clients see of it. */
import { describe, expect, test } from 'vitest';
import type { Sandbox } from '../sandbox.ts';
import { sandboxOf } from '../testing/sample-caller.ts';
import { marketDataSocket, type SampleSocket, tradingSocket } from '../testing/sample-socket.ts';
import { sessions as sessionsShape } from './session-shapes.ts';

async function plane(sandbox: Sandbox, method: 'GET' | 'POST', path: string, body?: unknown) {
  const answer = await fetch(sandbox.controlUrl + path, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, never> };
}

async function listed(sandbox: Sandbox) {
  return sessionsShape.parse((await plane(sandbox, 'GET', '/sessions')).body).items;
}

async function heard(client: SampleSocket): Promise<unknown> {
  const what = await client.next();
  return typeof what === 'number' ? what : JSON.parse(what);
}

describe('open sessions', () => {
  test('are listed with who holds them, their topics and the end of their lease', async () => {
    const sandbox = await sandboxOf();
    const trading = await tradingSocket(sandbox);
    await trading.next();
    trading.say({ op: 'subscribe', reqId: '1', params: { topics: ['orders'] } });
    await trading.next();
    await marketDataSocket(sandbox, 'viewer');
    const hourNs = 3_600_000_000_000n;
    expect(await listed(sandbox)).toMatchObject([
      { socket: 'trading', state: 'open', principal: 'trader', topics: ['orders'], member: 'm1' },
      { socket: 'market-data', state: 'open', principal: 'viewer', topics: [] },
    ]);
    const [first] = await listed(sandbox);
    expect(BigInt(first?.leaseEndsAtNs ?? 0) - sandbox.clock.nowNs()).toBe(hourNs);
  });

  test('keep their ids, and none is given again after a crash', async () => {
    const sandbox = await sandboxOf();
    await (await tradingSocket(sandbox)).next();
    const [before] = await listed(sandbox);
    expect(await listed(sandbox)).toEqual([before]);
    await plane(sandbox, 'POST', '/members/m1/crash');
    await (await tradingSocket(sandbox)).next();
    const [after] = await listed(sandbox);
    expect(after?.id).not.toBe(before?.id);
    expect((await plane(sandbox, 'POST', `/sessions/${before?.id}/expire`)).status).toBe(404);
  });

  test('expire at once with 4001, and sooner than their token with a warning', async () => {
    const sandbox = await sandboxOf({ clock: 'virtual' });
    const [now, soon] = [await tradingSocket(sandbox), await tradingSocket(sandbox)];
    for (const client of [now, soon]) await client.next();
    const [one, other] = await listed(sandbox);
    expect((await plane(sandbox, 'POST', `/sessions/${one?.id}/expire`)).status).toBe(200);
    expect(await heard(now)).toBe(4001);
    await plane(sandbox, 'POST', `/sessions/${other?.id}/expire`, { in: '20s' });
    expect(await heard(soon)).toMatchObject({ event: 'sessionExpiring', data: { inMs: 20_000 } });
    await sandbox.clock.advance(20_000);
    expect(await heard(soon)).toBe(4001);
  });

  test('are revoked: sessionClosing, then 4003; the principal may come again', async () => {
    const sandbox = await sandboxOf();
    const client = await tradingSocket(sandbox);
    await client.next();
    const [session] = await listed(sandbox);
    expect(await plane(sandbox, 'POST', `/sessions/${session?.id}/revoke`)).toMatchObject({ status: 200 });
    expect(await heard(client)).toMatchObject({ event: 'sessionClosing', data: { closeCode: 4003 } });
    expect(await heard(client)).toBe(4003);
    expect(await heard(await tradingSocket(sandbox))).toMatchObject({ event: 'sessionOpened' });
  });

  test.each([
    ['an unknown session', 'm1-9', 'expire', {}, 404, /^there is no session m1-9: GET \/sessions lists/],
    ['a time that goes back', undefined, 'expire', { in: '-1s' }, 400, /^body\.in: from 0 to ten years$/],
    ['a lease made longer', undefined, 'expire', { in: '2h' }, 409, /ends before that already$/],
    ['an unknown property', undefined, 'expire', { by: '1s' }, 400, /^body: .*by/],
  ])('refuses %s', async (_, id, does, body, status, message) => {
    const sandbox = await sandboxOf();
    await (await tradingSocket(sandbox)).next();
    const [session] = await listed(sandbox);
    expect(await plane(sandbox, 'POST', `/sessions/${id ?? session?.id}/${does}`, body)).toMatchObject({
      status,
      body: { error: { message: expect.stringMatching(message) } },
    });
    expect(await listed(sandbox)).toEqual([session]);
  });

  test.each([
    ['expire', /is unauthenticated: only an open session/],
    ['revoke', /is unauthenticated: there is no access/],
  ])('of nobody: there is nothing to %s', async (does, message) => {
    const sandbox = await sandboxOf({ members: [{ version: '0.14.0', socketVersion: '1.1.0' }] });
    const { WebSocket } = await import('ws');
    const socket = new WebSocket(sandbox.profile.sockets.trading);
    await new Promise((resolve) => socket.once('open', resolve));
    const [session] = await listed(sandbox);
    expect(await plane(sandbox, 'POST', `/sessions/${session?.id}/${does}`)).toMatchObject({
      status: 409,
      body: { error: { message: expect.stringMatching(message) } },
    });
    socket.terminate();
  });
});
