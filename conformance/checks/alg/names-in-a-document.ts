/** A document that names the fixtures' account and instrument: where the names are, and what a member may replace them with. */
import { visit } from 'jsonc-parser';
import type { Fixtures } from '../../member/profile/profile.ts';

/** The most bytes of UTF-8 that a document may have (ALG-12). */
export const LIMIT_BYTES = 6_144;

/** An account or instrument, as the fixtures name it. */
export interface Named {
  readonly id: number;
  readonly name: string;
}

/** The position of a name in the text, quotes included. */
export interface Place extends Named {
  readonly offset: number;
  readonly length: number;
}

/** Why a check of names is inconclusive: the profile has no document to send. */
export const NO_NAMES = 'the fixture namingDocument names neither the account nor the instrument of the fixtures';

/** The account and the instrument of the fixtures, by the name that a document gives them. */
export function namedFixtures({ account, instrument }: Fixtures): readonly Named[] {
  return [
    ...(account === undefined ? [] : [account]),
    ...(instrument === undefined ? [] : [{ id: instrument.id, name: instrument.symbol }]),
  ];
}

/** The strings of a JSONC text that are such names, in order; names in comments do not count. */
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

/** The text with each name replaced by `what`. */
export function written(text: string, places: readonly Place[], what: (place: Place) => string): string {
  let end = 0;
  const parts = places.flatMap((place) => {
    const before = text.slice(end, place.offset);
    end = place.offset + place.length;
    return [before, what(place)];
  });
  return parts.join('') + text.slice(end);
}

/** The text with each name replaced by its bare id. */
export function withIds(text: string, places: readonly Place[]): string {
  return written(text, places, ({ id }) => String(id));
}

/** White space and comments; the alternatives exclude each other, so that matching never backtracks far. */
const BESIDE = String.raw`(?:[ \t\r\n]|/\*(?:(?!\*/)[\s\S])*\*/|//[^\r\n]*(?:\r?\n))*`;

/**
 * The white space and comments beside the id of each place, where `kept` is the text with each name replaced by its id,
 * with or without comments, and otherwise unchanged; undefined where it is not.
 */
export function besideIds(text: string, places: readonly Place[], kept: string): readonly string[] | undefined {
  const literal = (part: string) => part.replace(/[.*+?^$()|[\]{}\\/]/g, '\\$&');
  let end = 0;
  const pattern = places.map(({ id, offset, length }) => {
    const before = text.slice(end, offset);
    end = offset + length;
    return `${literal(before)}(${BESIDE})${id}(${BESIDE})`;
  });
  const found = new RegExp(`^${pattern.join('')}${literal(text.slice(end))}$`).exec(kept)?.slice(1);
  return found && places.map((_, i) => `${found[2 * i]}${found[2 * i + 1]}`);
}

/** What a comment is longer than its name at most: its signs and a space around each. */
const COMMENT_BYTES = 10;

/** Whether every name can stand in a comment, in any form, and all comments fit. */
export function canKeepNames(text: string, places: readonly Place[]): boolean {
  const added = places.reduce((sum, { id, name }) => sum + bytesOf(`${id}${name}`) + COMMENT_BYTES, 0);
  return (
    places.every(({ name }) => /^[ -~]+$/.test(name) && !name.includes('*/')) && bytesOf(text) + added <= LIMIT_BYTES
  );
}

/** The length of a text in bytes of UTF-8. */
export function bytesOf(text: string): number {
  return Buffer.byteLength(text);
}

/** The document with a comment appended, `bytes` long in all; `filler` is one character of any size. */
export function padded(document: string, bytes: number, filler = 'x'): string {
  const missing = bytes - bytesOf(`${document}\n/**/`);
  const whole = Math.max(0, Math.floor(missing / bytesOf(filler)));
  return `${document}\n/*${filler.repeat(whole)}${'x'.repeat(Math.max(0, missing - whole * bytesOf(filler)))}*/`;
}
