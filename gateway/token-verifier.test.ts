import { CompactSign, exportJWK, generateKeyPair, type JSONWebKeySet } from 'jose';
import { describe, expect, test, vi } from 'vitest';
import { FIRST, identity, SampleClock, tokenOf } from './testing/sample-platform.ts';
import { TokenVerifier } from './token-verifier.ts';

const NOW_S = 1_800_000_000;

const encode = (text: string) => Buffer.from(text).toString('base64url');

/** The token with the text of one part changed. */
function withPart(token: string, index: number, change: (part: string) => string): string {
  return token
    .split('.')
    .map((part, at) => (at === index ? change(part) : part))
    .join('.');
}

describe('a token verifies', () => {
  test('with valid issuer, audience, times and signature', async () => {
    const verifier = new TokenVerifier(identity, new SampleClock());
    expect(await verifier.verify(await tokenOf(FIRST))).toMatchObject({
      orgId: 'first',
      subject: 'trader',
      expiresAtS: NOW_S + 3_600,
    });
  });

  test('without an expiry, and up to five seconds before its nbf', async () => {
    const verifier = new TokenVerifier(identity, new SampleClock());
    expect(await verifier.verify(await tokenOf(FIRST, { exp: undefined } as never))).toMatchObject({
      expiresAtS: null,
    });
    expect(await verifier.verify(await tokenOf(FIRST, { nbf: NOW_S + 5 }))).toBeDefined();
  });
});

test('a token that several requests present at once is one credential to all of them, and later', async () => {
  const verifier = new TokenVerifier(identity, new SampleClock());
  const token = await tokenOf(FIRST);
  const [first, ...others] = await Promise.all([1, 2, 3].map(async () => verifier.verify(token)));
  expect(first).toBeDefined();
  for (const other of [...others, await verifier.verify(token)]) expect(other).toBe(first);
});

describe('what one member has verified', async () => {
  const {
    keys: [jwk],
  } = await identity.jwks();
  const published = (...keys: readonly unknown[]) => ({ ...identity, jwks: () => ({ keys }) as JSONWebKeySet });
  const shared = published(jwk);
  const signatures = async (verify: () => unknown) => {
    const spy = vi.spyOn(crypto.subtle, 'verify');
    try {
      return [await verify(), spy.mock.calls.length];
    } finally {
      spy.mockRestore();
    }
  };

  test.each<[string, typeof identity, { readonly advancedMs?: number }, unknown]>([
    ['another one with the same key takes without verifying', shared, {}, [expect.anything(), 0]],
    ['one with a copy of the key verifies itself', published({ ...jwk }), {}, [expect.anything(), 1]],
    ['one without the key does not take', published(), {}, [undefined, 0]],
    ['one for another audience does not take', { ...shared, audience: 'another' }, {}, [undefined, 1]],
    ['one of another issuer does not take', { ...shared, issuer: 'https://elsewhere.test' }, {}, [undefined, 1]],
    ['no one takes after its expiry', shared, { advancedMs: 60_000 }, [undefined, 0]],
  ] as never)('%s', async (_, trusted, { advancedMs = 0 }, found) => {
    const token = await tokenOf(FIRST, { exp: NOW_S + 60 });
    expect(await new TokenVerifier(shared, new SampleClock()).verify(token)).toBeDefined();
    const clock = new SampleClock();
    clock.advance(advancedMs);
    expect(await signatures(() => new TokenVerifier(trusted, clock).verify(token))).toEqual(found);
  });
});

test.each([
  [9_223_372_036, 9_223_372_036],
  [9_223_372_037, 9_223_372_036],
  [9_999_999_999, 9_223_372_036],
  [Number.MAX_SAFE_INTEGER, 9_223_372_036],
])('an expiry of %i s is %i: in nanoseconds it is a 64-bit integer', async (exp, expiresAtS) => {
  const verifier = new TokenVerifier(identity, new SampleClock());
  expect(await verifier.verify(await tokenOf(FIRST, { exp }))).toMatchObject({ expiresAtS });
});

