import type { Exchange } from '../member/exchange/exchange.ts';
import { json } from '../member/exchange/exchange.ts';

export interface Property {
  readonly exchange: Exchange;
  readonly name: string;
  readonly value: unknown;
  /** A JSON pointer to the property in the body: `/items/0/orderId`. */
  readonly way: string;
}

/** Every property of every object in the bodies of these responses. */
export function everyProperty(exchanges: readonly Exchange[]): readonly Property[] {
  const found: Property[] = [];
  for (const exchange of exchanges) collect(json(exchange), '', exchange, found);
  return found;
}

/** Into one list: bodies are nested, and a list for each object would be copied once for each level. */
function collect(value: unknown, way: string, exchange: Exchange, found: Property[]): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    const below = `${way}/${name}`;
    if (!Array.isArray(value)) found.push({ exchange, name, value: inner, way: below });
    collect(inner, below, exchange, found);
  }
}
