import type { Exchange, Pass } from '../event-types.ts';

/** The parts of the time of an exchange, in nanoseconds; together they are its time. */
export interface Parts {
  readonly memberNs: number;
  /** From the command's way to the platform to its record's way back. */
  readonly ownerNs: number;
  /** What faults delayed or held. */
  readonly heldNs: number;
}

type Span = readonly [fromNs: number, toNs: number];

function overlap([from, to]: Span, [other, end]: Span): number {
  return Math.max(0, Math.min(to, end) - Math.max(from, other));
}

/** @param passes of the key of the exchange; undefined: no arrival was noted */
export function partsOf(exchange: Exchange, passes: readonly Pass[]): Parts | undefined {
  const { receivedNs, tookNs, strikes, member } = exchange;
  if (receivedNs === undefined || tookNs === undefined) return undefined;
  // Of times in nanoseconds the differences are exact enough.
  const since = (ns: string) => Number(BigInt(ns) - BigInt(receivedNs));
  const whole: Span = [0, Number(tookNs)];
  const own = passes.filter((pass) => pass.member === member && overlap(whole, [since(pass.atNs), Infinity]) > 0);
  const sent = own.find(({ edge }) => edge === 'send');
  const back = own.findLast(({ edge }) => edge === 'reply' || edge === 'record');
  const owner: Span =
    sent === undefined ? [0, 0] : [since(sent.atNs), back === undefined ? whole[1] : since(back.atNs)];
  const holds = strikes.map(({ atNs, endNs }): Span => [since(atNs), endNs === null ? whole[1] : since(endNs)]);
  const heldNs = holds.reduce((sum, hold) => sum + overlap(hold, whole), 0);
  const heldByOwner = holds.reduce((sum, hold) => sum + overlap(hold, owner), 0);
  const ownerNs = Math.max(0, overlap(owner, whole) - heldByOwner);
  return { memberNs: Math.max(0, whole[1] - ownerNs - heldNs), ownerNs, heldNs };
}
