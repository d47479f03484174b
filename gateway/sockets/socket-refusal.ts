import { SOCKET_REFUSALS, type SocketRefusalCode } from '../contract/socket-refusals.ts';
import { SOCKET_VERSIONS, type SocketVersion } from '../contract/sockets.ts';

/** Optional members of a refusal. */
export interface MoreOfARefusal {
  /** For a topic refusal: the zero-based index into `params.topics` as sent (WSS-22). */
  readonly failedTopicIndex?: number;
  /**
   * For an order operation: the code of the same refusal over HTTP, which is finer than the socket's closed set.
   * Assumed.
   */
  readonly reason?: string;
  /** For an order operation that its owner has judged: the position of the verdict, as a decimal string. Assumed. */
  readonly globalSequence?: string;
}

/** The error that refuses an operation of a socket: one code of the closed set. */
export class SocketRefusal extends Error {
  readonly code: SocketRefusalCode;
  readonly retryable: boolean;
  readonly more: MoreOfARefusal;

  /** @param message display text: what is wrong, where, what to do; never parsed, never a secret. */
  constructor(
    code: SocketRefusalCode,
    message: string,
    { retryable = SOCKET_REFUSALS[code].retryable, ...more }: MoreOfARefusal & { readonly retryable?: boolean } = {},
  ) {
    super(message);
    this.code = code;
    this.retryable = retryable;
    this.more = more;
  }
}

/** The code that an older contract uses instead. */
const BEFORE: Partial<Record<SocketRefusalCode, SocketRefusalCode>> = {
  NOT_SERVING: 'NOT_PRIMED',
  BACKPRESSURE: 'RATE_LIMITED',
};

/** A refusal with the codes of a contract of this version: codes that arrived later are never emitted (WSS-19). */
export function atVersion(refusal: SocketRefusal, version: SocketVersion): SocketRefusal {
  const { since } = SOCKET_REFUSALS[refusal.code];
  if (SOCKET_VERSIONS.indexOf(since) <= SOCKET_VERSIONS.indexOf(version)) return refusal;
  const { retryable, more } = refusal;
  return new SocketRefusal(BEFORE[refusal.code] ?? 'MALFORMED', refusal.message, { ...more, retryable });
}
