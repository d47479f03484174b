/** Hosts that are reached without a proxy: those in NO_PROXY, and this machine itself. */
import { BlockList, isIP } from 'node:net';

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
export function isExempt(host: string, port: number, noProxy: string): boolean {
  const name = host.toLowerCase().replace(/\.$/, '');
  const entries = noProxy.toLowerCase().split(/[\s,]+/);
  return isLoopback(name) || entries.some((entry) => names(entry, name, port));
}
