import type { SocketLayer } from '../proxy/talk.ts';
import type { Layer } from '../proxy/telling.ts';

/** What one proxy does otherwise: with requests and handshakes, with the frames of open sockets, or with both. */
export interface Parts {
  readonly layer?: Layer;
  readonly socket?: SocketLayer;
}

/** One thing that the interface leaves free, or that decisions.md calls may or either, done the other way. */
export interface Variation {
  readonly name: string;
  /** Layers with their own memory: of one proxy. */
  readonly parts: () => Parts;
}

export function variation(name: string, layer: () => Layer): Variation {
  return { name, parts: () => ({ layer: layer() }) };
}

/** On an open socket. */
export function variationOfTalk(name: string, socket: () => SocketLayer): Variation {
  return { name, parts: () => ({ socket: socket() }) };
}

/** Both, with one memory. */
export function variationOfBoth(name: string, parts: () => Parts): Variation {
  return { name, parts };
}
