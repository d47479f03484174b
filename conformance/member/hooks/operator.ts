/**
 * What the operator of a platform can do to it, so that a check sees what no request brings about. A sandbox does it by its
 * control plane (control-operator.ts), for one write and at once. A deployed member's platform does it by the hooks of the
 * profile (hook-operator.ts): for all its users, and as late as the command takes. Rejects with Unreached where it
 * did not come about, so that the check is inconclusive.
 */
import type { Exchange } from '../exchange/exchange.ts';
import type { StateName } from './hook-names.ts';

/** The most requests of one `meet`: each may be an order that stays open until the check ends. */
export const MOST_MEETING = 5;

export interface Operator {
  /** Begins a state. It ends with `end`, and at the latest with the check. */
  begin(state: StateName): Promise<State>;
  /**
   * Starts every member again and waits until they serve. `meanwhile` sends a request, again and again, and says whether
   * it has met a member that catches up. By a hook none may be met: the restart may replace one member after the other.
   */
  restart(meanwhile?: () => Promise<boolean>): Promise<Pick<State, 'afterwards'>>;
  /** The issuer signs with a new key; the former one is withdrawn. Members may read both some time later. */
  rotateKey(): Promise<Pick<State, 'until'>>;
  /** Moves the target's time ahead, such as by `'23h'`. */
  advance(by: string): Promise<void>;
}

export interface State {
  /** Sends a request that meets the state, under a new key; further ones until one does. Resolves to the last. */
  meet(send: (key: string) => Promise<Exchange>): Promise<Exchange>;
  end(): Promise<void>;
  /**
   * Sends until `isDone`, within a limit, and resolves to the last; a sandbox needs one request. `orElse`: why the check is
   * inconclusive past the limit.
   */
  until(send: () => Promise<Exchange>, isDone: (e: Exchange) => boolean, orElse?: string): Promise<Exchange>;
  /** Sends, after the end, until the member answers for itself and is not busy any longer. */
  afterwards(send: () => Promise<Exchange>): Promise<Exchange>;
}
