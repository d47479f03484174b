/** Every time that a history shows an order's row, or shows that it is not there, with the position of what shows it. */

import type { Exchange } from '../target/exchange.ts';
import { isOk, isReplay, isWrite, position, status } from '../target/exchange.ts';
import { byPosition } from './by-position.ts';
import type { Chronicle } from './chronicle.ts';
import type { OrderName } from './order-model.ts';
import { orderName } from './order-model.ts';
import type { Row } from './reading.ts';
import { collectionOf, orderIdOf, orderRowOf, pageRows } from './reading.ts';

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

  for (const { exchange, organisation, outcome } of chronicle.attempts) {
    // What a replay shows is what the first answer showed: T12 says so.
    if (outcome.kind !== 'judged' || !outcome.ok || isReplay(exchange)) continue;
    const answered = orderRowOf(exchange);
    note(organisation, answered?.id, exchange, answered?.row);
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
