/**
 * A member process's connection to whichever platform process is active. Asks are repeated until they are answered: a
 * platform that takes over is asked again, and commands have one effect by their keys (IDEM-01).
 */
import type { NatsConnection } from '@nats-io/transport-node';
import type { Clock } from '../../../gateway/platform-port.ts';
import { REPLY } from './message-shapes.ts';
import { type Ask, type Asked, decode, encode, type Reply, SUBJECTS } from './messages.ts';

/** After an outage: short beside the write deadline of a member. */
const AGAIN_AFTER_MS = 100;
/** A lost answer is asked for again; a held one takes as long as it takes, asked once more at each interval. */
const LONGEST_MS = 3_600_000;

export interface AskOptions {
  /** What is answered where no platform is there, or the one that was asked is gone; absent: another is asked. */
  readonly otherwise?: unknown;
  /** Without an effect of its own, or with one by its key: it may be asked twice. */
  readonly mayRepeat: boolean;
}

export interface BusLine {
  /** Rejects as the platform's own port would; never settles where the outcome cannot be known. */
  ask<Name extends keyof Asked>(name: Name, ask: Ask<Name>, options: AskOptions): Promise<unknown>;
  /** Another platform process is active, or the connection is there again: asks under way are asked again. */
  again(): void;
  /** The connection is lost: until `again`, what has an answer for that gets it, and waits for nothing. */
  lost(): void;
}

interface Pending {
  again(): void;
  lost(): void;
}

/** Creates the line of a process. */
export function busLine(nc: NatsConnection, clock: Clock): BusLine {
  const pending = new Set<Pending>();
  let isLost = false;

  return {
    ask: (name, ask, { otherwise, mayRepeat }) =>
      new Promise((resolve, reject) => {
        const bytes = encode(ask);
        let isDone = false;
        let isSent = false;

        function end(settle: () => void): void {
          if (isDone) return;
          isDone = true;
          pending.delete(one);
          settle();
        }

        function send(): void {
          if (isDone) return;
          isSent = true;
          nc.request(SUBJECTS[name], bytes, { timeout: LONGEST_MS }).then(
            (message) => {
              const reply = decode<Reply>(message.data, REPLY);
              // Another peer of the server has answered: no platform has.
              if (reply === undefined) clock.after(AGAIN_AFTER_MS, 'platform asked again', send);
              else end(() => ('failed' in reply ? reject(new Error(reply.failed)) : resolve(reply.answer)));
            },
            (error: unknown) => {
              if (isDone || nc.isClosed()) return;
              if (!isUnheard(error)) return;
              // No platform received it.
              isSent = false;
              if (otherwise !== undefined) end(() => resolve(otherwise));
              else clock.after(AGAIN_AFTER_MS, 'platform asked again', send);
            },
          );
        }

        const one: Pending = {
          again() {
            if (!isSent) return;
            if (otherwise !== undefined) end(() => resolve(otherwise));
            else if (mayRepeat) send();
          },
          lost() {
            if (otherwise !== undefined) end(() => resolve(otherwise));
          },
        };
        pending.add(one);
        if (isLost) one.lost();
        if (!isDone) send();
      }),
    again() {
      isLost = false;
      for (const one of [...pending]) one.again();
    },
    lost() {
      isLost = true;
      for (const one of [...pending]) one.lost();
    },
  };
}

/** The server says at once that no platform process is active. The library tells: its error has not the name of its class. */
export function isUnheard(error: unknown): boolean {
  return (error as { isNoResponders?(): boolean }).isNoResponders?.() === true;
}
