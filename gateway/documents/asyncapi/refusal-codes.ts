import { z } from 'zod';
import { SOCKET_REFUSALS, type SocketRefusalCode, type SocketRefusalRow } from '../../contract/socket-refusals.ts';
import { SOCKET_VERSIONS, type SocketVersion } from '../../contract/sockets.ts';

/** The codes of one version with what to do about each; append-only, so clients tolerate unknown codes. */
export function tradingRefusalCode(version: SocketVersion): z.ZodType {
  const rows = Object.entries(SOCKET_REFUSALS) as [SocketRefusalCode, SocketRefusalRow][];
  const isSince = (since: SocketVersion) => SOCKET_VERSIONS.indexOf(since) <= SOCKET_VERSIONS.indexOf(version);
  const codes = rows.filter(([, { since }]) => isSince(since));
  return z.string().meta({
    id: 'SocketRefusalCode',
    description: 'An open enum: tolerate unknown codes, decide by retryable. The examples are all of this version.',
    examples: codes.map(([code]) => code),
    'x-codes': codes.map(([code, { retryable, until }]) => ({
      code,
      retryable,
      ...(until !== undefined && isSince(until) ? { emitted: false } : {}),
    })),
  });
}

/** The market data socket has no versions: it still emits the code that the trading socket retired in 1.4.0. */
const MARKET_DATA_CODES: SocketRefusalCode[] = [
  'NOT_PRIMED',
  'UNAUTHENTICATED',
  'MALFORMED',
  'UNKNOWN_OP',
  'FORBIDDEN_PRINCIPAL',
  'ORG_NOT_ACTIVE',
  'AWAITING_ADMISSION',
  'UNKNOWN_TOPIC',
  'TOPIC_NOT_ACTIVE',
  'TOO_MANY_TOPICS',
  'NOT_SERVING',
  'BACKPRESSURE',
];

/** The schema of the market data socket's refusal codes: an open enum with examples. */
export const MARKET_DATA_REFUSAL_CODE: z.ZodType = z.string().meta({
  id: 'MarketDataRefusalCode',
  description: 'An open enum: tolerate unknown codes, decide by retryable.',
  examples: MARKET_DATA_CODES,
  'x-assumed': true,
});
