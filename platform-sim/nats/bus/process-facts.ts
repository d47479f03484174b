/** What identifies a process of a deployment, and what the control plane shows of it. */
import { hostname } from 'node:os';
import type { Clock } from '../../../gateway/platform-port.ts';
import { createSecrets } from '../../secrets.ts';

export interface ProcessFacts {
  /** Drawn at the start: process ids of several containers are the same. */
  readonly id: string;
  /** The name of its machine or container. */
  readonly host: string;
  readonly pid: number;
  /** When it started, by its machine's clock: epoch nanoseconds. */
  readonly sinceNs: string;
}

/** A process, and where it listens. */
export interface ListeningProcess extends ProcessFacts {
  /** For clients of the gateway; null: it does not. */
  readonly gatewayUrl: string | null;
  /** For requests to the control plane; null: it does not. */
  readonly controlUrl: string | null;
}

/** The kinds of processes; `sandbox` is platform, members and front in one. */
export const PROCESS_KINDS = ['sandbox', 'platform', 'standby', 'member'] as const;

/** A process of the deployment, without its members. */
export interface ServingProcess extends ListeningProcess {
  readonly kind: (typeof PROCESS_KINDS)[number];
  /** Whether it is the active platform. */
  readonly active: boolean;
}

/** A process with the members that it runs in one world. */
export interface ShownProcess extends ServingProcess {
  readonly members: readonly { readonly name: string; readonly version: string }[];
}

/** Describes this process. Call it once: each call draws another id. @param clock the machine's */
export function thisProcess(clock: Clock): ProcessFacts {
  return { id: createSecrets().hex(16), host: hostname(), pid: process.pid, sinceNs: `${clock.nowNs()}` };
}
