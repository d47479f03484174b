import type { Conversation, SocketName } from '../exchange/conversation.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { SocketClient } from './socket-client.ts';

/** A WebSocket connection of a session: its client, and its record so far. */
export class Underway {
  readonly client: SocketClient;
  readonly #socket: SocketName;
  handshake: Exchange | undefined;

  constructor(client: SocketClient, socket: SocketName) {
    this.client = client;
    this.#socket = socket;
  }

  conversation(): Conversation {
    if (this.handshake === undefined) throw new Error('the handshake is not sent yet');
    const { n, label, actor, request, sentAtMs, answeredAtMs, ...received } = this.handshake;
    const { frames, closed } = this.client;
    const head = { n, label, actor, socket: this.#socket, request, sentAtMs, answeredAtMs };
    return { ...head, ...received, frames: [...frames], closed };
  }
}
