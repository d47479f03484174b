/** Which of several members a request goes to. */
import type { Socket } from 'node:net';
import type { Random } from '../seed.ts';

export const ROUTINGS = ['round-robin', 'random', 'sticky'] as const;
/** round-robin: one after the other. random: by the seed. sticky: a connection stays with the member it met first. */
export type Routing = (typeof ROUTINGS)[number];

export type Choose<Member> = (members: readonly [Member, ...Member[]], socket: Socket) => Member;

export function routingOf<Member extends object>(routing: Routing, random: Random): Choose<Member> {
  switch (routing) {
    case 'round-robin':
      return roundRobin();
    case 'random':
      return (members) => random.pick(members);
    case 'sticky':
      return sticky(roundRobin());
  }
}

function roundRobin<Member>(): Choose<Member> {
  let next = 0;
  return (members) => {
    const chosen = members[next % members.length] ?? members[0];
    next = (next + 1) % members.length;
    return chosen;
  };
}

function sticky<Member extends object>(first: Choose<Member>): Choose<Member> {
  const bySocket = new WeakMap<Socket, Member>();
  return (members, socket) => {
    const met = bySocket.get(socket);
    if (met !== undefined && members.includes(met)) return met;
    const chosen = first(members, socket);
    bySocket.set(socket, chosen);
    return chosen;
  };
}
