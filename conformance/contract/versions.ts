/** The REST contract versions of the changelog, oldest first. */
export const REST_VERSIONS = [
  '0.1.0',
  '0.2.0',
  '0.2.1',
  '0.3.0',
  '0.3.1',
  '0.3.2',
  '0.3.3',
  '0.3.4',
  '0.4.0',
  '0.4.1',
  '0.4.2',
  '0.4.3',
  '0.5.0',
  '0.5.1',
  '0.6.0',
  '0.7.0',
  '0.8.0',
  '0.9.0',
  '0.10.0',
  '0.11.0',
  '0.11.1',
  '0.11.2',
  '0.11.3',
  '0.11.4',
  '0.12.0',
  '0.13.0',
  '0.14.0',
] as const;

export type RestVersion = (typeof REST_VERSIONS)[number];

/** The newest REST contract version. */
export const NEWEST_REST: RestVersion = '0.14.0';

/**
 * Compares two versions for a sort: negative, 0 or positive. The parts are compared as numbers, so 0.10.0 comes after
 * 0.9.0.
 */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [a.split('.'), b.split('.')];
  for (let i = 0; i < 3; i += 1) {
    const difference = Number(left[i] ?? 0) - Number(right[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Whether a version is `least` or newer. */
export function isAtLeast(version: string, least: string): boolean {
  return compareVersions(version, least) >= 0;
}

/** The versions of the trading socket's own contract, oldest first. */
export const SOCKET_VERSIONS = ['1.0.0', '1.1.0', '1.4.0'] as const;

export type SocketVersion = (typeof SOCKET_VERSIONS)[number];

/** The newest version of the trading socket's contract. */
export const NEWEST_SOCKET: SocketVersion = '1.4.0';
