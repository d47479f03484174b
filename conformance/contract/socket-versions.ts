/** The versions of the trading socket's own contract that the interface names, oldest first. */
export const SOCKET_VERSIONS = ['1.0.0', '1.1.0', '1.4.0'] as const;

export type SocketVersion = (typeof SOCKET_VERSIONS)[number];

export const NEWEST_SOCKET: SocketVersion = '1.4.0';
