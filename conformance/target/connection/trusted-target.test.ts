import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { startStopwatch } from '../../runner/stopwatch.ts';
import { ProfileProblem, parseProfile } from '../read-profile.ts';
import { CERTIFICATE, KEY } from '../sample-certificate.ts';
import type { Target } from '../target.ts';
import { connect } from '../target.ts';

const folder = mkdtempSync(join(tmpdir(), 'touchstone-tls-'));
const server = createServer({ cert: CERTIFICATE, key: KEY }, (request, response) => {
  const isGrant = request.url === '/token';
  response.setHeader('Content-Type', 'application/json');
  response.end(isGrant ? '{"access_token":"granted-token","expires_in":60}' : '{"capabilities":[]}');
});
let port = 0;

beforeAll(async () => {
  writeFileSync(join(folder, 'ca.pem'), CERTIFICATE);
  writeFileSync(join(folder, 'empty.pem'), '');
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', (socket) => socket.send('{}'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true });
});

function profileWith(tls: object) {
  const address = `127.0.0.1:${port}`;
  const profile = {
    baseUrl: `https://${address}`,
    sockets: { trading: `wss://${address}/v1/ws/trading` },
    contract: { rest: '0.14.0' },
    identity: { tokenEndpoint: `https://${address}/token` },
    principals: { trader: { clientId: 'c', clientSecret: 'some-secret' } },
    ...tls,
  };
  return parseProfile(JSON.stringify(profile), 'staging.json', {}, folder);
}

function connected(tls: object): Promise<Target> {
  const options = { stopwatch: startStopwatch(), freshKey: () => 'key', userAgent: 'touchstone/test' };
  return connect(profileWith(tls), options);
}

describe('tls.ca is trusted', () => {
  test('by requests, by the token endpoint, by bytes and by sockets', async () => {
    const target = await connected({ tls: { ca: 'ca.pem' } });
    const session = target.session();
    const trader = session.actors.get('trader');
    expect((await trader?.get('/me'))?.response?.status).toBe(200);
    expect((await trader?.raw(['GET /me HTTP/1.1', 'Host: <host>']))?.response?.status).toBe(200);
    const socket = await trader?.openSocket('trading');
    expect(socket?.opened).toBe(true);
    await session.finish();
    await target.close();
  });

  test('and without it the error names the key', async () => {
    await expect(connected({})).rejects.toThrow(/certificate not trusted \(DEPTH_ZERO_SELF_SIGNED_CERT\).*tls\.ca/);
  });

  test.each([
    ['a file that is not there', 'none.pem', /tls\.ca: none\.pem cannot be read \(ENOENT\)/],
    ['a file without a certificate', 'empty.pem', /tls\.ca: empty\.pem holds no certificate/],
  ])('%s is refused with its place', (_, ca, words) => {
    expect(() => profileWith({ tls: { ca } })).toThrow(ProfileProblem);
    expect(() => profileWith({ tls: { ca } })).toThrow(words);
  });
});
