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

/** Changes requests and responses. */
export function variation(
  name: string,
  decision: readonly DecisionId[],
  story: string,
  layer: (timer: Timer) => Layer,
): Variation {
  return { name, decision, story, parts: (timer) => ({ layer: layer(timer) }) };
}

/** Changes frames of open sockets. */
export function variationOfFrames(
  name: string,
  decision: readonly DecisionId[],
  story: string,
  socket: (timer: Timer) => SocketLayer,
): Variation {
  return { name, decision, story, parts: (timer) => ({ socket: socket(timer) }) };
}

/** Changes both, with one memory. */
export function variationOfBoth(
  name: string,
  decision: readonly DecisionId[],
  story: string,
  parts: (timer: Timer) => Parts,
): Variation {
  return { name, decision, story, parts };
}

/** Changes only the deployment, and no response. */
export function deployedWith(
  name: string,
  decision: readonly DecisionId[],
  story: string,
  deployment: Deployment,
): Variation {
  return { name, decision, story, parts: () => ({}), deployment };
}
