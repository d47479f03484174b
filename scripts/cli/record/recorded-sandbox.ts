/** `sandbox --record`: a sandbox behind its own recording proxies, which have its ports. */
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { profileOf } from '../../../conformance/member/profile/read-profile.ts';
import { startStopwatch } from '../../../conformance/runner/stopwatch.ts';
import type { DrainOptions } from '../../../platform-sim/front/open-port.ts';
import { portError } from '../../../platform-sim/front/port-error.ts';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../../platform-sim/sandbox.ts';
import { type Addresses, addressesAt, addressesOf, originOf, placeAt } from '../../recording/addresses.ts';
import { IncidentFile } from '../../recording/incident-file.ts';
import { type RecordingProxy, startRecordingProxy } from '../../recording/proxy.ts';
import { urlHost } from '../../recording/recording.ts';
import { TrafficLog } from '../../recording/traffic-log.ts';
import { readFaults, worldSeen } from '../../recording/world-seen.ts';
import { SANDBOX_WIRING } from '../sandbox/sandbox-wiring.ts';

export interface RecordedSandbox {
  readonly sandbox: Sandbox;
  /** Ends the sandbox; then the file is complete. */
  close(drain: DrainOptions): Promise<IncidentFile>;
}

const LOOPBACK = '127.0.0.1';

/** Rejects as `startSandbox`. @param file absolute @param warn is called with what is not recorded */
export async function startRecordedSandbox(
  options: SandboxOptions,
  file: string,
  warn: (what: string) => void,
): Promise<RecordedSandbox> {
  const { port = 0, controlPort = 0, host = LOOPBACK, controlHost = LOOPBACK, publicUrl } = options;
  const stopwatch = startStopwatch();
  const log = new TrafficLog(stopwatch);
  log.onChange = (seen) => {
    if (typeof seen === 'string') warn(seen);
  };
  const started = Promise.withResolvers<Sandbox>();
  // The start may fail without anyone connected.
  started.promise.catch(() => undefined);
  let addresses: Addresses = addressesAt('http://sandbox');
  const open = async (to: 'gateway' | 'control', at: { host: string; port: number; option: string }) => {
    const address = () => (to === 'gateway' ? addresses.baseUrl : (addresses.control ?? ''));
    const observer = log.observer((path, isHandshake) => placeAt(addresses, originOf(address()))(path, isHandshake));
    const dial = async () => asSocket((await started.promise).connect(to));
    const upstream = { origin: new URL('http://sandbox'), dial, keepsHost: true };
    try {
      return await startRecordingProxy({ ...at, upstream, observer, stopwatch });
    } catch (error) {
      throw portError(error as Error, at.host, at.port, at.option);
    }
  };
  const proxies: RecordingProxy[] = [];
  try {
    const gateway = await open('gateway', { host, port, option: '--port' });
    proxies.push(gateway);
    const control = await open('control', { host: controlHost, port: controlPort, option: '--control-port' });
    proxies.push(control);
    const allowHosts = [...(options.allowHosts ?? []), ...(controlHost === LOOPBACK ? [] : [controlHost])];
    const baseUrl = publicUrl ?? `http://${urlHost(host)}:${gateway.port}`;
    const controlUrl = `http://${publicUrl === undefined ? urlHost(controlHost) : new URL(publicUrl).hostname}:${control.port}`;
    const sandbox = await startSandbox({ ...options, ports: false, baseUrl, controlUrl, allowHosts }, SANDBOX_WIRING);
    const loaded = profileOf(sandbox.profile, 'the sandbox');
    addresses = addressesOf(loaded.profile);
    started.resolve(sandbox);
    const here = `http://${urlHost(controlHost)}:${control.port}`;
    const world = await worldSeen(here);
    const story = `Recorded from a sandbox at ${new Date(stopwatch.startedAtMs).toISOString()}.`;
    const incident = new IncidentFile({ file, log, loaded, world, story, stopwatch });
    return {
      sandbox,
      async close(drain) {
        await readFaults(here);
        log.end();
        await Promise.all([...proxies.map((proxy) => proxy.close(drain.deadlineMs)), sandbox.close(drain)]);
        return incident;
      },
    };
  } catch (error) {
    started.reject(error);
    await Promise.all(proxies.map((proxy) => proxy.close(0)));
    throw error;
  }
}

/** What Node's agent calls of a socket. A connection within this process keeps no process alive, and has no time-out. */
const OF_A_SOCKET = ['setKeepAlive', 'setNoDelay', 'setTimeout', 'ref', 'unref'];

function asSocket(connection: Duplex): Socket {
  const itself = (): Duplex => connection;
  return Object.assign(connection, Object.fromEntries(OF_A_SOCKET.map((name) => [name, itself]))) as unknown as Socket;
}
