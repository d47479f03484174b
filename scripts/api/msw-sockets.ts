/** A client's WebSocket whose other end is a session of a member. */
import type { WebSocketHandler } from 'msw';
import { ws } from 'msw';
import type { InProcessClient } from './in-process-client.ts';

type Client = Parameters<WebSocketHandler['run']>[0]['client'];

interface Ending {
  readonly code: number;
  readonly reason: string;
  readonly wasClean: boolean;
}

/** The session's end of a client's connection; it keeps messages until the client's end listens. */
class Bridge {
  readonly #socket: ReturnType<InProcessClient['socket']>;
  readonly #opened: Promise<boolean>;
  #early: string[] = [];
  #ended: Ending | undefined;
  #client: Client | undefined;

  constructor(socket: ReturnType<InProcessClient['socket']>) {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    this.#socket = socket;
    this.#opened = promise;
    socket.addEventListener('open', () => resolve(true));
    socket.addEventListener('message', ({ data }) => {
      if (this.#client === undefined) this.#early.push(data as string);
      else this.#client.send(data as string);
    });
    socket.addEventListener('close', ({ code, reason, wasClean }) => {
      this.#ended = { code, reason, wasClean };
      resolve(false);
      if (this.#client !== undefined) end(this.#client, this.#ended);
    });
  }

  /**
   * Waits for the member's answer. A refused client sees the same as from any server: an error, and a close with 1006.
   */
  async admits(client: Client): Promise<boolean> {
    const isOpen = await this.#opened;
    if (!isOpen && this.#ended !== undefined) end(client, this.#ended);
    return isOpen;
  }

  join(client: Client): void {
    client.addEventListener('message', ({ data }) => this.#socket.send(data as string));
    client.addEventListener('close', ({ code, reason }) => {
      const isForClientsToSay = code === 1000 || (code >= 3000 && code <= 4999);
      if (isForClientsToSay) this.#socket.close(code, reason);
      else this.#socket.close();
    });
    for (const text of this.#early) client.send(text);
    this.#early = [];
    this.#client = client;
    if (this.#ended !== undefined) end(client, this.#ended);
  }
}

/** The MSW handler of WebSockets below `baseUrl`. */
export function socketHandler(baseUrl: string, client: InProcessClient): WebSocketHandler {
  const base = new URL(baseUrl);
  const prefix = base.pathname.replace(/(?<!\/)\/+$/, '');
  const under = new RegExp(`^${RegExp.escape(base.origin.replace(/^http/, 'ws') + prefix)}([/?#]|$)`);
  const bridges = new WeakMap<Client, Bridge>();
  const handler = ws.link(under).addEventListener('connection', (connection) => {
    bridges.get(connection.client)?.join(connection.client);
  });
  const run = handler.run.bind(handler);
  // MSW opens a client's WebSocket once its handlers have run, so this waits for the member's answer.
  handler.run = async (connection, context) => {
    const { url } = connection.client;
    if (under.test(url.href)) {
      const below = new URL(url.pathname.slice(prefix.length) + url.search, url.origin);
      const bridge = new Bridge(client.socket(below.href, [connection.info.protocols ?? []].flat()));
      if (await bridge.admits(connection.client)) bridges.set(connection.client, bridge);
    }
    return run(connection, context);
  };
  return handler;
}

/** Ends as a server does; `close` cannot express a lost connection. */
function end(client: Client, { code, reason, wasClean }: Ending): void {
  // The client's own socket: MSW has no other way to end it like a lost connection.
  const { socket } = client as unknown as { readonly socket: WebSocket };
  // After the sent frames: each of them is delivered in its own microtask.
  queueMicrotask(() => {
    if (socket.readyState === WebSocket.CLOSED) return;
    Object.assign(socket, { readyState: WebSocket.CLOSED });
    if (!wasClean) socket.dispatchEvent(new Event('error'));
    socket.dispatchEvent(new CloseEvent('close', { code, reason, wasClean }));
  });
}
