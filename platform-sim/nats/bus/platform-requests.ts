/**
 * A member process's requests to whichever platform process is active. A request is repeated until it is answered: after
 * a takeover it goes to the next platform, and commands have one effect by their keys (IDEM-01).
 */
import type { NatsConnection } from '@nats-io/transport-node';
import type { Clock } from '../../../gateway/platform-port.ts';
import { type Answer, decodeAnswer, encode, type RequestSubject } from './subjects.ts';

/** After an outage: short beside the write deadline of a member. */
const RETRY_AFTER_MS = 100;
/** A request that a fault holds is sent again after this time. */
const LONGEST_MS = 3_600_000;

export interface RequestOptions<Reply> {
  /** The reply when no platform is active, or the one that received the request is gone; absent: it is sent to another. */
  readonly otherwise?: Reply;
  /** The request has no effect, or one by its key: it may be sent twice. Default true. */
  readonly mayRepeat?: boolean;
}

export interface PlatformRequests {
  /** Rejects as the platform's own port would. Never settles if the outcome cannot be known. */
  request<Request, Reply>(
    subject: RequestSubject<Request, Reply>,
    request: Request,
    options?: RequestOptions<Reply>,
  ): Promise<Reply>;
  /** Sends pending requests again: another platform process is active, or the connection is back. */
  resend(): void;
  isConnected(): boolean;
  /** The connection is lost: until `resend`, requests with a reply for that case get it at once. */
  disconnected(): void;
}

interface Pending {
  resend(): void;
  disconnected(): void;
}

/** Creates the requests of a process. */
export function createPlatformRequests(nc: NatsConnection, clock: Clock): PlatformRequests {
  const pending = new Set<Pending>();
  let isConnected = true;

  function request<Request, Reply>(
    subject: RequestSubject<Request, Reply>,
    message: Request,
    { otherwise, mayRepeat = true }: RequestOptions<Reply> = {},
  ): Promise<Reply> {
    const { promise, resolve, reject } = Promise.withResolvers<Reply>();
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
      requestOnce(nc, subject, message, LONGEST_MS).then(
        (answer) => {
          // Another peer of the server answered, not a platform.
          if (answer === undefined) clock.after(RETRY_AFTER_MS, 'request sent again', send);
          else end(() => ('failed' in answer ? reject(new Error(answer.failed)) : resolve(answer.answer)));
        },
        (error: unknown) => {
          if (isDone || nc.isClosed() || !isWithoutPlatform(error)) return;
          isSent = false;
          if (otherwise !== undefined) end(() => resolve(otherwise));
          else clock.after(RETRY_AFTER_MS, 'request sent again', send);
        },
      );
    }

    const one: Pending = {
      resend() {
        if (!isSent) return;
        if (otherwise !== undefined) end(() => resolve(otherwise));
        else if (mayRepeat) send();
      },
      disconnected() {
        if (otherwise !== undefined) end(() => resolve(otherwise));
      },
    };
    pending.add(one);
    if (!isConnected) one.disconnected();
    send();
    return promise;
  }

  return {
    request,
    isConnected: () => isConnected,
    resend() {
      isConnected = true;
      for (const one of [...pending]) one.resend();
    },
    disconnected() {
      isConnected = false;
      for (const one of [...pending]) one.disconnected();
    },
  };
}

/** Sends a request once. @returns undefined: the answer is not one of this subject */
export async function requestOnce<Request, Reply>(
  nc: NatsConnection,
  subject: RequestSubject<Request, Reply>,
  request: Request,
  timeoutMs: number,
): Promise<Answer<Reply> | undefined> {
  const { data } = await nc.request(subject.subject, encode(subject, request), { timeout: timeoutMs });
  return decodeAnswer(subject, data);
}

/** Whether the server answered that no platform process is active: the library's error states it, and not by its class. */
export function isWithoutPlatform(error: unknown): boolean {
  return (error as { isNoResponders?(): boolean }).isNoResponders?.() === true;
}
