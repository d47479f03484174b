import type { Exchange } from '../client/exchange.ts';
import { json } from '../client/exchange.ts';

export interface Property {
  readonly exchange: Exchange;
  readonly name: string;
  readonly value: unknown;
  /** A JSON pointer to the property in the body: `/items/0/orderId`. */
  readonly way: string;
}

/** Every property of every object in the bodies of these responses. */
export function everyProperty(exchanges: readonly Exchange[]): readonly Property[] {
  return exchanges.flatMap((exchange) => inside(json(exchange), '', exchange));
}

function inside(value: unknown, way: string, exchange: Exchange): readonly Property[] {
  if (Array.isArray(value)) return value.flatMap((item, i) => inside(item, `${way}/${i}`, exchange));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [
    { exchange, name, value: inner, way: `${way}/${name}` },
    ...inside(inner, `${way}/${name}`, exchange),
  ]);
}
