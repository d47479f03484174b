import { tokenOf, type Unverified, unverified } from '../auth/bearer.ts';
import type { Defect } from '../defect.ts';

type Row = readonly [name: string, story: string, lax: (token: Unverified, nowS: number) => boolean];

const AUDIENCES = ['trading-gateway'];

const isElsewhere = (issuer: unknown) => issuer === undefined || String(issuer).startsWith('https://elsewhere.');
const isOfAnother = (audience: unknown) => ![audience].flat().some((one) => AUDIENCES.includes(String(one)));

function isInItsTime({ claims }: Unverified, nowS: number): boolean {
  return Number(claims['exp'] ?? nowS + 1) > nowS && Number(claims['nbf'] ?? nowS) <= nowS;
}

/** Each takes, by op auth of the market data socket alone, what is wrong in one way. */
const ROWS: readonly Row[] = [
  [
    'feeds-who-signs-with-a-key-of-their-own',
    'does not look at the signature of a token that says ES256',
    (token, nowS) =>
      token.header['alg'] === 'ES256' &&
      isInItsTime(token, nowS) &&
      !isElsewhere(token.claims['iss']) &&
      !isOfAnother(token.claims['aud']),
  ],
  ['feeds-an-unsigned-token', 'takes a token that says alg none', ({ header }) => header['alg'] === 'none'],
  ['feeds-an-expired-token', 'does not look at exp', ({ claims }, nowS) => Number(claims['exp']) <= nowS],
  ['feeds-a-token-before-its-time', 'does not look at nbf', ({ claims }, nowS) => Number(claims['nbf']) > nowS],
  ['feeds-a-token-for-another-service', 'does not look at aud', ({ claims }) => isOfAnother(claims['aud'])],
  [
    'feeds-a-token-for-nobody',
    'takes a token without aud, and looks at one that is there',
    ({ claims }) => claims['aud'] === undefined,
  ],
  ['feeds-a-token-of-another-issuer', 'does not look at iss', ({ claims }) => isElsewhere(claims['iss'])],
];

export const LAX_TOKENS_OF_MARKET_DATA: readonly Defect[] = ROWS.map(([name, story, lax]) => ({
  name,
  breaks: ['MKT-03'],
  story,
  session: (good) => ({
    ...good,
    async verify(services, bearer, socket) {
      try {
        return await good.verify(services, bearer, socket);
      } catch (refused) {
        const sent = socket === 'market-data' ? unverified(bearer) : undefined;
        const nowS = Number(services.clock.nowNs() / 1_000_000_000n);
        if (sent === undefined || !lax(sent, nowS)) throw refused;
        // Its time is not looked at here, so it is not there.
        return { ...tokenOf(sent), expiresAtS: null };
      }
    },
  }),
}));
