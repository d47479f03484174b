/** A recording in progress: a proxy for every address of a target, and one log of what passes them. */
import type { Dial } from '../../conformance/member/connection/dial.ts';
import type { Stopwatch } from '../../conformance/runner/stopwatch.ts';
import { portError } from '../../platform-sim/front/port-error.ts';
import { type Addresses, originOf, originsOf, placeAt } from './addresses.ts';
import { type RecordingProxy, startRecordingProxy } from './proxy.ts';
import type { TrafficLog } from './traffic-log.ts';

export interface RecordingOptions {
  readonly addresses: Addresses;
  readonly dial: Dial;
  readonly host: string;
  /** For the gateway's address, then for the next one; any other, and 0, takes a free one. */
  readonly ports: readonly { readonly port: number; readonly option: string }[];
  /** Further names by which clients may reach the port in front of the control plane. */
  readonly allowedHosts?: readonly string[] | undefined;
  readonly log: TrafficLog;
  readonly stopwatch: Stopwatch;
}

export interface Recording {
  /** The proxies' origins by those of the target: `http://127.0.0.1:4020`. */
  readonly proxies: ReadonlyMap<string, string>;
  /** Stops accepting, waits this long for answers in flight, and closes every connection. */
  close(graceMs: number): Promise<void>;
}

/** Rejects with PortError if a port is not available. */
export async function startRecording(options: RecordingOptions): Promise<Recording> {
  const { addresses, dial, host, ports, allowedHosts = [], log, stopwatch } = options;
  const started: RecordingProxy[] = [];
  const proxies = new Map<string, string>();
  const close = async (graceMs: number): Promise<void> => {
    await Promise.all(started.map((proxy) => proxy.close(graceMs)));
  };
  for (const [i, origin] of originsOf(addresses).entries()) {
    const { port, option } = ports[i] ?? { port: 0, option: '--port' };
    const observer = log.observer(placeAt(addresses, origin));
    const upstream = { origin: new URL(origin), dial };
    const isControl = addresses.control !== undefined && originOf(addresses.control) === origin;
    const hosts = isControl ? [host, ...allowedHosts] : undefined;
    try {
      const proxy = await startRecordingProxy({ host, port, upstream, observer, stopwatch, hosts });
      started.push(proxy);
      proxies.set(originOf(origin), `http://${urlHost(host)}:${proxy.port}`);
    } catch (error) {
      await close(0);
      throw portError(error as Error, host, port, option);
    }
  }
  return { proxies, close };
}

/** As in a URL; a wildcard address is reached by the loopback one. */
export function urlHost(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}
