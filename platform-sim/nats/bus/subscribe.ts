/** Subscriptions of the bus: what is no message of this deployment is dropped and counted, and ends nothing. */
import type { Msg, NatsConnection } from '@nats-io/transport-node';
import { MESSAGE_SHAPES } from './message-shapes.ts';
import { decode, encode, type Reply, SUBJECTS } from './messages.ts';

export type Listen = <Message>(
  name: keyof typeof SUBJECTS,
  take: (message: Message, asked: Msg) => unknown,
) => { unsubscribe(): void };

/** @param said called with one line for the 1st, 10th, 100th ... message that was dropped */
export function listening(nc: NatsConnection, said: ((line: string) => void) | undefined): Listen {
  let dropped = 0;

  function drop(subject: string, why: string): void {
    dropped += 1;
    if (!/^10*$/.test(`${dropped}`)) return;
    said?.(`dropped a message on ${subject} of NATS (${why}): ${dropped} so far; see who else uses the server`);
  }

  return <Message>(name: keyof typeof SUBJECTS, take: (message: Message, asked: Msg) => unknown) => {
    const subject = SUBJECTS[name];
    async function hear(asked: Msg): Promise<void> {
      const message = decode<Message>(asked.data, MESSAGE_SHAPES[name]);
      try {
        if (message !== undefined) await take(message, asked);
        else {
          drop(subject, 'it is none of this deployment');
          // A process of another version may have asked, and would wait.
          if (subject.startsWith('touchstone.ask.')) {
            asked.respond(encode({ failed: 'this platform does not know such a message' } satisfies Reply));
          }
        }
      } catch (error) {
        drop(subject, error instanceof Error ? error.message : String(error));
      }
    }
    return nc.subscribe(subject, {
      callback: (error, message) => {
        if (error === null) void hear(message);
      },
    });
  };
}
