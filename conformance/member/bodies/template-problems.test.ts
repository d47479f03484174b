import { expect, test } from 'vitest';
import { parseProfile } from '../profile/read-profile.ts';

const HEAD = `baseUrl: http://127.0.0.1:1
principals: { trader: { token: t } }
fixtures: { account: { id: 1, name: main } }
`;

const problemOf = (bodies: string): string => {
  try {
    parseProfile(`${HEAD}${bodies}`, 'p.yaml', {});
    return 'none';
  } catch (error) {
    return (error as Error).message;
  }
};

test.each([
  ['bodies: { "POST /orders": { tif: GTC, account: "{account}", of: "{account.id}" } }', /^none$/],
  ['bodies: { "POST /orgs": { name: "{name}" } }', /^none$/],
  ['bodies:\n  POST /orders: { tif: "{tiff}" }', /^p\.yaml:5:24: bodies\.POST \/orders: \{tiff\} is no placeholder/],
  ['bodies:\n  POST /orders: { a: "{instrument}" }', /\{instrument\} needs fixtures\.instrument/],
  ['bodies:\n  POST /accounts: { a: [ "{account.nmae}" ] }', /^p\.yaml:5:26: .*\{account\.nmae\}/],
  ['bodies:\n  POST /oders: {}', /^p\.yaml:5:3: .*no write of the interface; did you mean POST \/orders\?/],
])('%s', (bodies, message) => {
  expect(problemOf(bodies)).toMatch(message);
});
