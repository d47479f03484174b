/** Every time that a history shows an order's row, or shows that it is not there, with the position of what shows it. */

import type { Exchange } from '../target/exchange.ts';
import { isOk, isWrite, position, status } from '../target/exchange.ts';
import { byPosition } from './by-position.ts';
import type { Chronicle } from './chronicle.ts';
import type { OrderName } from './order-model.ts';
import { orderName } from './order-model.ts';
import type { Row } from './reading.ts';
import { collectionOf, orderIdOf, orderRowOf, pageRows } from './reading.ts';
import { factsOf } from './recorded-fact.ts';

export interface Sighting {
  readonly position: bigint;
  /** undefined: the row is not there. */
  readonly row: Row | undefined;
  readonly exchange: Exchange;
}

/** Those of each order in order of position; at one position a fact's answer comes before the reads. */
export function sightingsOf(chronicle: Chronicle): ReadonlyMap<OrderName, readonly Sighting[]> {
  const sightings = new Map<OrderName, Sighting[]>();
  const note = (organisation: string, id: bigint | undefined, exchange: Exchange, row: Row | undefined) => {
    const at = position(exchange);
    if (id === undefined || at === undefined) return;
    const name = orderName(organisation, id);
    const sighting = { position: at, row, exchange };
    const known = sightings.get(name);
    if (known === undefined) sightings.set(name, [sighting]);
    else known.push(sighting);
  };

  // One answer a fact: that the others show the same is T12's to say.
  for (const { answeredBy, story } of factsOf(chronicle)) {
    const answered = isOk(answeredBy.exchange) ? orderRowOf(answeredBy.exchange) : undefined;
    note(story.organisation, answered?.id, answeredBy.exchange, answered?.row);
  }
  for (const { exchange, organisation } of chronicle.readings) {
    if (collectionOf(exchange) === '/orders') {
      for (const { id, row } of pageRows(exchange, '/orders')) note(organisation, id, exchange, row);
    } else if (isWrite(exchange) || !isOk(exchange)) {
      if (status(exchange) === 404) note(organisation, orderIdOf(exchange), exchange, undefined);
    } else {
      const read = orderRowOf(exchange);
      if (orderIdOf(exchange) !== undefined) note(organisation, read?.id, exchange, read?.row);
    }
  }
  for (const list of sightings.values()) {
    list.sort(byPosition);
  }
  return sightings;
}
