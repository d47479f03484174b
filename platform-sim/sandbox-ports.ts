/** The two ports of a sandbox, and their public addresses. */
import { serverOptions } from '../gateway/http/server.ts';
import { type DrainOptions, type OpenPort, openPort } from './front/open-port.ts';
import { PortError } from './front/port-error.ts';
import type { SandboxSettings } from './sandbox-options.ts';

const AT_ONCE: DrainOptions = { idleGraceMs: 0, deadlineMs: 0 };

/** The parts that are open so far: if the start fails, all are closed. */
export class Started {
  readonly #releases: (() => Promise<unknown>)[] = [];

  add<Part>(part: Part, release: (part: NonNullable<Part>) => Promise<unknown>): Part {
    if (part !== undefined && part !== null) this.#releases.push(() => release(part));
    return part;
  }

  async release(): Promise<void> {
    await Promise.all(this.#releases.map((release) => release()));
  }
}

export interface Ports {
  readonly gateway: OpenPort;
  readonly control: OpenPort;
}

/** Opens both ports or neither. */
export async function openPorts(settings: SandboxSettings, started: Started): Promise<Ports> {
  const { ports, serves, host, controlHost, machineClock: clock } = settings;
  const port = ports && serves ? settings.port : 'none';
  const controlPort = ports ? settings.controlPort : 'none';
  const gateway = await openPort({ host, port, option: '--port', serverOptions, clock });
  try {
    const option = '--control-port';
    const control = await openPort({ host: controlHost, port: controlPort, option, serverOptions, clock });
    started.add({ gateway, control }, (open) =>
      Promise.all([open.gateway.drain(AT_ONCE), open.control.drain(AT_ONCE)]),
    );
    return { gateway, control };
  } catch (error) {
    await gateway.drain(AT_ONCE);
    throw error;
  }
}

/**
 * The ports, or the reason why they are taken: a process that stands by for another one of this machine may have the same
 * port numbers, and opens them at the takeover.
 */
export async function openPortsEarly(settings: SandboxSettings, started: Started): Promise<Ports | PortError> {
  try {
    return await openPorts(settings, started);
  } catch (error) {
    if (settings.platform !== undefined && error instanceof PortError && error.isTaken) return error;
    throw error;
  }
}

interface Addresses {
  readonly gatewayUrl: string;
  readonly controlUrl: string;
}

/** The public addresses of the ports. */
export function addressesOf(settings: SandboxSettings, listening: Addresses, controlPort: number): Addresses {
  const { ports, publicUrl, baseUrl, controlUrl } = settings;
  if (!ports) return { gatewayUrl: withoutSlashes(baseUrl), controlUrl: withoutSlashes(controlUrl) };
  if (publicUrl === undefined) return listening;
  const { protocol, hostname, origin } = new URL(publicUrl);
  // The control plane has the same host name, with its own port.
  return { gatewayUrl: origin, controlUrl: `${protocol}//${hostname}:${controlPort}` };
}

function withoutSlashes(url: string): string {
  return url.replace(/(?<!\/)\/+$/, '');
}

export function addressesOfOpen(settings: SandboxSettings, { gateway, control }: Ports): Addresses {
  return addressesOf(settings, { gatewayUrl: gateway.url, controlUrl: control.url }, control.port);
}
