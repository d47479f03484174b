import type { SocketLayer } from '../proxy/talk.ts';
import type { Layer } from '../proxy/telling.ts';

/** One thing that the interface leaves free, or that decisions.md calls may or either, done the other way. */
export interface Variation {
  readonly name: string;
  /** A layer with its own memory: of one proxy. */
  readonly layer: () => Layer;
  /** Of sockets. */
  readonly socket?: () => SocketLayer;
}

export function variation(name: string, layer: () => Layer): Variation {
  return { name, layer };
}

const asItIs: Layer = (asked, next) => next(asked);

/** On an open socket. */
export function variationOfTalk(name: string, socket: () => SocketLayer): Variation {
  return { name, layer: () => asItIs, socket };
}
