import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isEd25519PrivateKey } from './ed25519-key.ts';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const derOf = (key: KeyObject) => key.export({ format: 'der', type: 'pkcs8' });
const pemOf = (key: KeyObject) => key.export({ format: 'pem', type: 'pkcs8' }).toString();
const der = derOf(privateKey);
const body = der.toString('base64');
const pem = pemOf(privateKey);
const base64 = (...parts: readonly (Uint8Array | string)[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'hex') : part))).toString('base64');
const seed = der.subarray(16);

describe('an Ed25519 private key', () => {
  test.each([
    ['as PEM', pem],
    ['as PEM without its last line end', pem.trimEnd()],
    ['as PEM with the line ends of Windows', pem.replaceAll('\n', '\r\n')],
    ['as PEM in lines of another length', pem.replace(body, body.replaceAll(/(.{20})/g, '$1\n'))],
    ['as the base64 body of its PEM', body],
  ])('%s is accepted', (_, text) => {
    expect(isEd25519PrivateKey(text)).toBe(true);
  });

  test.each([
    ['an empty text', ''],
    ['words', 'not a key'],
    ['white space around it', ` ${body}`],
    ['a line end after the body', `${body}\n`],
    ['text after the PEM', `${pem}x`],
    ['a second PEM after it', pem + pem],
    ['a PEM of another label', pem.replaceAll('PRIVATE KEY', 'ED25519 PRIVATE KEY')],
    ['a PEM with headers', pem.replace('\n', '\nProc-Type: 4,ENCRYPTED\n\n')],
    ['a PEM on one line', pem.replaceAll('\n', '')],
    ['a PEM whose line ends are written out', pem.replaceAll('\n', '\\n')],
    ['base64url', `${body.slice(0, -1)}-`],
    ['padding that is not due', `${body}=`],
    ['hexadecimal', der.toString('hex')],
    ['only the seed', base64(seed)],
    ['a byte after it', base64(der, '00')],
    ['a byte after the seed', base64('302f020100300506032b657004230420', seed, '00')],
    ['a length in its long form', base64('30812e', der.subarray(2))],
    ['a byte less', base64(der.subarray(0, -1))],
    ['its public key next to it', base64('3051020101', der.subarray(5), '812100', publicKeyBytes())],
    ['the public key', publicKey.export({ format: 'pem', type: 'spki' }).toString()],
    ['the body of the public key', publicKey.export({ format: 'der', type: 'spki' }).toString('base64')],
    ['a key under a password', encrypted()],
    ['an RSA key', pemOf(generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey)],
    ['an RSA key of PKCS 1', rsaOfPkcs1()],
    ['an EC key', pemOf(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey)],
    ['an X25519 key', pemOf(generateKeyPairSync('x25519').privateKey)],
    ['the body of an X25519 key', derOf(generateKeyPairSync('x25519').privateKey).toString('base64')],
    ['an Ed448 key', pemOf(generateKeyPairSync('ed448').privateKey)],
    ['a very long text', 'A'.repeat(100_000)],
  ])('%s is not accepted', (_, text) => {
    expect(isEd25519PrivateKey(text)).toBe(false);
  });

  test('a change of any byte of its frame invalidates it; a change of the seed does not', () => {
    fc.assert(
      fc.property(
        fc.nat(15),
        fc.integer({ min: 1, max: 255 }),
        fc.uint8Array({ minLength: 32, maxLength: 32 }),
        (at, by, other) => {
          const corrupted = Buffer.from(der);
          corrupted[at] = (corrupted[at] ?? 0) ^ by;
          expect(isEd25519PrivateKey(corrupted.toString('base64'))).toBe(false);
          expect(isEd25519PrivateKey(base64(der.subarray(0, 16), other))).toBe(true);
        },
      ),
    );
  });
});

function publicKeyBytes(): Uint8Array {
  return publicKey.export({ format: 'der', type: 'spki' }).subarray(12);
}

function encrypted(): string {
  return privateKey
    .export({ format: 'pem', type: 'pkcs8', cipher: 'aes-256-cbc', passphrase: 'a password' })
    .toString();
}

function rsaOfPkcs1(): string {
  const { privateKey: rsa } = generateKeyPairSync('rsa', { modulusLength: 1024 });
  return rsa.export({ format: 'pem', type: 'pkcs1' }).toString();
}
