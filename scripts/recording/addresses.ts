/** The addresses of a target: which of them a proxy stands for, and what a path there is. */
import type { SocketName } from '../../conformance/member/exchange/conversation.ts';
import type { Profile } from '../../conformance/member/profile/profile.ts';
import type { Place } from './traffic-log.ts';

export interface Addresses {
  readonly baseUrl: string;
  readonly sockets: Readonly<Partial<Record<SocketName, string | undefined>>>;
  readonly control?: string | undefined;
  readonly tokenEndpoint?: string | undefined;
}

const SOCKET_PATHS: Readonly<Record<SocketName, string>> = {
  trading: '/v1/ws/trading',
  marketData: '/v1/ws/market-data',
};
const SOCKETS = Object.keys(SOCKET_PATHS) as readonly SocketName[];

/** The addresses of a target of which only the base address is known. */
export function addressesAt(baseUrl: string): Addresses {
  const url = baseUrl.replace(/(?<!\/)\/+$/, '');
  const ws = url.replace(/^http/, 'ws');
  return { baseUrl: url, sockets: { trading: ws + SOCKET_PATHS.trading, marketData: ws + SOCKET_PATHS.marketData } };
}

/** The addresses that a profile names; a socket that it does not name is where the interface has it. */
export function addressesOf({ baseUrl, sockets, control, identity }: Profile): Addresses {
  const usual = addressesAt(baseUrl);
  const { tokenEndpoint } = identity ?? {};
  return { ...usual, sockets: { ...usual.sockets, ...sockets }, control, tokenEndpoint };
}

/** Scheme, host and port of an address; a socket's are those of HTTP. */
export function originOf(address: string): string {
  return new URL(address.replace(/^ws/, 'http')).origin;
}

/** The different origins: the gateway's, then the control plane's, the token endpoint's and those of sockets. */
export function originsOf({ baseUrl, control, tokenEndpoint, sockets }: Addresses): readonly string[] {
  const all = [baseUrl, control, tokenEndpoint, sockets.trading, sockets.marketData];
  return [...new Set(all.flatMap((address) => (address === undefined ? [] : originOf(address))))];
}

/** The address with the origin that a proxy has in its place; `proxies` by the origin of the target. */
export function throughProxy(address: string, proxies: ReadonlyMap<string, string>): string {
  const origin = originOf(address);
  const proxy = proxies.get(origin);
  if (proxy === undefined) return address;
  return address.startsWith('ws')
    ? address.replace(/^wss?:\/\/[^/]+/, proxy.replace(/^http/, 'ws'))
    : address.replace(/^https?:\/\/[^/]+/, proxy);
}

/** What a path at one of the origins is. */
export function placeAt(
  addresses: Addresses,
  origin: string,
): (path: string, isHandshake: boolean) => Place | undefined {
  const { baseUrl, control, tokenEndpoint, sockets } = addresses;
  const isHere = (address: string | undefined): address is string =>
    address !== undefined && originOf(address) === origin;
  const below = (address: string | undefined, path: string): string | undefined => {
    if (!isHere(address)) return undefined;
    const base = new URL(address).pathname.replace(/(?<!\/)\/+$/, '');
    const rest = path.startsWith(`${base}/`) ? path.slice(base.length) : undefined;
    // Another world of a sandbox: a scenario has one.
    return rest?.startsWith('/worlds/') === true ? undefined : rest;
  };
  return (path, isHandshake) => {
    const [pathname = ''] = path.split('?', 1);
    if (isHandshake) {
      const named = SOCKETS.find((name) => isHere(sockets[name]) && new URL(sockets[name]).pathname === pathname);
      const socket = named ?? (pathname.includes('market-data') ? 'marketData' : 'trading');
      return { role: 'gateway', path: below(baseUrl, path) ?? path, socket };
    }
    if (isHere(tokenEndpoint) && new URL(tokenEndpoint).pathname === pathname) return { role: 'issuer', path };
    const atGateway = below(baseUrl, path);
    if (atGateway !== undefined) return { role: 'gateway', path: atGateway };
    const atControl = below(control, path);
    return atControl === undefined ? undefined : { role: 'control', path: atControl };
  };
}
