import { expect, test } from 'vitest';
import { principalsBy } from './principal-of.ts';

const PERSONAS = [{ name: 'trader', org: 'org-1', subject: 'usr-2' }];

function tokenOf(claims: object): string {
  return `Bearer e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.c2ln`;
}

test.each([
  [
    'the principal of a token',
    ['Accept', '*/*', 'authorization', tokenOf({ org_id: 'org-1', sub: 'usr-2' })],
    'trader',
  ],
  ['a subject of another organisation', ['Authorization', tokenOf({ org_id: 'org-2', sub: 'usr-2' })], null],
  ['what is no token', ['Authorization', 'Bearer short'], null],
  ['a token of no object', ['Authorization', 'Bearer e30.bnVsbA.c2ln'], null],
  ['no header', ['Accept', '*/*'], null],
])('%s', (_, headers, name) => {
  const principalOf = principalsBy(() => PERSONAS);
  expect([principalOf(headers), principalOf(headers)]).toEqual([name, name]);
});
