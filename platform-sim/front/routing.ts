/** Which of several members a request goes to. */
import type { Socket } from 'node:net';
import type { Random } from '../seed.ts';

/** The routings that `--route` takes. */
export const ROUTINGS = ['round-robin', 'random', 'sticky', 'weighted'] as const;
/**
 * round-robin: one after the other. random: by the seed. sticky: a client, by its address, stays at its first
 * member, so that its tickets open sessions (A89). weighted: each in turn, in proportion to its weight.
 */
export type Routing = (typeof ROUTINGS)[number];

/** A candidate. */
export interface Routed {
  /** 0 or more; 0: never chosen by `weighted`. */
  readonly weight: number;
}

/** undefined: there are no candidates. */
export type Choose<Seat> = (seats: readonly Seat[], socket: Socket) => Seat | undefined;

/** Creates the function that chooses a member; `random` decides for `random` alone. */
export function routingOf<Seat extends Routed>(routing: Routing, random: Random): Choose<Seat> {
  switch (routing) {
    case 'round-robin':
      return roundRobin();
    case 'random':
      return (seats) => (seats.length === 0 ? undefined : random.pick(seats));
    case 'sticky':
      return sticky(roundRobin());
    case 'weighted':
      return weighted();
  }
}

function roundRobin<Seat>(): Choose<Seat> {
  let next = 0;
  return (seats) => {
    const chosen = seats[next % seats.length];
    next = (next + 1) % seats.length || 0;
    return chosen;
  };
}

/** Addresses that are remembered: the least recently seen is forgotten first. */
const MOST_ADDRESSES = 10_000;

function sticky<Seat>(first: Choose<Seat>): Choose<Seat> {
  const byAddress = new Map<string, Seat>();
  return (seats, socket) => {
    // Clients in this process have none, and count as one client.
    const address = socket.remoteAddress ?? '';
    const met = byAddress.get(address);
    const chosen = met !== undefined && seats.includes(met) ? met : first(seats, socket);
    byAddress.delete(address);
    if (chosen !== undefined) byAddress.set(address, chosen);
    const [oldest] = byAddress.size > MOST_ADDRESSES ? byAddress.keys() : [];
    if (oldest !== undefined) byAddress.delete(oldest);
    return chosen;
  };
}

/** Smooth weighted round-robin, as in nginx: the member with the most credit is next, so light members do not starve. */
function weighted<Seat extends Routed>(): Choose<Seat> {
  const credit = new WeakMap<Seat, number>();
  return (seats) => {
    const weighing = seats.filter(({ weight }) => weight > 0);
    let chosen: Seat | undefined;
    for (const seat of weighing) {
      credit.set(seat, (credit.get(seat) ?? 0) + seat.weight);
      if (chosen === undefined || (credit.get(seat) ?? 0) > (credit.get(chosen) ?? 0)) chosen = seat;
    }
    if (chosen !== undefined) {
      const total = weighing.reduce((sum, { weight }) => sum + weight, 0);
      credit.set(chosen, (credit.get(chosen) ?? 0) - total);
    }
    return chosen;
  };
}