describe('a token does not verify', () => {
  test.each([
    ['of another issuer', { iss: 'https://elsewhere.test' }],
    ['for another audience', { aud: 'another-service' }],
    ['without audience', { aud: undefined }],
    ['at its expiry', { exp: NOW_S }],
    ['six seconds before its time', { nbf: NOW_S + 6 }],
    ['with an expiry in fractions', { exp: NOW_S + 60.5 }],
    ['with an expiry past the safe integers', { exp: 2 ** 60 }],
    ['with a text for an expiry', { exp: 'tomorrow' as never }],
  ])('%s', async (_, claims) => {
    expect(
      await new TokenVerifier(identity, new SampleClock()).verify(await tokenOf(FIRST, claims as never)),
    ).toBeUndefined();
  });

  test('signed by another key of the same name', async () => {
    const other = await generateKeyPair('ES256');
    expect(
      await new TokenVerifier(identity, new SampleClock()).verify(await tokenOf(FIRST, {}, other.privateKey)),
    ).toBeUndefined();
  });

  // biome-ignore format: an aligned table
  test.each<[string, (token: string) => string]>([
    ['with padding',            (token) => `${token}=`],
    ['with white space behind', (token) => `${token}\n`],
    ['with white space within', (token) => token.replace('.', '. ')],
    ['with four parts',         (token) => `${token}.`],
    ['with no signature',       (token) => withPart(token, 2, () => '')],
    ['with alg none',           (token) => withPart(withPart(token, 0, () => encode('{"alg":"none"}')), 2, () => '')],
    ['with an HMAC algorithm',  (token) => withPart(token, 0, () => encode('{"alg":"HS256","kid":"k"}'))],
    ['with another payload',    (token) => withPart(token, 1, (part) => encode(Buffer.from(part, 'base64url').toString().replace('trader', 'rogue2')))],
    ['with an infinite expiry', (token) => withPart(token, 1, (part) => encode(Buffer.from(part, 'base64url').toString().replace(/"exp":\d+/, '"exp":1e400')))],
    ['with empty parts',        () => ''],
    ['longer than a token is',  (token) => `${token}.${'A'.repeat(9_000)}`],
  ])('%s', async (_, spell) => {
    const verifier = new TokenVerifier(identity, new SampleClock());
    const token = await tokenOf(FIRST);
    expect(await verifier.verify(token)).toBeDefined();
    expect(await verifier.verify(spell(token))).toBeUndefined();
  });

  test('with other spare bits in its last character', async () => {
    const verifier = new TokenVerifier(identity, new SampleClock());
    const token = await tokenOf(FIRST);
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const last = alphabet.indexOf(token.at(-1) as string);
    // 64 bytes end in a character with two significant bits; the other four are unused.
    const others = [1, 2, 3].map(
      (stray) => token.slice(0, -1) + alphabet[(last & 0b110000) | ((last + stray) & 0b001111)],
    );
    for (const other of others) expect(await verifier.verify(other)).toBeUndefined();
  });

  test('once its time has passed after it was cached', async () => {
    const clock = new SampleClock();
    const verifier = new TokenVerifier(identity, clock);
    const token = await tokenOf(FIRST, { exp: NOW_S + 60 });
    clock.advance(59_999);
    expect(await verifier.verify(token)).toBeDefined();
    clock.advance(1);
    expect(await verifier.verify(token)).toBeUndefined();
  });
});

/** An issuer whose keys a test replaces. */
async function rotating(names: readonly string[]) {
  const made = await Promise.all(
    names.map(async (kid) => {
      const { publicKey, privateKey } = await generateKeyPair('ES256');
      return [kid, { privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: 'ES256' } }] as const;
    }),
  );
  const keys = new Map(made);
  const keyOf = (kid: string) => {
    const key = keys.get(kid);
    if (key === undefined) throw new Error(`no key ${kid}`);
    return key;
  };
  const clock = new SampleClock();
  const issuer = { published: [...names], fetches: 0, fails: false };
  const jwks = async (): Promise<JSONWebKeySet> => {
    issuer.fetches += 1;
    if (issuer.fails) throw new Error('the issuer is down');
    return { keys: issuer.published.map((kid) => keyOf(kid).jwk) };
  };
  /** Signed as written: a library would refuse some of these. */
  const signed = (kid: string, claims: string, header: Readonly<Record<string, unknown>> = {}): Promise<string> =>
    new CompactSign(Buffer.from(claims))
      .setProtectedHeader({ alg: 'ES256', kid, ...header } as never)
      .sign(keyOf(kid).privateKey);
  const claims = (extra = '') =>
    `{"iss":"${identity.issuer}","aud":"${identity.audience}","org_id":"first","sub":"trader","exp":${NOW_S + 3_600}${extra}}`;
  return { clock, issuer, signed, claims, verifier: new TokenVerifier({ ...identity, jwks }, clock) };
}

