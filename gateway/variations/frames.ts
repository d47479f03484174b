/** An open WebSocket connection of a member: its frames both ways, its close, and the layers that may change them. */
import type { HttpRequest, Json } from './layer.ts';
import { jsonOf } from './layer.ts';

export interface Connection {
  /** The handshake as the client sent it. */
  readonly request: HttpRequest;
  readonly socket: 'trading' | 'market-data';
  toClient(text: string): void;
  toGateway(text: string): void;
  /** Closes only the client's side; the gateway's session stays open until the client closes. */
  closeClient(code: number): void;
}

/** One changed behaviour of one connection. Absent members change nothing. */
export interface FrameLayer {
  /** The frames for the client in place of one of the gateway's. */
  readonly down?: (text: string) => readonly string[];
  /** The frames for the gateway in place of one of the client's. */
  readonly up?: (text: string) => readonly string[];
  /** The close code for the client when the gateway closes with this one; undefined keeps the client connected. */
  readonly closing?: (code: number) => number | undefined;
  /** How messages are sent, in the ways that the WebSocket protocol allows. */
  readonly wire?: {
    /** The number of fragments of each message to the client. */
    readonly pieces?: number;
    /** Pings before the first two frames to the client, and an unsolicited pong. */
    readonly pings?: boolean;
    /** Delay of each message, in both directions. */
    readonly delayMs?: number;
  };
}

export type SocketLayer = (connection: Connection) => FrameLayer;

/** Runs a frame to the client through the layers; the first layer is the outermost, as with requests. */
export function down(layers: readonly FrameLayer[], text: string): readonly string[] {
  return layers.reduceRight<readonly string[]>(
    (texts, layer) => (layer.down === undefined ? texts : texts.flatMap(layer.down)),
    [text],
  );
}

/** Runs a client's message through the layers, outermost first. */
export function up(layers: readonly FrameLayer[], text: string): readonly string[] {
  return layers.reduce<readonly string[]>(
    (texts, layer) => (layer.up === undefined ? texts : texts.flatMap(layer.up)),
    [text],
  );
}

/** The close code that the client sees, from the innermost layer outwards; undefined if it stays connected. */
export function closing(layers: readonly FrameLayer[], code: number): number | undefined {
  return layers.reduceRight<number | undefined>(
    (now, layer) => (now === undefined || layer.closing === undefined ? now : layer.closing(now)),
    code,
  );
}

/** A frame's JSON object; undefined for anything else. */
export const frameOf = (text: string): Json | undefined => jsonOf({ body: text });
