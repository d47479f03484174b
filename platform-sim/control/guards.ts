/**
 * Guards of the control plane. It has no credentials, so a page in the developer's browser must not reach it, neither
 * by a name that is rebound to this machine (Host) nor across origins (Origin, Sec-Fetch-Site).
 */
import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { ControlError } from './control-error.ts';

const SAFE_METHODS: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];
const WILDCARDS: readonly string[] = ['0.0.0.0', '::', ''];

/** Whether the request's Host is a loopback name or one of these hosts. */
export function isAllowedHost({ host: stated }: IncomingHttpHeaders, hosts: readonly string[]): boolean {
  const name = hostName(stated);
  return name !== undefined && (isLoopback(name) || hosts.some((host) => serves(host, name)));
}

/** Throws unless the request's Host is a loopback name or one of the plane's hosts. */
export function guardHost(headers: IncomingHttpHeaders, hosts: readonly string[]): void {
  if (isAllowedHost(headers, hosts)) return;
  const name = hostName(headers.host);
  throw new ControlError(
    'HOST_NOT_ALLOWED',
    `the control plane answers only to loopback names and allowed hosts: use http://127.0.0.1, or start the sandbox with --allow-host ${name ?? 'HOST'}`,
  );
}

/**
 * Throws for a write by a page of another origin, unless its host is in `allowed`. Clients other than browsers send no
 * origin.
 */
export function guardOrigin(method: string, headers: IncomingHttpHeaders, allowed: readonly string[]): void {
  if (SAFE_METHODS.includes(method)) return;
  const stated = headers.origin !== undefined && URL.canParse(headers.origin) ? new URL(headers.origin).hostname : '';
  if (allowed.includes(stated)) return;
  const site = headers['sec-fetch-site'];
  const foreignSite = site !== undefined && site !== 'same-origin' && site !== 'none';
  // Behind a proxy that ends TLS the page's scheme differs from this port's.
  const own = [`http://${headers.host}`, `https://${headers.host}`];
  const foreignOrigin = headers.origin !== undefined && !own.includes(headers.origin);
  if (foreignSite || foreignOrigin) {
    throw new ControlError(
      'ORIGIN_NOT_ALLOWED',
      `the control plane refuses writes from a page of another origin: start the sandbox with --allow-host ${stated === '' ? 'HOST' : stated} for pages of that host`,
    );
  }
}

/** The name in a Host header, lower case, without port and brackets; undefined if it cannot be parsed. */
function hostName(host: string | undefined): string | undefined {
  const [, bracketed, plain] = /^(?:\[([0-9a-f:.]+)\]|([^:\s/@]+))(?::[0-9]{1,5})?$/i.exec(host ?? '') ?? [];
  return (bracketed ?? plain)?.toLowerCase();
}

/** Whether it is a name or an address of this machine alone. */
export function isLoopback(name: string): boolean {
  return name === 'localhost' || name === '::1' || (isIP(name) === 4 && name.startsWith('127.'));
}

/** An address cannot be rebound, so a plane that serves every address accepts any; a name must match exactly. */
function serves(boundHost: string, name: string): boolean {
  return name === boundHost.toLowerCase() || (WILDCARDS.includes(boundHost) && isIP(name) !== 0);
}
