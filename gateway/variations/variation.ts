import type { SocketLayer } from './frames.ts';
import type { Layer } from './layer.ts';

/** A row of decisions.md: `A21`. */
export type DecisionId = `A${number}`;

/** The machine's time, for any clock of the platform. */
export interface Timer {
  /** Monotonic. */
  nowMs(): number;
  sleep(ms: number): Promise<void>;
}

/** The effect of a variation: on requests and handshakes, on frames of open sockets, or on both. */
export interface Parts {
  readonly layer?: Layer;
  readonly socket?: SocketLayer;
}

/** How a member and its issuer are deployed, if a layer cannot show it. */
export interface Deployment {
  /** Principals that the profile leaves out. */
  readonly absentPrincipals?: readonly string[];
  readonly absentSurfaces?: readonly ('algos' | 'balances' | 'intake' | 'tickets')[];
  /** The token endpoint takes client secrets by HTTP Basic only. */
  readonly basicOnly?: true;
}

/** One behaviour that a deployed member may have and the sandbox's own member does not. */
export interface Variation {
  /** kebab-case: `--permissive=NAME`. */
  readonly name: string;
  /** The rows of decisions.md that decide otherwise; empty if the interface leaves the behaviour open. */
  readonly decision: readonly DecisionId[];
  /** The member's behaviour, in one sentence. */
  readonly story: string;
  /** Creates the layers with their own memory; called once for each member or proxy. */
  readonly parts: (timer: Timer) => Parts;
  readonly deployment?: Deployment;
}

/** Makes a variation of its name, its decisions, its story and its effect. */
type Row<Effect> = (name: string, decision: readonly DecisionId[], story: string, effect: Effect) => Variation;

/** Changes requests and responses. */
export const variation: Row<(timer: Timer) => Layer> = (name, decision, story, layer) => {
  return { name, decision, story, parts: (timer) => ({ layer: layer(timer) }) };
};

/** Changes frames of open sockets. */
export const variationOfFrames: Row<(timer: Timer) => SocketLayer> = (name, decision, story, socket) => {
  return { name, decision, story, parts: (timer) => ({ socket: socket(timer) }) };
};

/** Changes both, with one memory. */
export const variationOfBoth: Row<Variation['parts']> = (name, decision, story, parts) => {
  return { name, decision, story, parts };
};

/** Changes only the deployment, and no response. */
export const deployedWith: Row<Deployment> = (name, decision, story, deployment) => {
  return { name, decision, story, parts: () => ({}), deployment };
};
