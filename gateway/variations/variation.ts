import type { SocketLayer } from './frames.ts';
import type { Layer } from './layer.ts';

/** A row of decisions.md: `A21`. */
export type DecisionId = `A${number}`;

/** The machine's time, whatever clock the platform has. */
export interface Timer {
  /** Monotonic. */
  nowMs(): number;
  sleep(ms: number): Promise<void>;
}

/** What a variation changes: requests and handshakes, frames of open sockets, or both. */
export interface Parts {
  readonly layer?: Layer;
  readonly socket?: SocketLayer;
}

/** What a member and its issuer are deployed with; no layer can show it. */
export interface Deployment {
  /** Principals that the profile does not name. */
  readonly absentPrincipals?: readonly string[];
  readonly absentSurfaces?: readonly ('algos' | 'balances' | 'intake' | 'tickets')[];
  /** The token endpoint takes client secrets by HTTP Basic only. */
  readonly basicOnly?: true;
}

/** One behaviour that a deployed member may have and the sandbox's own member has not. */
export interface Variation {
  /** kebab-case: `--permissive=NAME`. */
  readonly name: string;
  /** The rows of decisions.md whose other branch this is; empty where the interface is silent. */
  readonly decision: readonly DecisionId[];
  /** One sentence: what the member does. */
  readonly story: string;
  /** New layers with their own memory: one call for each member or proxy. */
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

/** Changes what is deployed, and no response. */
export function deployedWith(
  name: string,
  decision: readonly DecisionId[],
  story: string,
  deployment: Deployment,
): Variation {
  return { name, decision, story, parts: () => ({}), deployment };
}
