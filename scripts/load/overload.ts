/** What is left of a server's goodput (2xx within a second) at three times its capacity. */
import { type LoadTaken, measured } from './measured.ts';

const AT_CAPACITY = 64;
const OVER_CAPACITY = 3_000;
export const LEAST_GOODPUT = 0.9;

export interface Overload {
  /** Good answers a second, of clients that send when they have their answer. */
  readonly capacity: number;
  /** The goodput at three times the capacity, as a part of it. */
  readonly kept: number;
  readonly over: LoadTaken;
}

export async function overloaded(port: number, requests: readonly string[], seconds: number): Promise<Overload> {
  const capacity = (await measured({ port, requests, seconds, connections: AT_CAPACITY })).good / seconds;
  const over = await measured({ port, requests, seconds, connections: OVER_CAPACITY, perSecond: 3 * capacity });
  return { capacity, kept: over.good / seconds / capacity, over };
}
