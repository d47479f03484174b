import type { NatsConnection } from '@nats-io/transport-node';
import type { Clock } from '../../../gateway/platform-port.ts';
import type { LogError } from '../log-error.ts';

export interface Lease {
  /** Grows with each holder. */
  readonly epoch: number;
  /** Resolves with the reason once it is lost; never after `release`. */
  readonly lost: Promise<LogError>;
  release(): Promise<void>;
}

export interface LeaseOptions {
  readonly nc: NatsConnection;
  /** Shown to others. */
  readonly holder: string;
  /** The machine's. */
  readonly clock: Clock;
  readonly ttlMs?: number;
  readonly signal?: AbortSignal;
}

/** Waits until it is free. @throws the signal's reason */
export async function awaitLease(_options: LeaseOptions): Promise<Lease> {
  throw new Error('to come');
}
