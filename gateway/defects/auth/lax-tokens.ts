import type { IncomingMessage } from 'node:http';
import type { Known, Stage } from '../../stage.ts';
import type { Defect } from '../defect.ts';
import { tokenOf, type Unverified, unverifiedBearer } from './bearer.ts';
import { lettingThrough } from './letting-through.ts';

/** Whether a token that does not verify is taken all the same; `nowS` is the platform's time. */
type Lax = (token: Unverified, nowS: number) => boolean;

function taking(lax: Lax): NonNullable<Defect['stages']> {
  return {
    authenticate: lettingThrough('UNAUTHENTICATED', ({ request, services }) => {
      const sent = unverifiedBearer(request);
      const nowS = Number(services.clock.nowNs() / 1_000_000_000n);
      return sent !== undefined && lax(sent, nowS) ? { token: tokenOf(sent) } : undefined;
    }),
  };
}

const AUDIENCES = ['trading-gateway'];

type Row = readonly [name: string, story: string, lax: Lax];

const ROWS: readonly Row[] = [
  ['takes-an-unsigned-token', 'takes a token that says alg none', ({ header }) => header['alg'] === 'none'],
  [
    'takes-the-public-key-for-a-secret',
    'takes any token that says alg HS256',
    ({ header }) => header['alg'] === 'HS256',
  ],
  ['takes-the-key-that-a-token-brings', 'takes a token with a jwk in its header', ({ header }) => 'jwk' in header],
  ['takes-an-expired-token', 'does not look at exp', ({ claims }, nowS) => Number(claims['exp']) <= nowS],
  ['takes-a-token-before-its-time', 'does not look at nbf', ({ claims }, nowS) => Number(claims['nbf']) > nowS],
  [
    'takes-a-token-of-another-issuer',
    'takes a token of an issuer that is not trusted',
    ({ claims }) => String(claims['iss']).endsWith('.invalid'),
  ],
  [
    'takes-a-token-for-another-service',
    'does not look at aud',
    ({ claims }) => ![claims['aud']].flat().some((audience) => AUDIENCES.includes(String(audience))),
  ],
];

export const LAX_TOKENS: readonly Defect[] = [
  ...ROWS.map(
    ([name, story, lax]): Defect => ({
      name,
      breaks: ['AUTH-02'],
      story,
      stages: taking(lax),
    }),
  ),
  {
    name: 'takes-a-padded-token',
    breaks: ['AUTH-02'],
    story: 'one token has two spellings: with and without padding',
    stages: { authenticate: reading((sent) => sent.map((value) => value.replace(/=+$/, ''))) },
  },
  {
    name: 'takes-the-second-of-two-tokens',
    breaks: ['AUTH-01'],
    story: 'of two Authorization headers the last counts',
    stages: { authenticate: reading((sent) => sent.slice(-1)) },
  },
];

/** The good stage, told of other Authorization headers than were sent. */
function reading(read: (sent: readonly string[]) => readonly string[]): (good: Stage) => Stage {
  return (good) => ({
    ...good,
    run: (known: Known, proceed) => {
      const sent = known.request.headersDistinct.authorization;
      if (sent === undefined) return good.run(known, proceed);
      const headersDistinct = { ...known.request.headersDistinct, authorization: read(sent) };
      const request = Object.create(known.request, { headersDistinct: { value: headersDistinct } }) as IncomingMessage;
      return good.run({ ...known, request }, proceed);
    },
  });
}
