import { expect, test } from 'vitest';
import type { Profile } from '../member/profile/profile.ts';
import { waitsForAToken } from './expired-token.ts';

const PROFILE = { baseUrl: 'http://gateway.test', contract: {}, principals: {} } as Profile;
const issuing = (shortLived: Record<string, string>) =>
  ({ ...PROFILE, identity: { tokenEndpoint: 'http://issuer.test/token', shortLived } }) as Profile;

test.each([
  ['a stated life', issuing({ expires_in: '65' }), 67_000],
  ['a life that nothing states', issuing({ scope: 'brief' }), 0],
  ['no short-lived tokens', PROFILE, 0],
] as const)('the forecast of a wait for a token with %s', (_, profile, ms) => {
  expect(waitsForAToken(2_000).forecastMs?.(profile)).toBe(ms);
});
