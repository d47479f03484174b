import { createPrivateKey } from 'node:crypto';
import { expect, test } from 'vitest';
import { legsOfA, legsOfB, pem, pkcs8 } from './material.ts';

test.each(['ed25519', 'x25519', 'ed448'] as const)('%s in PKCS 8 is readable by any library', (kind) => {
  const body = pkcs8(kind, 'a-key');
  const read = createPrivateKey(pem(body));
  expect(read.asymmetricKeyType).toBe(kind);
  expect(read.export({ format: 'der', type: 'pkcs8' }).toString('base64')).toBe(body);
});

test('the parts of each family differ from one another', () => {
  expect(Object.keys(legsOfA('one'))).toEqual(['key', 'secret', 'passphrase']);
  expect(Object.keys(legsOfB('one'))).toEqual(['key', 'privateKey']);
  const all = [legsOfA('one'), legsOfA('two'), legsOfB('three'), legsOfB('four')].flatMap((legs) =>
    Object.values(legs),
  );
  expect(new Set(all).size).toBe(all.length);
});
