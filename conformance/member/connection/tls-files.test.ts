import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ProfileProblem } from '../profile/read-profile.ts';
import {
  AUTHORITY,
  CLIENT_CERTIFICATE,
  CLIENT_KEY,
  ENCRYPTED_CLIENT_KEY,
  PASSPHRASE,
  SERVER_CERTIFICATE,
  SERVER_KEY,
} from '../testing/sample-certificates.ts';
import { allWays, profileOfTarget, reached, startTarget } from '../testing/sample-target.ts';

const folder = mkdtempSync(join(tmpdir(), 'touchstone-mtls-'));
for (const [name, text] of [
  ['ca.pem', AUTHORITY],
  ['client.pem', CLIENT_CERTIFICATE],
  ['client.key', CLIENT_KEY],
  ['encrypted.key', ENCRYPTED_CLIENT_KEY],
  ['server.key', SERVER_KEY],
  ['empty.pem', ''],
  ['broken.pem', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n'],
  ['broken.key', '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n'],
] as const) {
  writeFileSync(join(folder, name), text);
}
afterAll(() => rmSync(folder, { recursive: true }));

const asking = { cert: SERVER_CERTIFICATE, key: SERVER_KEY, ca: AUTHORITY, requestCert: true };
const ca = { ca: 'ca.pem' };
const own = { ...ca, cert: 'client.pem', key: 'client.key' };

describe.each([
  ['TLS 1.3', { minVersion: 'TLSv1.3' }],
  ['TLS 1.2', { maxVersion: 'TLSv1.2' }],
] as const)('a server that asks for a client certificate, over %s', (_, version) => {
  test.each([
    ['a key', own, {}],
    ['a key with a passphrase', { ...own, key: 'encrypted.key', passphraseEnv: 'SECRET' }, { SECRET: PASSPHRASE }],
  ])('is reached on every kind of connection with %s', async (__, tls, environment) => {
    const target = await startTarget({ ...asking, ...version });
    expect(await allWays(await reached(target, { tls, environment, folder }))).toEqual([200, 200, true]);
    target.close();
  });

  test('is not reached without a certificate, and the error names tls.cert', async () => {
    const target = await startTarget({ ...asking, ...version });
    await expect(reached(target, { tls: ca, folder })).rejects.toThrow(
      /^the target at \S+ does not answer: .*tls\.cert/,
    );
    target.close();
  });
});

describe('refuses a profile and names the problem with its place:', () => {
  // biome-ignore format: an aligned table
  test.each<[string, object, RegExp]>([
    ['no authority file',                  { ca: 'none.pem' }, /tls\.ca: none\.pem cannot be read \(ENOENT\)/],
    ['an authority without a certificate', { ca: 'empty.pem' }, /tls\.ca: empty\.pem holds no certificate/],
    ['no certificate file',                { ...own, cert: 'none.pem' }, /tls\.cert: none\.pem cannot be read \(ENOENT\)/],
    ['no key file',                        { ...own, key: 'none.key' }, /tls\.key: none\.key cannot be read \(ENOENT\)/],
    ['a folder',                           { ...own, key: '.' }, /tls\.key: \. cannot be read \(EISDIR\)/],
    ['a certificate without a key',        { ...ca, cert: 'client.pem' }, /tls\.cert: needs tls\.key/],
    ['a key without a certificate',        { ...ca, key: 'client.key' }, /tls\.key: needs tls\.cert/],
    ['a key in place of the certificate',  { ...own, cert: 'client.key' }, /tls\.cert: client\.key holds no certificate/],
    ['a certificate in place of the key',  { ...own, key: 'client.pem' }, /tls\.key: client\.pem holds no private key/],
    ['the key of another certificate',     { ...own, key: 'server.key' }, /tls\.key: server\.key is not the key .* client\.pem \(tls\.cert\)/],
    ['a malformed certificate',            { ...own, cert: 'broken.pem' }, /tls\.cert: broken\.pem holds no certificate that can be read/],
    ['a malformed key',                    { ...own, key: 'broken.key' }, /tls\.key: broken\.key cannot be opened/],
    ['no passphrase',                      { ...own, key: 'encrypted.key' }, /tls\.key: encrypted\.key has a passphrase; .*tls\.passphraseEnv/],
    ['a wrong passphrase',                 { ...own, key: 'encrypted.key', passphraseEnv: 'WRONG' }, /tls\.key: encrypted\.key cannot be opened; .* WRONG\?/],
    ['a passphrase that is not set',       { ...own, key: 'encrypted.key', passphraseEnv: 'UNSET' }, /tls\.passphraseEnv: .* UNSET is not set/],
  ])('%s', (_, tls, words) => {
    const read = () => profileOfTarget({ isSecure: true, port: 1 }, { tls, environment: { WRONG: 'hush' }, folder });
    expect(read).toThrow(ProfileProblem);
    expect(read).toThrow(words);
    expect(read).toThrow(/^staging\.json:1:\d+: /);
  });
});

describe('a target with a private certificate authority', () => {
  let target: Awaited<ReturnType<typeof startTarget>>;
  beforeAll(async () => {
    target = await startTarget({ cert: SERVER_CERTIFICATE, key: SERVER_KEY });
  });
  afterAll(() => target.close());

  test('requests, the token endpoint, raw bytes and sockets trust tls.ca', async () =>
    expect(await allWays(await reached(target, { tls: ca, folder }))).toEqual([200, 200, true]));

  test('without tls.ca the error names the key', async () => {
    const words = /certificate not trusted \(UNABLE_TO_VERIFY_LEAF_SIGNATURE\).*tls\.ca/;
    await expect(reached(target)).rejects.toThrow(words);
  });
});
