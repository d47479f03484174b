/**
 * The gateway's port of several worlds: each request goes to the front of its world, which sees it as if it had the
 * port to itself. Responses are not changed: a `Location` is the interface's own path in every world (worlds.test.ts).
 */
import type { IncomingMessage } from 'node:http';
import type { Served } from '../front/open-port.ts';
import { DEFAULT_WORLD, WORLD_HEADER, worldAddress } from './world-address.ts';

type Front = Required<Served>;

export interface Fronts {
  readonly main: Front;
  /** undefined for an unknown world. */
  named(name: string): Front | undefined;
  all(): Iterable<Front>;
}

export function worldsFront({ main, named, all }: Fronts): Front {
  // The front is looked up again when the response is complete; by then the prefix is removed and the world may be
  // gone.
  const chosen = new WeakMap<IncomingMessage, Front | 'none'>();

  function choose(request: IncomingMessage): Front | 'none' {
    const known = chosen.get(request);
    if (known !== undefined) return known;
    const address = worldAddress(request.url ?? '', request.headers);
    if (address === undefined) return main;
    const front = named(address.name);
    if (front !== undefined) request.url = address.url;
    // A path of an unknown world is a path that the gateway does not know, and gets its refusal.
    const served = front ?? (address.by === 'path' ? main : 'none');
    chosen.set(request, served);
    return served;
  }

  return {
    continues: 'when read',
    // Which world they are for is known once they are parsed.
    arrived() {
      for (const front of all()) front.arrived();
    },
    handle(request, response, isTooMany) {
      const front = choose(request);
      if (front !== 'none') return front.handle(request, response, isTooMany);
      const headers = { 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' };
      response.writeHead(404, headers).end(noSuchWorld());
    },
    refusal: (request, socket) => (isOfAWorld(request) ? undefined : main.refusal(request, socket)),
    takesUpgrade(request) {
      const front = choose(request);
      return front !== 'none' && front.takesUpgrade(request);
    },
    upgrade(request, socket, head) {
      const front = choose(request);
      if (front === 'none') socket.destroy();
      else front.upgrade(request, socket, head);
    },
    onClientError: main.onClientError,
    holdBack(request, response) {
      const front = choose(request);
      return front === 'none' ? undefined : front.holdBack(request, response);
    },
  };
}

/** Whether the target names a world. Its head has no header of ours, or it would not be a simple request. */
function isOfAWorld({ target }: { readonly target: string }): boolean {
  return worldAddress(target, {}) !== undefined;
}

function noSuchWorld(): string {
  return `${WORLD_HEADER} names no world of this sandbox: POST /worlds of its control plane makes one, and "${DEFAULT_WORLD}" is always there\n`;
}
