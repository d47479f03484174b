/** Subscriptions to subjects: a message of another shape is dropped and counted, and ends nothing. */
import type { Msg, NatsConnection } from '@nats-io/transport-node';
import { type Answer, decode, encodeAnswer, type RequestSubject, type Subject } from './subjects.ts';

export interface Subscription {
  unsubscribe(): void;
}

export interface Subscriber {
  /** Calls `take` with each message. */
  receive<Message>(subject: Subject<Message>, take: (message: Message) => unknown): Subscription;
  /** Sends the result of `answer` for each request; undefined: it sends nothing. */
  answer<Request, Reply>(
    subject: RequestSubject<Request, Reply>,
    answer: (request: Request) => Promise<Answer<Reply> | undefined>,
  ): Subscription;
}

/** @param said called with one line for the 1st, 10th, 100th ... message that was dropped */
export function createSubscriber(nc: NatsConnection, said: ((line: string) => void) | undefined): Subscriber {
  let dropped = 0;

  function drop(subject: string, why: string): void {
    dropped += 1;
    if (!/^10*$/.test(`${dropped}`)) return;
    said?.(`dropped a message on ${subject} of NATS (${why}): ${dropped} so far; see who else uses the server`);
  }

  function subscribe(subject: string, take: (message: Msg) => Promise<void>): Subscription {
    return nc.subscribe(subject, {
      callback: (error, message) => {
        if (error !== null) return;
        take(message).catch((thrown: unknown) => drop(subject, thrown instanceof Error ? thrown.message : `${thrown}`));
      },
    });
  }

  return {
    receive: (row, take) =>
      subscribe(row.subject, async ({ data }) => {
        const message = decode(row, data);
        if (message === undefined) throw new Error(MISFIT);
        await take(message);
      }),
    answer: (row, answer) =>
      subscribe(row.subject, async (message) => {
        const request = decode(row, message.data);
        // A process of another version may have sent it, and would wait.
        if (request === undefined)
          message.respond(encodeAnswer(row, { failed: 'this platform does not know the message' }));
        if (request === undefined) throw new Error(MISFIT);
        const reply = await answer(request);
        if (reply !== undefined) message.respond(encodeAnswer(row, reply));
      }),
  };
}

const MISFIT = 'this deployment does not send such a message';
