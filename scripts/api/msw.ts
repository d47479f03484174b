/**
 * MSW handlers that answer a client's fetch and WebSocket from the members of a sandbox in this process, with no port at all.
 * The token endpoint is `{baseUrl}/identity/token`.
 *
 *     const handlers = await sandboxHandlers({ baseUrl: 'https://gateway.example.com' });
 *     const server = setupServer(...handlers);
 *     await handlers.sandbox.control.addFault({ on: { edge: 'answer' }, drop: 'answer', times: 1 });
 *
 * A WebSocket has no headers: it opens with a ticket of POST /v1/ws-tickets in its address. Clients of the packages `ws` and
 * `undici` go by MSW; they need a sandbox with ports.
 */
import './needed-node.ts';
import type { HttpHandler, WebSocketHandler } from 'msw';
import type { InProcessClient } from './in-process-client.ts';
import { inProcessClient } from './in-process-client.ts';
import { httpHandler } from './msw-http.ts';
import { socketHandler } from './msw-sockets.ts';
import type { Sandbox, SandboxOptions } from './sandbox.ts';
import { startSandbox } from './sandbox.ts';

/** A world as `startSandbox` creates it, or a started sandbox; and the client's address of the gateway. */
export type SandboxHandlersOptions = { readonly baseUrl: string } & (
  | (Omit<SandboxOptions, 'ports' | 'port' | 'controlPort' | 'host' | 'controlHost'> & { readonly sandbox?: never })
  | { readonly sandbox: Sandbox }
);

/** The handlers for `setupServer` and `use`, with their sandbox: its clock, its faults, its tokens. */
export type SandboxHandlers = (HttpHandler | WebSocketHandler)[] & { readonly sandbox: Sandbox };

/**
 * Creates the handlers, and a sandbox without ports unless one is given. Rejects with TypeError for an invalid
 * `baseUrl`.
 */
export async function sandboxHandlers(options: SandboxHandlersOptions): Promise<SandboxHandlers> {
  if (!/^https?:$/.test(URL.parse(options.baseUrl)?.protocol ?? '')) {
    throw new TypeError(
      "sandboxHandlers: baseUrl is where the client believes the gateway to be, such as 'https://gateway.example.com'",
    );
  }
  const baseUrl = options.baseUrl.replace(/(?<!\/)\/+$/, '');
  const sandbox = options.sandbox ?? (await startSandbox({ ...options, baseUrl, ports: false }));
  const client: InProcessClient = inProcessClient(sandbox);
  const handlers = [httpHandler(baseUrl, client), socketHandler(baseUrl, client)];
  return Object.assign(handlers, { sandbox });
}
