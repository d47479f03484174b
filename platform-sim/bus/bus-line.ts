/**
 * A member process's connection to whichever platform process is active. Asks are repeated until they are answered: a
 * platform that takes over is asked again, and commands have one effect by their keys (IDEM-01).
 */
import type { NatsConnection } from '@nats-io/transport-node';
import type { Clock } from '../../gateway/platform-port.ts';
import { type Ask, type Asked, decode, encode, type Reply, SUBJECTS } from './messages.ts';

/** After an outage: short beside the write deadline of a member. */
const AGAIN_AFTER_MS = 100;
/** A lost answer is asked for again; a held one takes as long as it takes, asked once more at each interval. */
const LONGEST_MS = 3_600_000;

export interface AskOptions {
  /** What is answered where the platform that was asked is gone; absent: another is asked. */
  readonly otherwise?: unknown;
  /** Without an effect of its own, or with one by its key: it may be asked twice. */
  readonly mayRepeat: boolean;
}

export interface BusLine {
  /** Rejects as the platform's own port would; never settles where the outcome cannot be known. */
  ask<Name extends keyof Asked>(name: Name, ask: Ask<Name>, options: AskOptions): Promise<unknown>;
  /** Another platform process is active, or the connection was lost: asks under way are asked again. */
  again(): void;
}

interface Pending {
  again(): void;
}

/** Creates the line of a process. */
export function busLine(nc: NatsConnection, clock: Clock): BusLine {
  const pending = new Set<Pending>();

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
              const reply = decode<Reply>(message.data);
              end(() => ('failed' in reply ? reject(new Error(reply.failed)) : resolve(reply.answer)));
            },
            (error: unknown) => {
              if (isDone || nc.isClosed()) return;
              // Nobody received it.
              if (isUnheard(error)) {
                isSent = false;
                clock.after(AGAIN_AFTER_MS, 'platform asked again', send);
              }
            },
          );
        }

        const one: Pending = {
          again() {
            if (!isSent) return;
            if (otherwise !== undefined) end(() => resolve(otherwise));
            else if (mayRepeat) send();
          },
        };
        pending.add(one);
        send();
      }),
    again() {
      for (const one of [...pending]) one.again();
    },
  };
}

/** The server says so at once where no platform process is active. */
function isUnheard(error: unknown): boolean {
  const { name = '', cause } = error as { readonly name?: string; readonly cause?: { readonly name?: string } };
  return name === 'NoRespondersError' || cause?.name === 'NoRespondersError';
}
