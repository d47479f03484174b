/** Tells the control plane of the exchanges of a process of members alone, several in one message. */
import type { NatsConnection } from '@nats-io/transport-node';
import type { ExchangeContent, ExchangeEvent } from '../../../gateway/http/exchange-event.ts';
import type { Clock } from '../../../gateway/platform-port.ts';
import { toWire } from './exchange-content.ts';
import { encode, SUBJECTS, type ToldExchanges } from './messages.ts';

/** Short for a person who watches, and long enough to join what a busy member answers. */
const EVERY_MS = 20;
/** Eight bodies at most: NATS takes a megabyte a message. */
const MOST = 8;

export type ExchangeTeller = (world: string, event: ExchangeEvent, content?: ExchangeContent) => void;

/** Nothing is told while the connection is lost: exchanges are shown, not counted on. */
export function exchangeTeller(nc: NatsConnection, clock: Clock): ExchangeTeller {
  const waiting = new Map<string, ToldExchanges['items'][number][]>();
  let armed = false;

  function tellAll(): void {
    armed = false;
    for (const [world, items] of waiting) {
      for (let first = 0; first < items.length; first += MOST) {
        const told: ToldExchanges = { world, items: items.slice(first, first + MOST) };
        if (!nc.isClosed()) nc.publish(SUBJECTS.exchanges, encode(told));
      }
    }
    waiting.clear();
  }

  return (world, event, content) => {
    const items = waiting.get(world) ?? [];
    items.push([event, content === undefined ? null : toWire(content)]);
    waiting.set(world, items);
    if (armed) return;
    armed = true;
    clock.after(EVERY_MS, 'exchanges told', tellAll);
  };
}
