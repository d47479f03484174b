/** The options of a sandbox, and their defaults. */
import { createClock } from './clock.ts';
import type { Exchange } from './control/exchanges.ts';
import type { TrafficWatch } from './control/traffic-watch.ts';
import type { WorldOptions } from './hosting/world-options.ts';
import { thisProcess } from './nats/bus/process-facts.ts';
import type { Secrets } from './secrets.ts';

const LOOPBACK = '127.0.0.1';
/** A name that no network resolves (RFC 6761). */
const NOWHERE = 'http://touchstone.test';

export interface SandboxOptions extends WorldOptions {
  /** false: no port is opened, clients connect within this process, and `baseUrl` is only a name. */
  readonly ports?: boolean;
  /** Without ports: the base of its addresses, including the issuer's. */
  readonly baseUrl?: string;
  /** Without ports: the base of the control plane's addresses, if it is not that of the gateway. */
  readonly controlUrl?: string;
  /** The port of the gateway. 0 (default) takes a free one. */
  readonly port?: number;
  /** The port of the control plane. 0 (default) takes a free one. */
  readonly controlPort?: number;
  /**
   * The public address of the gateway, if it differs from the listening one: `http://sandbox:4010`. The profile, the
   * worlds' addresses, tokens and the control plane (same scheme and host, its own port) use it.
   */
  readonly publicUrl?: string;
  /** Further host names of the control plane; pages of these hosts may use it and open sockets with a ticket. */
  readonly allowHosts?: readonly string[];
  /**
   * Origins of pages that may read the gateway's answers and the token endpoint's, such as `http://localhost:5173`, and
   * open sockets with a ticket; `*` is any, for HTTP alone. The sandbox's own: the interface serves no CORS. None unless
   * stated.
   */
  readonly cors?: readonly string[];
  /** The listening address of the gateway; 127.0.0.1 unless stated. */
  readonly host?: string;
  /**
   * The listening address of the control plane; 127.0.0.1 unless stated. It has no credentials: keep it on this
   * machine.
   */
  readonly controlHost?: string;
  /** A folder that stores the default world: the next sandbox with the same seed and world continues from it. */
  readonly data?: string;
  /**
   * A NATS server with JetStream, `nats://host:4222`: every world's sequence is there, members of other processes join,
   * and another sandbox stands by. A start waits until this process is the active one. Not with `data`, nor with a
   * virtual clock.
   */
  readonly platform?: string;
  /** With `platform`: called with the name of the active process if this one stands by, and of each further one. */
  readonly standsBy?: (active: string) => void;
  /** With `platform`: called with one line when the NATS server does not answer, and when it is back. */
  readonly said?: (line: string) => void;
  /** With `platform`: gives up standing by; the start rejects with its reason. */
  readonly signal?: AbortSignal;
  /** false: it has no member and no port for the gateway: members of other processes serve it. */
  readonly serves?: boolean;
  /** Called with every exchange, without headers, bodies and tokens. */
  readonly observe?: (exchange: Exchange) => void;
  /** Those of another sandbox, so that its clients keep their secrets; absent: drawn at the start. */
  readonly secrets?: Secrets;
  /** Receives the whole traffic, with tokens and key material. */
  readonly watch?: TrafficWatch | undefined;
  /**
   * Called with unexpected errors: internal ones of the control plane, and (LogError) those of the disk under `data`.
   */
  readonly failed?: (error: unknown) => void;
}

export type SandboxSettings = ReturnType<typeof settingsOf>;

/** The options with their defaults: `ofWorlds` are those of every world. */
export function settingsOf({
  ports = true,
  serves = true,
  port = 0,
  controlPort = 0,
  host = LOOPBACK,
  controlHost = LOOPBACK,
  baseUrl = NOWHERE,
  controlUrl = baseUrl,
  publicUrl,
  allowHosts = [],
  cors = [],
  data,
  platform,
  standsBy,
  said,
  signal,
  failed = () => {},
  ...ofWorlds
}: SandboxOptions) {
  const machineClock = createClock({ mode: 'real' });
  return {
    ...{ ports, serves, port, controlPort, host, controlHost, baseUrl, controlUrl, publicUrl, allowHosts, cors },
    ...{ data, platform, standsBy, said, signal, failed, machineClock, ofWorlds },
    publicHosts: publicUrl === undefined ? [] : [new URL(publicUrl).hostname],
    self: thisProcess(machineClock),
  };
}
