import { blames, judgesOf } from '../../testing/judges.ts';
import { mint, refusedHandshake, spending } from '../../testing/sample-conversation.ts';
import type { Sample } from '../../testing/sample-history.ts';
import { answer, noted } from '../../testing/sample-history.ts';

const S = 1_000_000_000n;
const HOUR = noted(3_600n * S);
/** The clock before and after minting, in seconds from 1000. */
const readings = (...seconds: readonly number[]) => seconds.map((s) => noted(1_000n * S + BigInt(s * 1e9)));
const expiring = (atS: number, dateS = 1_000) => mint('<ticket 1>', dateS, atS);

judgesOf('tkt/ten-seconds', (minted: Sample) => ({ 'token expires': HOUR, minted }), [
  ['by Date: ten seconds', expiring(1_010), 'pass'],
  ['by a Date that is seconds behind', expiring(1_014), 'pass'],
  ['by a Date that is seconds ahead', expiring(1_006), 'pass'],
  ['by Date: two hours', expiring(8_200), 'violated'],
]);

const within = readings(0, 0.5);
const atOnce = readings(0.5, 0.5);

judgesOf('tkt/ten-seconds', (now: typeof within, minted: Sample) => ({ 'token expires': HOUR, now, minted }), [
  ['by readings: from a time between them', within, expiring(1_010.4, 990), 'pass'],
  ['minted within a second: the whole second before', atOnce, expiring(1_010), 'pass'],
]);

const refused = (status: number, code: string) => answer('POST /v1/ws-tickets', { status, code });

judgesOf(
  'tkt/ten-seconds',
  (token: bigint | undefined, minted: Sample) => ({ 'token expires': noted(token), minted }),
  [
    ['no Date', undefined, mint('<ticket 1>', 0, 10, { headers: {} }), 'inconclusive'],
    ['a token that does not state its expiry', undefined, expiring(10, 0), 'pass'],
    ['a token about to expire', 8n * S, expiring(8, 0), 'inconclusive'],
    ['none minted', undefined, refused(503, 'TICKETS_UNAVAILABLE'), 'inconclusive'],
  ],
);

judgesOf(
  'tkt/token-expiry-bounds-the-ticket',
  (token: bigint | undefined, minted: Sample) => ({ 'token expires': noted(token), minted }),
  [
    ['the token had expired on its way', 1_005n * S, refused(401, 'UNAUTHENTICATED'), 'inconclusive'],
    ['a token that does not state its expiry', undefined, expiring(1_005), 'inconclusive'],
  ],
);

const unauthenticated = refused(401, 'UNAUTHENTICATED');

judgesOf(
  'tkt/token-without-expiry',
  (usual: Sample, without: Sample) => ({ 'with expiry': usual, 'without expiry': without }),
  [['no minted token mints', unauthenticated, unauthenticated, 'inconclusive']],
);

interface Short {
  readonly minted?: Sample;
  readonly fresh?: Sample;
  readonly late?: Sample;
  /** Of the suite: the ticket is presented then. */
  readonly presentedAtS?: number;
}

/** Of a token that ends at 1,005 s, which is 5 s of the suite. */
const short = ({ minted, fresh = spending('<ticket 2>'), late, presentedAtS = 10 }: Short) => {
  const times = { sentAtMs: presentedAtS * 1_000, answeredAtMs: presentedAtS * 1_000 };
  return {
    life: noted(75_000),
    'token expires': noted(1_005n * S),
    minted: minted ?? mint('<ticket 1>', 1_000, 1_005, { sentAtMs: 0, answeredAtMs: 0 }),
    fresh,
    expired: late ?? refusedHandshake(times),
  };
};
const opensAt =
  (second: number): Sample =>
  (n, label) => ({ ...spending('<ticket 1>')(n, label), sentAtMs: second * 1_000, answeredAtMs: second * 1_000 });

blames('tkt/short-token-bounds-its-ticket', short, [
  ['it ends with its token', {}, 'pass'],
  ['it opens once its token has expired', { late: opensAt(10) }, ['TKT-09']],
  ['it opens when its token may not have expired', { late: opensAt(4) }, 'inconclusive'],
  ['no ticket opens at all', { fresh: refusedHandshake() }, 'inconclusive'],
  ['the token had expired', { minted: refused(401, 'UNAUTHENTICATED') }, 'inconclusive'],
  [
    'the token outlived its ticket',
    { minted: mint('<ticket 1>', 990, 1_000, { sentAtMs: 0, answeredAtMs: 0 }), presentedAtS: 20 },
    'not-exercised',
  ],
]);
