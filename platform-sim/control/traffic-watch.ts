/**
 * The whole traffic of a world by reference, for who judges its clients (scripts/cli/client). Unlike what the control plane
 * shows, nothing is redacted: it holds tokens and key material, and a watch that keeps any of it must not show it.
 */
import type { IncomingMessage } from 'node:http';
import type { ExchangeContent, ExchangeEvent } from '../../gateway/http/exchange-event.ts';
import type { SentFrame } from '../../gateway/sockets/frame-tap.ts';

export interface TrafficWatch {
  /**
   * A request or an op was answered by its member; what its client received is known later.
   *
   * @param n the number of its exchange
   * @param request absent for an op
   */
  exchange(n: number, event: ExchangeEvent, content?: ExchangeContent, request?: IncomingMessage): void;
  /** An event frame was sent. */
  frame(frame: SentFrame): void;
  /** The token endpoint answered; `answer` is undefined if the connection ended in place of an answer. */
  grant(request: IncomingMessage, form: string, answer?: { readonly status: number; readonly body: unknown }): void;
  /** The client declares what it wants done once. Absent: no client is judged. */
  intent?(declared: object): void;
  /** The client has done its work. */
  done?(): void;
}
