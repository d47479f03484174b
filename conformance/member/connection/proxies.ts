/**
 * The HTTP proxy for an address, from the variables that curl reads: https_proxy for https and wss, http_proxy for http
 * and ws, all_proxy otherwise, lower case first. Two differences from curl: upper-case HTTP_PROXY counts too, and
 * loopback addresses never use a proxy, so that a sandbox works whatever variables are set.
 */

import { BlockList, isIP } from 'node:net';
import type { Environment } from '../tokens/credentials.ts';
import { ProxyProblem } from './proxy-problem.ts';

export interface HttpProxy {
  readonly isSecure: boolean;
  readonly host: string;
  readonly port: number;
  /** The value of Proxy-Authorization. */
  readonly authorization: string | undefined;
  /** The variable that configures it. */
  readonly variable: string;
  /** For messages, without user and password: `http://proxy:3128 (HTTPS_PROXY)`. */
  readonly said: string;
}

/** undefined: the address is reached directly. Throws a ProxyProblem for a variable that names no HTTP proxy. */
export type Proxies = (url: URL) => HttpProxy | undefined;

type Stated = readonly [variable: string, value: string];

function stated(environment: Environment, name: string): Stated | undefined {
  for (const variable of [name, name.toUpperCase()]) {
    const value = environment[variable];
    if (value !== undefined && value !== '') return [variable, value];
  }
  return undefined;
}

/** The host of a URL; an IPv6 address without brackets. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '');
}

/** Whether the URL's scheme uses TLS. */
export function isSecure({ protocol }: URL): boolean {
  return protocol === 'https:' || protocol === 'wss:';
}

/** The port of a URL, or the default port of its scheme. */
export function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port);
  return isSecure(url) ? 443 : 80;
}

function proxyOf([variable, value]: Stated): HttpProxy {
  const text = value.includes('://') ? value : `http://${value}`;
  const url = URL.parse(text);
  const userInfo = url === null ? undefined : decoded(url);
  if (url === null || userInfo === undefined || !/^https?:$/.test(url.protocol)) {
    throw new ProxyProblem(
      `proxy (${variable}) is no address of an HTTP proxy; write it as http://USER:PASSWORD@HOST:PORT`,
    );
  }
  return {
    isSecure: isSecure(url),
    host: hostOf(url),
    port: portOf(url),
    authorization: userInfo === '' ? undefined : `Basic ${Buffer.from(userInfo).toString('base64')}`,
    variable,
    said: `${url.protocol}//${url.host} (${variable})`,
  };
}

/** `user:password`; empty where neither is stated; undefined where an escape is malformed. */
function decoded({ username, password }: URL): string | undefined {
  try {
    return username === '' && password === '' ? '' : `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  } catch {
    return undefined;
  }
}

/** Selects proxies by these environment variables. */
export function proxiesOf(environment: Environment): Proxies {
  const all = stated(environment, 'all_proxy');
  const plain = stated(environment, 'http_proxy') ?? all;
  const secure = stated(environment, 'https_proxy') ?? all;
  const noProxy = stated(environment, 'no_proxy')?.[1] ?? '';
  return (url) => {
    const its = isSecure(url) ? secure : plain;
    return its === undefined || isExempt(hostOf(url), portOf(url), noProxy) ? undefined : proxyOf(its);
  };
}

/** Hosts that are reached without a proxy: those in NO_PROXY, and this machine itself. */
function isLoopback(host: string): boolean {
  if (isIP(host) === 0) return host === 'localhost' || host.endsWith('.localhost');
  return host === '::1' || host.startsWith('127.');
}

function isIn(host: string, network: string): boolean {
  const [address = '', bits = ''] = network.split('/');
  const family = isIP(address);
  if (family === 0 || family !== isIP(host) || !/^[0-9]{1,3}$/.test(bits)) return false;
  if (Number(bits) > (family === 4 ? 32 : 128)) return false;
  const type = family === 4 ? 'ipv4' : 'ipv6';
  const list = new BlockList();
  list.addSubnet(address, Number(bits), type);
  return list.check(host, type);
}

/**
 * Whether an entry of NO_PROXY matches the host: `gw.test`, `.test`, `*.test`, `gw.test:8443`, `192.0.2.7`,
 * `192.0.2.0/24`, `[::1]:443`, `*`.
 */
function names(entry: string, host: string, port: number): boolean {
  const [, bracketed, plain, stated] = /^(?:\[([^\]]+)\]|([^:]+))(?::([0-9]+))?$/.exec(entry) ?? [];
  // An IPv6 address without brackets has no port.
  const wanted = (bracketed ?? plain ?? (/:.*:/.test(entry) ? entry : '')).replace(/^\*?\./, '').replace(/\.$/, '');
  if (wanted === '' || (stated !== undefined && Number(stated) !== port)) return false;
  if (wanted === '*' || wanted === host) return true;
  return isIP(host) === 0 ? host.endsWith(`.${wanted}`) : isIn(host, wanted);
}

/** Whether the host is reached without a proxy. `host`: without brackets. */
function isExempt(host: string, port: number, noProxy: string): boolean {
  const name = host.toLowerCase().replace(/\.$/, '');
  const entries = noProxy.toLowerCase().split(/[\s,]+/);
  return isLoopback(name) || entries.some((entry) => names(entry, name, port));
}
