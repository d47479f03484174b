/** What passes a proxy on an open socket: frames both ways and how it ends, and what may change them. */
import type { Asked, Json } from './telling.ts';
import { jsonOf } from './telling.ts';

/** One connection through the proxy. */
export interface Talk {
  /** The handshake as the client sent it. */
  readonly asked: Asked;
  readonly socket: 'trading' | 'market-data';
  toClient(text: string): void;
  toGateway(text: string): void;
  /** The client alone is told; what goes on at the gateway goes on. */
  closeClient(code: number): void;
}

/** One thing that the proxy does otherwise on one connection. What it leaves out stays as it is. */
export interface TalkLayer {
  /** Frames that go to the client in place of one of the gateway's. */
  readonly down?: (text: string) => readonly string[];
  /** Frames that go to the gateway in place of one of the client's. */
  readonly up?: (text: string) => readonly string[];
  /** The code that the client is closed with where the gateway closed with this one; undefined: it stays open. */
  readonly closing?: (code: number) => number | undefined;
  /** How messages go over the wire: all that the WebSocket protocol leaves open. */
  readonly wire?: {
    /** Frames that a message to the client is cut into. */
    readonly pieces?: number;
    /** Pings before its first two frames to the client, and a pong that it never asked for. */
    readonly pings?: boolean;
    /** How long a message is on its way, in both directions. */
    readonly delayMs?: number;
  };
}

export type SocketLayer = (talk: Talk) => TalkLayer;

/** From the gateway on: the outermost layer stands first, as those of requests do. */
export function down(layers: readonly TalkLayer[], text: string): readonly string[] {
  return layers.reduceRight<readonly string[]>(
    (texts, layer) => (layer.down === undefined ? texts : texts.flatMap(layer.down)),
    [text],
  );
}

export function up(layers: readonly TalkLayer[], text: string): readonly string[] {
  return layers.reduce<readonly string[]>(
    (texts, layer) => (layer.up === undefined ? texts : texts.flatMap(layer.up)),
    [text],
  );
}

export function closing(layers: readonly TalkLayer[], code: number): number | undefined {
  return layers.reduceRight<number | undefined>(
    (now, layer) => (now === undefined || layer.closing === undefined ? now : layer.closing(now)),
    code,
  );
}

/** A frame's JSON object; undefined for anything else. */
export const frameOf = (text: string): Json | undefined => jsonOf({ body: text });
