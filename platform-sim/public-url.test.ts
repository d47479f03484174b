import { request } from 'node:http';
import { json } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { startSandbox } from './sandbox.ts';

/** Requests this machine's port under another host name, as a neighbouring container does. */
async function named(port: number, host: string, path: string, { method = 'GET', origin = '', body = '' } = {}) {
  const headers = { Host: `${host}:${port}`, 'Content-Type': 'application/json', ...(origin && { Origin: origin }) };
  const sent = request({ host: '127.0.0.1', port, path, method, headers }).end(body);
  const answer = await new Promise<import('node:http').IncomingMessage>((resolve) => sent.once('response', resolve));
  return { status: answer.statusCode, body: (await json(answer)) as Record<string, never> };
}

test('under a public URL the profile, the worlds, tokens and the control plane use it', async () => {
  await using local = await startSandbox();
  const port = Number(new URL(local.baseUrl).port);
  await local.close();
  await using sandbox = await startSandbox({
    port,
    publicUrl: `http://sandbox.test:${port}`,
    allowHosts: ['dash.test'],
  });
  const control = new URL(sandbox.controlUrl);
  const [controlPort, at] = [Number(control.port), `http://sandbox.test:${control.port}`];
  const world = await sandbox.createWorld({ name: 'mine' });
  expect([sandbox.baseUrl, sandbox.controlUrl, sandbox.consoleUrl]).toEqual([
    `http://sandbox.test:${port}`,
    at,
    `${at}/`,
  ]);
  expect(world.baseUrl).toBe(`http://sandbox.test:${port}/worlds/mine`);
  expect(sandbox.profile).toMatchObject({
    baseUrl: `http://sandbox.test:${port}`,
    sockets: { trading: expect.stringMatching(`^ws://sandbox.test:${port}/`) },
    control: at,
    identity: { tokenEndpoint: `${at}/identity/token`, jwks: `${at}/identity/jwks` },
  });

  const body = JSON.stringify({ persona: 'trader' });
  const minted = await named(controlPort, 'sandbox.test', '/identity/mint', { method: 'POST', body });
  expect(minted.status).toBe(200);
  const claims = JSON.parse(Buffer.from(`${minted.body['token']}`.split('.')[1] ?? '', 'base64url').toString());
  expect(claims.iss).toBe(`${at}/identity`);
  const headers = { Authorization: `Bearer ${minted.body['token']}` };
  expect((await fetch(`http://127.0.0.1:${port}/me`, { headers })).status).toBe(200);
});

test.each([
  ['the name of its public URL', 'sandbox.test', {}, 200],
  ['an allowed name', 'dash.test', {}, 200],
  ['another name', 'evil.test', {}, 403],
  ['a page of an allowed host', 'sandbox.test', { method: 'POST', origin: 'http://dash.test' }, 201],
  ['a page of another host', 'sandbox.test', { method: 'POST', origin: 'http://evil.test' }, 403],
])('the control plane, asked under %s', async (_, host, asked, status) => {
  await using sandbox = await startSandbox({ publicUrl: 'http://sandbox.test', allowHosts: ['dash.test'] });
  const port = Number(new URL(sandbox.controlUrl).port);
  const answer = await named(port, host, '/worlds', { ...asked, body: 'method' in asked ? '{}' : '' });
  expect(answer.status).toBe(status);
  if (status === 403) expect(JSON.stringify(answer.body)).toContain('--allow-host evil.test');
});
