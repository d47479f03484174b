/** Two users mint a ticket each and open their sessions crosswise: who minted last opens first. */
import type { Actor } from '../../client/actor.ts';
import type { OpenSocket } from '../../client/open-socket.ts';
import { greeted } from '../../rules/frame-rules.ts';

export interface Crossed {
  readonly actor: Actor;
  readonly socket: OpenSocket;
}

/** The label of the conversation of a user. */
export const sessionOf = (name: string): string => `session of ${name}`;

/** The tickets are labelled `minted`. undefined: one of them was not minted. */
export async function crossedSessions(first: Actor, second: Actor): Promise<readonly [Crossed, Crossed] | undefined> {
  const { ticket: former } = await first.mintTicket({ label: 'minted' });
  const { ticket: latter } = await second.mintTicket({ label: 'minted' });
  if (former === undefined || latter === undefined) return undefined;
  const open = async (actor: Actor, ticket: string): Promise<Crossed> => {
    const socket = await actor.openSocket('trading', { ticket, label: sessionOf(actor.name) });
    if (socket.opened) await greeted(socket);
    return { actor, socket };
  };
  const later = await open(second, latter);
  return [await open(first, former), later];
}
