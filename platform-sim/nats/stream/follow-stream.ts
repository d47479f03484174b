import type { NatsConnection } from '@nats-io/transport-node';
import type { SequencedRecord } from '../../../gateway/facts.ts';
import type { Clock } from '../../../gateway/platform-port.ts';
import { createClock } from '../../clock.ts';
import { LogError } from '../../log/log-error.ts';
import { recordsOf } from '../names.ts';
import { readStream } from './read-stream.ts';

export interface FollowStreamOptions {
  readonly nc: NatsConnection;
  readonly stream: string;
  /** The position of the last record that is already there; 0 for none. */
  readonly after: number;
  readonly apply: (record: SequencedRecord) => void;
  /** Called once, when all that the stream held at the beginning is applied. */
  readonly caughtUp?: () => void;
  /** Called once, if it can never continue: the stream is gone, or holds less than was delivered, or `apply` threw. */
  readonly lost: (error: LogError) => void;
  /** The machine's, which is the default. */
  readonly clock?: Clock;
}

export interface StreamFollowing {
  stop(): void;
  /** The position of the newest applied record. */
  head(): number;
}

/**
 * Every record after a position, in order, each once, across reconnects and restarts of the server: for a member of
 * another process.
 */
export function followStream(options: FollowStreamOptions): StreamFollowing {
  const { nc, stream, after, apply, caughtUp, lost, clock = createClock({ mode: 'real' }) } = options;
  let head = after;
  const reading = readStream({
    nc,
    stream,
    // Notes are between the records, so a record's sequence is never below its position.
    from: after + 1,
    only: recordsOf,
    clock,
    each({ bytes }) {
      const record = JSON.parse(Buffer.from(bytes).toString()) as SequencedRecord;
      if (record.position <= head) return;
      if (record.position !== head + 1)
        throw new LogError(`the stream ${stream} lacks record ${head + 1}: restore it, or begin another world`);
      head = record.position;
      apply(record);
    },
    caughtUp: () => caughtUp?.(),
    lost,
  });
  return { stop: reading.stop, head: () => head };
}
