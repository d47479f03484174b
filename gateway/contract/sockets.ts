/**
 * The two sockets of a member, and the versions of the trading socket's own contract. As with the REST contract, no
 * handler compares versions: it checks a gate by name.
 */
export const SOCKET_VERSIONS = ['1.0.0', '1.1.0', '1.4.0'] as const;

export type SocketVersion = (typeof SOCKET_VERSIONS)[number];

/** The newest version of the trading socket's contract. */
export const NEWEST_SOCKET: SocketVersion = '1.4.0';

export type SocketName = 'trading' | 'market-data';

/** The address of each socket. The interface shows neither: both are assumed. */
export const SOCKET_PATHS = {
  trading: '/v1/ws/trading',
  'market-data': '/v1/ws/market-data',
} as const satisfies Record<SocketName, string>;

interface SocketSpan {
  readonly since?: SocketVersion;
  readonly until?: SocketVersion;
}

/** The differences between versions of the trading socket. */
export const SOCKET_GATES = {
  /**
   * A handshake without a credential is refused (WSS-01). Before, the session opens and authenticates by op auth
   * (WSS-20).
   */
  'handshake.credential-owed': { since: '1.4.0' },
  /** Order operations, with the refusal codes of writes (WSS-19). */
  orders: { since: '1.1.0' },
} as const satisfies Record<string, SocketSpan>;

export type SocketGate = keyof typeof SOCKET_GATES;
export type SocketGates = Readonly<Record<SocketGate, boolean>>;

/** The state of every socket gate at one version. */
export function socketGatesAt(version: SocketVersion): SocketGates {
  const at = SOCKET_VERSIONS.indexOf(version);
  const isOpen = ({ since, until }: SocketSpan): boolean =>
    at >= (since === undefined ? 0 : SOCKET_VERSIONS.indexOf(since)) &&
    at < (until === undefined ? SOCKET_VERSIONS.length : SOCKET_VERSIONS.indexOf(until));
  return Object.fromEntries(
    Object.entries(SOCKET_GATES).map(([gate, span]) => [gate, isOpen(span)]),
  ) as unknown as SocketGates;
}

/**
 * The name of a frame from a member: its event, or the op that it answers. A message that could not be read is answered
 * with op `error` (WSS-12).
 */
export const SOCKET_FRAMES = {
  trading: {
    events: ['sessionOpened', 'sessionExpiring', 'sessionClosing', 'orderUpdated', 'executionRecorded'],
    ops: ['auth', 'subscribe', 'unsubscribe', 'submit', 'cancel', 'error'],
  },
  'market-data': { events: ['quote'], ops: ['auth', 'subscribe', 'unsubscribe', 'error'] },
} as const satisfies Record<SocketName, { readonly events: readonly string[]; readonly ops: readonly string[] }>;

/** The topics of the trading socket, and the event of each. Both names are assumed. */
export const TRADING_TOPICS = { orders: 'orderUpdated', executions: 'executionRecorded' } as const satisfies Record<
  string,
  (typeof SOCKET_FRAMES.trading.events)[number]
>;

/** The topics of the market data socket, one an instrument: `quotes:BTC-USD`. Assumed. */
export const QUOTE_TOPIC = 'quotes:';

/** The frame names of one socket, or of both, events first. */
export function frameNames(socket?: SocketName): readonly string[] {
  const sockets = socket === undefined ? Object.values(SOCKET_FRAMES) : [SOCKET_FRAMES[socket]];
  return [...new Set<string>([...sockets.flatMap(({ events }) => events), ...sockets.flatMap(({ ops }) => ops)])];
}
