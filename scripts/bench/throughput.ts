/**
 * Requests a second that a server answers while its core is full: by the time that its threads run, not by the wall's. On a
 * core of its own both are the same; on a machine that others use meanwhile only the first is the server's.
 */
import { type LoadTaken, measured } from '../load/measured.ts';
import { processorMsOf } from './cores.ts';

export const CONNECTIONS = 64;

export interface Throughput extends LoadTaken {
  readonly perSecond: number;
}

export interface Served {
  readonly pid: number;
  readonly port: number;
}

/** Throws if an answer is not a 2xx: then it measured something else. */
export async function throughputOf({ pid, port }: Served, request: string, seconds: number): Promise<Throughput> {
  const beforeMs = processorMsOf(pid);
  const taken = await measured({ port, requests: [request], seconds, connections: CONNECTIONS });
  const tookMs = processorMsOf(pid) - beforeMs;
  const { sent, refused, other } = taken;
  if (refused > 0 || other > 0) {
    throw new Error(
      `of ${sent} requests ${refused} were refused and ${other} had another answer: ${request.slice(0, 60)}`,
    );
  }
  return { ...taken, perSecond: (taken.sent / tookMs) * 1_000 };
}

/** What V8 needs to compile the sandbox's path of a request for good: tried, the rate is steady from there on. */
const WARM_REQUESTS = 15_000;

export async function warmUp(of: Served, request: string): Promise<void> {
  for (let sent = 0; sent < WARM_REQUESTS; ) sent += (await throughputOf(of, request, 1)).sent;
}
