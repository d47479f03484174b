import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { CredentialRow, Fact, Verdict } from '../facts.ts';
import type { ExchangeEvent } from '../http/exchange-event.ts';
import type { Stored } from '../platform-port.ts';
import { ask, brief, type SampleRequest, until } from '../testing/sample-client.ts';
import { leakOf, legsOfA, legsOfB } from '../testing/sample-material.ts';
import { type Serving, serve, stated } from '../testing/sample-platform.ts';

const A = legsOfA();
const B = legsOfB();
const OF_A = { exchangeId: 1, canReadBalances: true, canTrade: true, material: A };
const OF_B = { ...OF_A, exchangeId: 2, material: B };
const VENUE_A_CREDENTIAL = 5;

const row: CredentialRow = {
  ...{ credentialId: VENUE_A_CREDENTIAL, orgId: 1, displayName: null, exchangeId: 1, canReadBalances: true },
  ...{ canTrade: true, status: 'ACTIVE', pendingTransition: null, observedPermissions: ['READ', 'TRADE'] },
  ...{ scopeUnobserved: false, probe: 'ANSWERED', proposedByUserId: 11, approvedByUserId: 12, version: 3 },
};
const recorded: Fact = { kind: 'RegisterRecorded', family: 'credentials', row };

async function serving(observe?: (event: ExchangeEvent) => void): Promise<Serving> {
  const started = await serve(observe === undefined ? {} : { observe });
  started.platform.record(stated([recorded]), { facts: [recorded] });
  started.platform.judge = (): Verdict => ({ facts: [recorded] });
  return started;
}

