import type { NatsConnection } from '@nats-io/transport-node';
import type { SequencedRecord } from '../../../gateway/facts.ts';
import type { LogError } from '../log-error.ts';

export interface FollowStreamOptions {
  readonly nc: NatsConnection;
  readonly stream: string;
  /** The position of the last record that is already there; 0 for none. */
  readonly after: number;
  readonly apply: (record: SequencedRecord) => void;
  /** Called once, when all that the stream held at the beginning is applied. */
  readonly caughtUp?: () => void;
  /** The stream is gone, or holds less than was delivered, or something else. */
  readonly lost: (error: LogError) => void;
}

export interface StreamFollowing {
  stop(): void;
  /** The position of the newest applied record. */
  head(): number;
}

/** Every record after a position, in order, each once, across reconnects and restarts of the server. */
export function followStream(_options: FollowStreamOptions): StreamFollowing {
  throw new Error('to come');
}
