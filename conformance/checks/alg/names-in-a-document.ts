/** A document that names the fixtures' account and instrument, and what a member may make of it: the names' places, ids in them. */
import { visit } from 'jsonc-parser';
import type { Fixtures } from '../../client/profile.ts';

/** Of UTF-8 (ALG-12). */
export const LIMIT_BYTES = 6_144;

export interface Named {
  readonly id: number;
  readonly name: string;
}

/** Where a name stands in the text, quotes included. */
export interface Place extends Named {
  readonly offset: number;
  readonly length: number;
}

export const NO_NAMES = 'the fixture namingDocument names neither the account nor the instrument of the fixtures';

/** What the fixtures' documents name. */
export function namedFixtures({ account, instrument }: Fixtures): readonly Named[] {
  return [
    ...(account === undefined ? [] : [account]),
    ...(instrument === undefined ? [] : [{ id: instrument.id, name: instrument.symbol }]),
  ];
}

/** The strings of a JSONC text that are such names, in their order; what stands in comments names nothing. */
export function placesIn(text: string, named: readonly Named[]): readonly Place[] {
  const places: Place[] = [];
  visit(text, {
    onLiteralValue(value, offset, length) {
      const held = named.find(({ name }) => name === value);
      if (held !== undefined) places.push({ ...held, offset, length });
    },
  });
  return places;
}

/** The text with something else in each place. */
export function written(text: string, places: readonly Place[], what: (place: Place) => string): string {
  let end = 0;
  const parts = places.flatMap((place) => {
    const before = text.slice(end, place.offset);
    end = place.offset + place.length;
    return [before, what(place)];
  });
  return parts.join('') + text.slice(end);
}

export function withIds(text: string, places: readonly Place[]): string {
  return written(text, places, ({ id }) => String(id));
}

/** White space and comments: no character of it can be read in two ways. */
const BESIDE = String.raw`(?:[ \t\r\n]|/\*(?:(?!\*/)[\s\S])*\*/|//[^\r\n]*(?:\r?\n))*`;

/** Whether `kept` is the text with the id in each place, comments beside it or not, and all else as it was written. */
export function isReplaced(text: string, places: readonly Place[], kept: string): boolean {
  const literal = (part: string) => part.replace(/[.*+?^$()|[\]{}\\/]/g, '\\$&');
  let end = 0;
  const pattern = places.map(({ id, offset, length }) => {
    const before = text.slice(end, offset);
    end = offset + length;
    return `${literal(before)}${BESIDE}${id}${BESIDE}`;
  });
  return new RegExp(`^${pattern.join('')}${literal(text.slice(end))}$`).test(kept);
}

export function bytesOf(text: string): number {
  return Buffer.byteLength(text);
}

/** The document with a comment behind it, of so many bytes in all; `filler` is one character of any size. */
export function padded(document: string, bytes: number, filler = 'x'): string {
  const missing = bytes - bytesOf(`${document}\n/**/`);
  const whole = Math.max(0, Math.floor(missing / bytesOf(filler)));
  return `${document}\n/*${filler.repeat(whole)}${'x'.repeat(Math.max(0, missing - whole * bytesOf(filler)))}*/`;
}
