/** Members whose handshake takes a bearer token that does not verify, each in one way (WSS-01). */
import { tokenOf, type Unverified, unverifiedBearer } from '../auth/bearer.ts';
import { lettingThrough } from '../auth/letting-through.ts';
import type { Defect } from '../defect.ts';

type Row = readonly [name: string, story: string, lax: (token: Unverified, nowS: number) => boolean];

const ROWS: readonly Row[] = [
  [
    'opens-for-an-expired-token',
    'a handshake does not look at exp',
    ({ claims }, nowS) => Number(claims['exp']) <= nowS,
  ],
  [
    'opens-before-the-time-of-a-token',
    'a handshake does not look at nbf',
    ({ claims }, nowS) => Number(claims['nbf']) > nowS,
  ],
  [
    'opens-for-a-token-of-another-issuer',
    'a handshake does not look at iss',
    ({ claims }) => String(claims['iss']).endsWith('.invalid'),
  ],
  [
    'opens-for-a-token-of-another-service',
    'a handshake does not look at aud',
    ({ claims }) => ![claims['aud']].flat().includes('trading-gateway'),
  ],
  ['opens-for-an-unsigned-token', 'a handshake takes alg none', ({ header }) => header['alg'] === 'none'],
];

export const LAX_BEARERS: readonly Defect[] = ROWS.map(([name, story, lax]) => ({
  name,
  breaks: ['WSS-01'],
  story,
  stages: {
    identify: lettingThrough('UNAUTHENTICATED', ({ request, services }) => {
      const sent = unverifiedBearer(request);
      const nowS = Number(services.clock.nowNs() / 1_000_000_000n);
      return sent !== undefined && lax(sent, nowS) ? { identity: { by: 'bearer', token: tokenOf(sent) } } : undefined;
    }),
  },
}));
