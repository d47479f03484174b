import fc from 'fast-check';
import { expect, test } from 'vitest';
import { JsonBounds } from './json-bounds.ts';

function faultOf(pieces: readonly Uint8Array[]): string | undefined {
  const bounds = new JsonBounds();
  for (const piece of pieces) bounds.add(piece);
  return bounds.fault;
}

function cutAt(bytes: Buffer, places: readonly number[]): Buffer[] {
  const cuts = places.map((place) => place % (bytes.length + 1)).toSorted((left, right) => left - right);
  return [0, ...cuts].map((from, index) => bytes.subarray(from, cuts[index] ?? bytes.length));
}

/** Texts near the bounds, whole and torn, and such as are no JSON at all. */
const text = fc.oneof(
  fc
    .tuple(fc.constantFrom('{', '[', '[{', '{"a":['), fc.nat(300), fc.constantFrom('"n":1', '"\\"{,":"é\\\\"', '0'))
    .map(([opens, count, item]) => `${opens}${Array.from({ length: count }, () => item)}`),
  fc.tuple(fc.nat(70), fc.constantFrom('[', '{"a":', '{"a":1}')).map(([times, each]) => each.repeat(times)),
  fc.integer({ min: 9_990, max: 10_010 }).map((count) => `[${Array.from({ length: count }, () => 0)}]`),
  fc.string({ unit: fc.constantFrom('{', '}', '[', ']', ',', '"', '\\', 'é', '😀'), maxLength: 600 }),
);

test('a text cut anywhere has the fault of the whole', () => {
  fc.assert(
    fc.property(text, fc.array(fc.nat(), { maxLength: 20 }), (whole, places) => {
      const bytes = Buffer.from(whole);
      expect(faultOf(cutAt(bytes, places))).toBe(faultOf([bytes]));
    }),
    { numRuns: 300 },
  );
});

test('a text that comes a byte at a time has the fault of the whole', () => {
  fc.assert(
    fc.property(text, (whole) => {
      const bytes = Buffer.from(whole);
      expect(faultOf([...bytes].map((byte) => Buffer.of(byte)))).toBe(faultOf([bytes]));
    }),
  );
});

test('of JSON, the fault is that of its value', () => {
  const json = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom<unknown>('a,b{"\\', 'é😀', 1, null),
      fc.array(tie('value'), { minLength: 1, maxLength: 5 }),
      fc
        .tuple(fc.constantFrom(1, 2, 255, 256, 257, 258), tie('value'))
        .map(([members, value]) => objectOf(members, value)),
    ),
  })).value;
  fc.assert(
    fc.property(json, fc.nat(70), (inner, levels) => {
      let value: unknown = inner;
      for (let level = 0; level < levels; level += 1) value = [value];
      const isWithin = deepest(value) <= 64 && mostMembers(value) <= 256 && commas(value) < 10_000;
      expect(faultOf([Buffer.from(JSON.stringify(value))]) === undefined).toBe(isWithin);
    }),
  );
});

function objectOf(members: number, value: unknown): unknown {
  return Object.fromEntries(Array.from({ length: members }, (_, index) => [`n${index}`, index === 0 ? value : 0]));
}

const inside = (value: unknown): readonly unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value) : [];
const isContainer = (value: unknown): boolean => typeof value === 'object' && value !== null;

function deepest(value: unknown): number {
  return isContainer(value) ? 1 + Math.max(0, ...inside(value).map(deepest)) : 0;
}

function mostMembers(value: unknown): number {
  return Math.max(
    isContainer(value) && !Array.isArray(value) ? inside(value).length : 0,
    ...inside(value).map(mostMembers),
  );
}

function commas(value: unknown): number {
  return Math.max(0, inside(value).length - 1) + inside(value).reduce((sum: number, each) => sum + commas(each), 0);
}
