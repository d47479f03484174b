/** The versions of the trading socket's own contract, oldest first. */
export const SOCKET_VERSIONS = ['1.0.0', '1.1.0', '1.4.0'] as const;

export type SocketVersion = (typeof SOCKET_VERSIONS)[number];

/** The newest version of the trading socket's contract. */
export const NEWEST_SOCKET: SocketVersion = '1.4.0';
