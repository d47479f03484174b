/**
 * A member accepts the tokens of a third-party provider: a certified one, on the machine's clock. A standard client requests
 * them over the network.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { JSONWebKeySet } from 'jose';
import { exportJWK, generateKeyPair } from 'jose';
import Provider from 'oidc-provider';
import * as oauth from 'openid-client';
import { request } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serverOptions } from '../../gateway/http/server.ts';
import { createMember } from '../../gateway/member.ts';
import { createClock } from '../../platform-sim/clock.ts';
import { createPlatform } from '../../platform-sim/platform.ts';
import { createSeed } from '../../platform-sim/seed.ts';
import { buildWorld } from '../../platform-sim/seed-data/build-world.ts';

const AUDIENCE = 'https://trading.test/gateway';
const SECRET = 'a secret of this test alone';
const world = buildWorld({ seed: 1, size: 'small' });
const trader = world.principals.find(({ name }) => name === 'trader');
if (trader === undefined) throw new Error('the world has no trader');
// A provider identifies a machine client by its client id, so that id is the user's subject.
const subject = trader.subject;

const opened: Server[] = [];
let issuer: string;
let gateway: string;

beforeAll(async () => {
  const provider = createServer();
  issuer = await listening(provider);
  const serve = (await certifiedProvider(issuer)).callback();
  provider.on('request', (request, response) => void serve(request, response));
  const clock = createClock({ mode: 'real' });
  const platform = createPlatform({
    clock,
    seed: createSeed(1),
    world,
    vaultSalt: Buffer.from('a salt of tests'),
  });
  let ids = 0;
  const member = createMember({
    name: 'm1',
    version: '0.14.0',
    port: platform.port('m1'),
    clock,
    identity: {
      issuer,
      audience: AUDIENCE,
      jwks: async () => (await (await request(`${issuer}/jwks`)).body.json()) as JSONWebKeySet,
    },
    requestIds: () => `request-${++ids}`,
    cursorKey: Buffer.from('a key'),
    ticketKey: Buffer.from('a ticket key'),
    bootId: 'first',
    ticketIds: createSeed(1).ids('tickets'),
    machineClock: clock,
  });
  gateway = await listening(createServer(serverOptions, member.handle));
});

afterAll(() => {
  for (const server of opened) {
    server.closeAllConnections();
    server.close();
  }
});

/** The answer of GET /me to a token of the provider for an audience. */
async function meFor(audience: string) {
  const options = { execute: [oauth.allowInsecureRequests] };
  const config = await oauth.discovery(new URL(issuer), subject, SECRET, undefined, options);
  const { access_token: token } = await oauth.clientCredentialsGrant(config, { resource: audience });
  return request(`${gateway}/me`, { headers: { authorization: `Bearer ${token}` } });
}

test('a token by client credentials is an identity, and permissions stay the platform’s', async () => {
  const answer = await meFor(AUDIENCE);
  expect(answer.statusCode).toBe(200);
  expect(await answer.body.json()).toMatchObject({ user: { userId: trader.userId }, capabilities: ['orders:trade'] });
});

test('a token of that provider for another audience is refused', async () => {
  expect((await meFor('https://elsewhere.test/')).statusCode).toBe(401);
});

async function listening(server: Server): Promise<string> {
  opened.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function certifiedProvider(at: string): Promise<Provider> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  return new Provider(at, {
    adapter: NothingKept,
    ttl: { ClientCredentials: 600 },
    clients: [
      {
        client_id: subject,
        client_secret: SECRET,
        grant_types: ['client_credentials'],
        redirect_uris: [],
        response_types: [],
        id_token_signed_response_alg: 'ES256',
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'ES256', use: 'sig' } as never] },
    extraTokenClaims: () => ({ org_id: trader?.externalOrgId, sub: subject }),
    features: {
      clientCredentials: { enabled: true },
      devInteractions: { enabled: false },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: (_, resource) => ({
          audience: resource,
          scope: '',
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg: 'ES256' } },
        }),
      },
    },
  });
}

/** A token of this provider is a JWT and is not stored; without an adapter the provider warns on the terminal. */
class NothingKept {
  async upsert(): Promise<void> {}
  async find(): Promise<undefined> {}
  async findByUserCode(): Promise<undefined> {}
  async findByUid(): Promise<undefined> {}
  async consume(): Promise<void> {}
  async destroy(): Promise<void> {}
  async revokeByGrantId(): Promise<void> {}
}