describe('when the issuer changes its keys', () => {
  test('a token of a new key is accepted at once', async () => {
    const { issuer, signed, claims, verifier } = await rotating(['old', 'new']);
    issuer.published = ['old'];
    expect(await verifier.verify(await signed('old', claims()))).toBeDefined();
    issuer.published = ['new', 'old'];
    expect(await verifier.verify(await signed('new', claims()))).toBeDefined();
    expect(issuer.fetches).toBe(2);
  });

  test('a cached token of a withdrawn key is refused after the next fetch', async () => {
    const { issuer, signed, claims, verifier } = await rotating(['old', 'new']);
    issuer.published = ['old'];
    const seen = await signed('old', claims());
    expect(await verifier.verify(seen)).toBeDefined();
    issuer.published = ['new'];
    expect(await verifier.verify(await signed('new', claims()))).toBeDefined();
    expect(await verifier.verify(seen)).toBeUndefined();
  });

  test('a withdrawn key is noticed within half a minute, also without an unknown key', async () => {
    const { clock, issuer, signed, claims, verifier } = await rotating(['old', 'new']);
    const seen = await signed('old', claims());
    expect(await verifier.verify(seen)).toBeDefined();
    issuer.published = ['new'];
    clock.advance(30_000);
    expect(await verifier.verify(seen)).toBeUndefined();
  });

  test('a kid that names another key now does not verify tokens of the former key', async () => {
    const { clock, issuer, signed, claims, verifier } = await rotating(['old', 'new']);
    const seen = await signed('old', claims());
    expect(await verifier.verify(seen)).toBeDefined();
    issuer.published = ['new'];
    clock.advance(30_000);
    expect(await verifier.verify(await signed('new', claims(), { kid: 'old' }))).toBeUndefined();
    expect(await verifier.verify(seen)).toBeUndefined();
  });

  test('a member with keys continues with them while the issuer is down, and fetches once in half a minute', async () => {
    const { clock, issuer, signed, claims, verifier } = await rotating(['old']);
    const seen = await signed('old', claims());
    expect(await verifier.verify(seen)).toBeDefined();
    issuer.fails = true;
    clock.advance(30_000);
    for (let request = 0; request < 20; request += 1) expect(await verifier.verify(seen)).toBeDefined();
    expect(issuer.fetches).toBe(2);
  });

  test('any number of invented key ids cost the issuer ten fetches in ten seconds', async () => {
    const { clock, issuer, signed, claims, verifier } = await rotating(['old']);
    for (let n = 0; n < 100; n += 1)
      expect(await verifier.verify(await signed('old', claims(), { kid: `made-up-${n}` }))).toBeUndefined();
    expect(issuer.fetches).toBe(11);
    clock.advance(10_000);
    await verifier.verify(await signed('old', claims(), { kid: 'made-up' }));
    expect(issuer.fetches).toBe(12);
  });
});

describe('a token signed by the right key', () => {
  test.each<[string, string, Readonly<Record<string, unknown>>]>([
    ['with no typ', '', {}],
    ['with typ JWT', '', { typ: 'JWT' }],
    ['with typ at+jwt', '', { typ: 'at+jwt' }],
    ['with typ application/at+jwt', '', { typ: 'application/AT+jwt' }],
    ['with a claim in fractions', ',"auth_time":1.5', {}],
  ])('%s verifies', async (_, extra, header) => {
    const { signed, claims, verifier } = await rotating(['old']);
    expect(await verifier.verify(await signed('old', claims(extra), header))).toBeDefined();
  });

  test.each<[string, string, Readonly<Record<string, unknown>>]>([
    ['with its subject twice', ',"sub":"administrator"', {}],
    ['with its organisation twice, once in escapes', ',"org\\u005fid":"second"', {}],
    ['with a member twice below a claim', ',"x":{"a":1,"a":2}', {}],
    ['with __proto__ for a claim', ',"__proto__":{"sub":"administrator"}', {}],
    ['with typ logout+jwt', '', { typ: 'logout+jwt' }],
    ['with typ dpop+jwt', '', { typ: 'dpop+jwt' }],
    ['with an empty typ', '', { typ: '' }],
    ['with a typ that is not text', '', { typ: 7 }],
  ])('%s does not verify', async (_, extra, header) => {
    const { signed, claims, verifier } = await rotating(['old']);
    expect(await verifier.verify(await signed('old', claims(extra), header))).toBeUndefined();
  });
});
