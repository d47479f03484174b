/** What a client wants, by its own word, beside what it sent and what the platform holds. */
import type { Call, Intent, Row, Start } from './history.ts';
import { isWrite, wantOf } from './reading.ts';

/** Whether an order has what an intent wants of it. */
export function fits(order: Row, wanted: Row): boolean {
  return Object.entries(wanted).every(([name, value]) => {
    const has = order[name];
    return (
      has === undefined ||
      has === null ||
      `${String(has)}` === `${String(value)}` ||
      (isDecimal(has) && isDecimal(value) && plain(has) === plain(value))
    );
  });
}

const isDecimal = (value: unknown): value is string =>
  typeof value === 'string' && /^-?[0-9]+(?:\.[0-9]+)?$/.test(value);

/** A decimal without the zeros that say nothing. */
function plain(value: string): string {
  const [whole = '', places = ''] = value.split('.');
  let end = places.length;
  while (places[end - 1] === '0') end -= 1;
  const kept = places.slice(0, end);
  const digits = whole.replace(/^(-?)0+(?=[0-9])/, '$1');
  return kept === '' ? digits : `${digits}.${kept}`;
}

/** The client's intents to place an order, each with its last word about it. */
export function intended({ intents }: Start): readonly Intent[] {
  const byName = Map.groupBy(intents, ({ intent }) => intent);
  return [...byName.values()].map((lines) => ({
    ...(lines[0] as Intent),
    ...lines.reduce((last, { done }) => (done === undefined ? last : { done }), {}),
  }));
}

/** How many orders like that of a call the client wants, by its own word; undefined: it did not say. */
export function wantedTimes(start: Start, call: Call): number | undefined {
  if (start.intents.length === 0) return undefined;
  const order = JSON.parse(wantOf(call).replace(/^[^{]*/, '') || '{}') as Row;
  return intended(start).filter((intent) => fits(order, intent.order)).length;
}

/** Under how many keys the client sent what a write wants. */
export function keysFor({ calls }: Start, write: Call): number {
  return new Set(calls.filter((call) => isWrite(call) && wantOf(call) === wantOf(write)).map(({ key }) => key)).size;
}
