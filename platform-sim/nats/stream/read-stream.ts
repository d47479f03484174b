/**
 * Reads a stream in order, each message once, across reconnects and restarts of the server. After each of these it reads
 * the last message again: a server that came back with less, or with something else, is noticed.
 */

import { crc32 } from 'node:zlib';
import type { ConsumerMessages, JsMsg } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import type { Clock, Timer } from '../../../gateway/platform-port.ts';
import { LogError } from '../../log/log-error.ts';
import { managerOf, watchConnection } from '../connection.ts';
import { codeOf, isPassing, lostItsTail, orGone, TRY_AGAIN_AFTER_MS } from '../nats-errors.ts';

export interface Incoming {
  readonly sequence: number;
  readonly subject: string;
  readonly bytes: Uint8Array;
}

export interface ReadStreamOptions {
  readonly nc: NatsConnection;
  readonly stream: string;
  /** The first sequence. */
  readonly from: number;
  /** The subject to read, from those of the stream; all where absent. */
  readonly only?: (subjects: string) => string;
  /** The machine's. */
  readonly clock: Clock;
  /** An error that it throws ends the reading. */
  readonly each: (message: Incoming) => void;
  /** Called with the stream's last sequence once all up to it is read: once, of the stream as it was at the beginning. */
  readonly caughtUp?: (last: number) => void;
  /** Called once, if it can never continue. */
  readonly lost: (error: LogError) => void;
}

/** As many as one pull asks for. */
const AT_ONCE = 1_000;
/** "consumer not found": the next attempt creates another. */
const NO_CONSUMER = 10014;

/** Reads until it is stopped. */
export function readStream(options: ReadStreamOptions): { stop(): void } {
  const { nc, stream, clock, each, only } = options;
  let next = options.from;
  let lastRead: { readonly sequence: number; readonly checksum: number } | undefined;
  let caughtUp = options.caughtUp;
  /** Grows with each consumer: what an earlier one still delivers is ignored. */
  let attempt = 0;
  let messages: ConsumerMessages | undefined;
  let again: Timer | undefined;
  let isOver = false;

  const connection = watchConnection(nc, (isUp) => {
    if (isUp) begin();
  });

  function begin(): void {
    if (isOver) return;
    attempt += 1;
    messages?.stop();
    messages = undefined;
    again?.cancel();
    const of = attempt;
    consume(of).catch((error: unknown) => {
      if (of !== attempt || isOver) return;
      if (error instanceof LogError) fail(error);
      else if (nc.isClosed()) fail(new LogError(`${stream} can no longer be read: the connection is closed`));
      else if (!isPassing(codeOf(error)) && codeOf(error) !== NO_CONSUMER)
        fail(new LogError(`${stream} cannot be read: ${(error as Error).message}`));
      else again = clock.after(TRY_AGAIN_AFTER_MS, 'consumer of NATS', begin);
    });
  }

  async function consume(of: number): Promise<void> {
    const jsm = await managerOf(nc);
    const { state, config } = await jsm.streams.info(stream).catch(orGone(stream));
    const read = lastRead?.sequence ?? 0;
    if (state.last_seq < read) throw lostItsTail(stream, state.last_seq, read);
    const target = state.last_seq;
    const consumer = await jsm.jetstream().consumers.get(stream, {
      opt_start_seq: lastRead === undefined ? next : read,
      ...(only !== undefined && { filter_subjects: only(config.subjects[0] ?? '') }),
    });
    const { num_pending: pending } = await consumer.info(true);
    if (of !== attempt || isOver) return;
    if (pending === 0) isCaughtUp(target);
    const these = await consumer.consume({
      max_messages: AT_ONCE,
      abort_on_missing_resource: true,
      callback(message) {
        if (of === attempt && !isOver) receive(message, target);
      },
    });
    if (of !== attempt || isOver) return these.stop();
    messages = these;
    await these.closed();
    if (of === attempt) throw new Error('the consumer is gone');
  }

  function receive(message: JsMsg, target: number): void {
    const { seq: sequence, subject, data: bytes } = message;
    const checksum = crc32(bytes);
    if (sequence === lastRead?.sequence) {
      if (checksum !== lastRead.checksum) fail(lostItsTail(stream, sequence - 1, sequence));
    } else if (sequence < next) {
      fail(new LogError(`${stream} cannot be read: message ${sequence} came after ${next - 1}`));
    } else {
      next = sequence + 1;
      lastRead = { sequence, checksum };
      try {
        each({ sequence, subject, bytes });
      } catch (error) {
        fail(
          error instanceof LogError
            ? error
            : new LogError(`${stream} cannot be read at message ${sequence}: ${(error as Error).message}`),
        );
      }
    }
    if (message.info.pending === 0 || sequence >= target) isCaughtUp(target);
  }

  function isCaughtUp(last: number): void {
    if (isOver) return;
    const call = caughtUp;
    caughtUp = undefined;
    call?.(last);
  }

  function fail(error: LogError): void {
    if (isOver) return;
    stop();
    options.lost(error);
  }

  function stop(): void {
    isOver = true;
    connection.stop();
    again?.cancel();
    messages?.stop();
  }

  begin();
  return { stop };
}

/** Reads everything that a stream holds now; resolves with the sequence of its last message. */
export function readAll(options: Omit<ReadStreamOptions, 'caughtUp' | 'lost'>): Promise<number> {
  return new Promise((resolve, reject) => {
    const reading = readStream({
      ...options,
      caughtUp(last) {
        reading.stop();
        resolve(last);
      },
      lost: reject,
    });
  });
}
