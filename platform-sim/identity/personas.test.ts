import { describe, expect, test } from 'vitest';
import { createSecrets } from '../secrets.ts';
import { Personas, secretOf } from './personas.ts';

const trader = { name: 'trader', clientId: 'cl-trader', clientSecret: 's3cret', org: 'org-1', subject: 'usr-2' };

describe('Personas', () => {
  test.each([
    ['its own secret', 'cl-trader', 's3cret', trader],
    ['another secret of the same length', 'cl-trader', 's3creT', undefined],
    ['a longer secret', 'cl-trader', 's3cret2', undefined],
    ['no secret', 'cl-trader', '', undefined],
    ['the name of the principal is not its client id', 'trader', 's3cret', undefined],
    ['an unknown client', 'unknown', 's3cret', undefined],
    ['an unknown client and no secret', 'unknown', '', undefined],
  ])('authenticates: %s', (_, clientId, secret, expected) => {
    expect(new Personas([trader]).authenticate(clientId, secret)).toEqual(expected);
  });

  test('a persona without a secret is not accepted', () => {
    const personas = new Personas([{ ...trader, clientSecret: '' }]);
    expect(personas.authenticate('cl-trader', '')).toBeUndefined();
  });

  test('replace forgets the former', () => {
    const personas = new Personas([trader]);
    personas.replace([{ ...trader, name: 'viewer', clientId: 'cl-viewer' }]);
    expect(personas.names()).toEqual(['viewer']);
    expect(personas.authenticate('cl-trader', 's3cret')).toBeUndefined();
  });

  test('a secret follows from the root, the seed and the client', () => {
    const [one, other] = [1, 2].map((byte) => createSecrets(Buffer.alloc(32, byte)));
    if (one === undefined || other === undefined) throw new Error('two roots');
    expect(secretOf(one, 1, 'a')).toBe(secretOf(one, 1, 'a'));
    const all = [secretOf(one, 1, 'a'), secretOf(one, 2, 'a'), secretOf(one, 1, 'b'), secretOf(other, 1, 'a')];
    expect(new Set(all).size).toBe(4);
  });
});
