import { blames, judgesOf } from '../../testing/judges.ts';
import { mint, refusedHandshake, spending } from '../../testing/sample-conversation.ts';
import type { Sample } from '../../testing/sample-history.ts';
import { answer, noted } from '../../testing/sample-history.ts';
import {
  shortTokenBoundsItsTicket,
  tenSeconds,
  tokenExpiryBoundsTheTicket,
  tokenWithoutExpiry,
} from './expiry.check.ts';

const S = 1_000_000_000n;
const HOUR = noted(3_600n * S);
/** The clock before and after minting, in seconds from 1000. */
const readings = (...seconds: readonly number[]) => seconds.map((s) => noted(1_000n * S + BigInt(s * 1e9)));
const expiring = (atS: number, dateS = 1_000) => mint('<ticket 1>', dateS, atS);

judgesOf(tenSeconds, (minted: Sample) => ({ 'token expires': HOUR, minted }), [
  ['by Date: ten seconds', expiring(1_010), 'pass'],
  ['by a Date that is seconds behind', expiring(1_014), 'pass'],
  ['by a Date that is seconds ahead', expiring(1_006), 'pass'],
  ['by Date: half as long', expiring(1_004), 'violated'],
  ['by Date: a minute', expiring(1_060), 'violated'],
  ['by Date: two hours', expiring(8_200), 'violated'],
]);

const within = readings(0, 0.5);
const atOnce = readings(0.5, 0.5);

judgesOf(tenSeconds, (now: typeof within, minted: Sample) => ({ 'token expires': HOUR, now, minted }), [
  ['by readings of the clock, whatever Date is: ten seconds', within, expiring(1_010, 990), 'pass'],
  ['by readings: from a time between them', within, expiring(1_010.4, 990), 'pass'],
  ['by readings: nine seconds', within, expiring(1_009, 990), 'violated'],
  ['by readings: eleven seconds', within, expiring(1_011, 990), 'violated'],
  ['by readings: five seconds', within, expiring(1_005, 990), 'violated'],
  ['minted within a second: the whole second before', atOnce, expiring(1_010), 'pass'],
  ['minted within a second: part of a second less', atOnce, expiring(1_010.2), 'violated'],
  ['minted within a second: a second less', atOnce, expiring(1_009), 'violated'],
]);

const saying = (expiresAtNs: unknown) =>
  mint('', 0, 0, { body: { ticket: '<ticket 1>', expiresAtNs, stream: 'trading' } });
const refused = (status: number, code: string) => answer('POST /v1/ws-tickets', { status, code });

judgesOf(tenSeconds, (token: bigint | undefined, minted: Sample) => ({ 'token expires': noted(token), minted }), [
  ['no Date', undefined, mint('<ticket 1>', 0, 10, { headers: {} }), 'inconclusive'],
  ['a token that does not state its expiry', undefined, expiring(10, 0), 'pass'],
  ['a token about to expire', 8n * S, expiring(8, 0), 'inconclusive'],
  ['later than its token', 8n * S, expiring(10, 0), 'violated'],
  ['a number', undefined, saying(10_000_000_000), 'violated'],
  ['no decimal number', undefined, saying('1e10'), 'violated'],
  ['none minted', undefined, refused(503, 'TICKETS_UNAVAILABLE'), 'inconclusive'],
]);

judgesOf(
  tokenExpiryBoundsTheTicket,
  (token: bigint | undefined, minted: Sample) => ({ 'token expires': noted(token), minted }),
  [
    ["the token's own", 1_005n * S, expiring(1_005), 'pass'],
    ['ten seconds', 1_005n * S, expiring(1_010), 'violated'],
    ['sooner', 1_005n * S, expiring(1_004), 'violated'],
    ['none', 1_005n * S, saying(undefined), 'violated'],
    ['the token had expired on its way', 1_005n * S, refused(401, 'UNAUTHENTICATED'), 'inconclusive'],
    ['a token that does not state its expiry', undefined, expiring(1_005), 'inconclusive'],
  ],
);

const minted = expiring(10, 0);
const unauthenticated = refused(401, 'UNAUTHENTICATED');

judgesOf(
  tokenWithoutExpiry,
  (usual: Sample, without: Sample) => ({ 'with expiry': usual, 'without expiry': without }),
  [
    ['refused', minted, unauthenticated, 'pass'],
    ['a ticket', minted, minted, 'violated'],
    ['another status', minted, refused(403, 'UNAUTHENTICATED'), 'violated'],
    ['another code', minted, refused(401, 'INVALID_TOKEN'), 'violated'],
    ['no minted token mints', unauthenticated, unauthenticated, 'inconclusive'],
  ],
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

blames(shortTokenBoundsItsTicket, short, [
  ['it ends with its token', {}, 'pass'],
  ['it ends later', { minted: mint('<ticket 1>', 1_000, 1_010, { sentAtMs: 0, answeredAtMs: 0 }) }, ['TKT-04']],
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