function post(key: string, body: unknown, path = '/credentials'): SampleRequest {
  return {
    method: 'POST',
    path,
    headers: { 'idempotency-key': key, 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  };
}

const rotate = (key: string, body: unknown, id = VENUE_A_CREDENTIAL): SampleRequest =>
  post(key, body, `/credentials/${id}/rotate`);

const secret = A['secret'] ?? '';
const without = (legs: Readonly<Record<string, string>>, name: string) =>
  Object.fromEntries(Object.entries(legs).filter(([leg]) => leg !== name));
const inJson = JSON.stringify({ ...OF_A });
const pemOf = (kind: 'x25519' | 'ed448') =>
  generateKeyPairSync(kind as 'x25519')
    .privateKey.export({ format: 'pem', type: 'pkcs8' })
    .toString();

describe('material that its venue does not accept', () => {
  // biome-ignore format: an aligned table
  test.each<[string, unknown]>([
    ['none at all',                               { ...OF_A, material: undefined }],
    ['null',                                      { ...OF_A, material: null }],
    ['a text',                                    { ...OF_A, material: secret }],
    ['a list',                                    { ...OF_A, material: Object.values(A) }],
    ['no legs',                                   { ...OF_A, material: {} }],
    ...Object.keys(A).map((leg): [string, unknown] => [`A without ${leg}`, { ...OF_A, material: without(A, leg) }]),
    ...Object.keys(B).map((leg): [string, unknown] => [`B without ${leg}`, { ...OF_B, material: without(B, leg) }]),
    ...Object.keys(A).map((leg): [string, unknown] => [
      `A with an empty ${leg}`,
      { ...OF_A, material: { ...A, [leg]: '' } },
    ]),
    ['an additional leg',                         { ...OF_A, material: { ...A, extra: secret } }],
    ['a leg of the other family next to its own', { ...OF_A, material: { ...A, privateKey: B['privateKey'] } }],
    ["the other family's legs",                   { ...OF_A, material: B }],
    ["the other family's legs for B",             { ...OF_B, material: A }],
    ['a leg named as its secret',                 { ...OF_A, material: { ...A, [secret]: 'x' } }],
    ['only a leg with the name of its secret',    { ...OF_A, material: { [secret]: 'x' } }],
    ['a leg in another case',                     { ...OF_A, material: { ...without(A, 'secret'), Secret: secret } }],
    ['a leg of 4,097 characters',                 { ...OF_A, material: { ...A, secret: secret.padEnd(4_097, secret) } }],
    ['a leg that is an object',                   { ...OF_A, material: { ...A, secret: { [secret]: secret } } }],
    ['a leg that is null',                        { ...OF_A, material: { ...A, secret: null } }],
    ['a leg that is a long number',               inJson.replace(JSON.stringify(secret), '123456789012345678901234567890')],
    ['a leg that is a fraction',                  inJson.replace(JSON.stringify(secret), '1234567890.1234567890')],
    ['a leg stated twice',                        inJson.replace('"secret":', `"secret":${JSON.stringify(secret)},"secret":`)],
    ['a member named as a secret, twice',         inJson.replace('{', `{"${secret}":1,"${secret}":2,`)],
    ['a member named as a secret',                { ...OF_A, [secret]: 1 }],
    ['a secret next to the material',             { ...OF_A, secret }],
    ['a quote forgotten',                         inJson.replace(`"${secret}"`, secret)],
    ['an end forgotten',                          inJson.slice(0, -1)],
    ['a private key of words',                    { ...OF_B, material: { ...B, privateKey: secret } }],
    ['a private key in base64url',                { ...OF_B, material: { ...B, privateKey: `${B['privateKey']?.split('\n')[1]?.slice(0, -1)}_` } }],
    ['a private key and more',                    { ...OF_B, material: { ...B, privateKey: `${B['privateKey']} ` } }],
    ['an X25519 key',                             { ...OF_B, material: { ...B, privateKey: pemOf('x25519') } }],
    ['an Ed448 key',                              { ...OF_B, material: { ...B, privateKey: pemOf('ed448') } }],
  ])('%s: 400, nothing is stored or sent, and none of it is quoted', async (_, body) => {
    const events: ExchangeEvent[] = [];
    await using member = await serving((event) => events.push(event));
    const refused = await ask(member, post('k-1', body));
    expect(brief(refused)).toBe('400 MALFORMED_REQUEST');
    expect([member.platform.stored, member.platform.submitted]).toEqual([[], []]);

    const said = JSON.stringify([refused, events]);
    expect(leakOf(A, B)(said)).toBeUndefined();
    expect(said).not.toContain('1234567890');
    expect((await ask(member, post('k-1', OF_A))).status).toBe(201);
  });

  test.each([
    ['an unknown leg', { ...A, extra: 'x' }, 'material: a member that this body does not have'],
    ['another venue', B, 'venue 1 takes just key, secret, passphrase'],
    ['a missing leg', { key: 'x' }, 'key, secret, passphrase; or key, privateKey'],
    ['a bad key', { ...B, privateKey: 'x' }, 'material.privateKey: is not an Ed25519 PKCS 8 private key'],
  ])('of %s is refused with what to send', async (_, material, message) => {
    await using member = await serving();
    const { body } = await ask(member, post('k-1', { ...OF_A, material }));
    expect(body.error.message).toContain(message);
  });

  test('in a rotation is refused alike, by the venue of the credential', async () => {
    await using member = await serving();
    const refused = await ask(member, rotate('k-1', { material: B }));
    expect(brief(refused)).toBe('400 MALFORMED_REQUEST');
    expect(refused.body.error.message).toContain('venue 1 takes just');
    expect(member.platform.stored).toEqual([]);
    expect(await ask(member, rotate('k-1', { material: A }))).toMatchObject({ status: 200 });
    expect(member.platform.stored).toMatchObject([{ exchangeId: 1, legs: A }]);
  });
});

describe('material', () => {
  test.each([
    ['of family A', OF_A],
    ['of family B, as PEM', OF_B],
    ['of family B, as a base64 body', { ...OF_B, material: legsOfB('', 'body') }],
    ['of a venue without a read of scopes', { ...OF_B, exchangeId: 3 }],
    ['of a balances-only credential', { ...OF_B, canTrade: false }],
  ])('%s goes to the intake, under the key, and into no command', async (_, body) => {
    await using member = await serving();
    expect(await ask(member, post('k-1', body))).toMatchObject({ status: 201 });
    const { exchangeId, material: legs } = body;
    expect(member.platform.stored).toEqual([{ orgId: 1, key: 'k-1', exchangeId, legs }]);
    expect(leakOf(legs)(JSON.stringify(member.platform.records))).toBeUndefined();
    expect(member.platform.submitted).toHaveLength(1);
  });

  test('is stored once: a replay and a concurrent retry store none', async () => {
    await using member = await serving();
    const { promise, resolve } = Promise.withResolvers<Verdict>();
    member.platform.judge = () => promise;
    const first = ask(member, post('k-1', OF_A));
    await until(() => member.platform.submitted.length === 1);
    const attached = ask(member, post('k-1', { ...OF_A, material: legsOfA() }));
    resolve({ facts: [recorded] });
    expect([(await first).status, (await attached).status]).toEqual([201, 201]);
    const replayed = await ask(member, post('k-1', { ...OF_A, material: legsOfA() }));
    expect(replayed).toMatchObject({ status: 201, headers: { 'idempotent-replay': 'true' } });
    expect(member.platform.stored).toHaveLength(1);
  });

  test('is not stored if the key cannot be looked up', async () => {
    await using member = await serving();
    member.platform.beforeLookUp = () => new Promise(() => undefined);
    const refused = ask(member, post('k-1', OF_A));
    await until(() => member.clock.waiting > 0);
    member.clock.advance(1_000);
    expect(await refused).toMatchObject({ status: 503, body: { error: { code: 'NOT_SERVING', retryable: true } } });
    expect(member.platform.stored).toEqual([]);
  });
});

describe('an intake', () => {
  // biome-ignore format: an aligned table
  test.each<[string, Stored, string, string | undefined]>([
    ['that is unavailable',                     { stored: false, why: 'UNAVAILABLE' },                  '503 INTAKE_UNAVAILABLE retryable', '1'],
    ['that holds other material under the key', { stored: false, why: 'KEY_REUSED' },                   '409 INTAKE_KEY_REUSED',            undefined],
    ['at its rate limit',                       { stored: false, why: 'RATE_LIMITED', retryAfterS: 37 }, '429 RATE_LIMITED retryable',       '37'],
  ])('%s refuses the write: nothing is sent, the key is free', async (_, answer, refusal, retryAfter) => {
    await using member = await serving();
    const { platform } = member;
    const store = platform.storeMaterial.bind(platform);
    platform.storeMaterial = async () => answer;
    const refused = await ask(member, post('k-1', OF_A));
    expect([brief(refused), refused.headers['retry-after']]).toEqual([refusal, retryAfter]);
    expect(platform.submitted).toEqual([]);
    platform.storeMaterial = store;
    expect((await ask(member, post('k-1', OF_A))).status).toBe(201);
  });
});
