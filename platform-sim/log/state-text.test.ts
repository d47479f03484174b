import fc from 'fast-check';
import { Map as ImmutableMap, Set as ImmutableSet, List, OrderedMap } from 'immutable';
import { describe, expect, test } from 'vitest';
import type { SequencedRecord } from '../../gateway/facts.ts';
import { SamplePlatform } from '../testing/sample-platform.ts';
import { placeRows, type RowPlaces, type StateText, stateOfText, textOfState } from './state-text.ts';

const NOWHERE: RowPlaces = new Map();
const again = (value: unknown, records: readonly SequencedRecord[] = []) =>
  stateOfText(JSON.parse(JSON.stringify(textOfState(value, NOWHERE))) as StateText, records);

const leaf = fc.oneof(
  fc.string(),
  fc.boolean(),
  fc.constant(null),
  fc.constant(undefined),
  fc.bigInt(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).filter((value) => !Object.is(value, -0)),
);
const name = fc.oneof(fc.string(), fc.integer());
const { value: anyState } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    leaf,
    fc.array(tie('value')),
    fc.dictionary(fc.string(), tie('value'), { noNullPrototype: true }),
    fc.array(fc.tuple(name, tie('value')), { maxLength: 40 }).map((entries) => ImmutableMap(entries)),
    fc.array(name, { maxLength: 40 }).map((values) => ImmutableSet(values)),
    fc.array(tie('value')).map((values) => List(values)),
  ),
}));

describe('the kept state of an owner', () => {
  test('is restored unchanged, in the same order', () => {
    fc.assert(
      fc.property(anyState, (value) => {
        expect(again(value)).toStrictEqual(value);
        expect(textOfState(again(value), NOWHERE)).toStrictEqual(textOfState(value, NOWHERE));
      }),
      { numRuns: 300 },
    );
  });

  test.each([
    ['a class', new Date(0)],
    ['no prototype', Object.create(null)],
    ['a JavaScript Map', new Map()],
    ['an OrderedMap', OrderedMap()],
    ['a function', () => 1],
    ['no number', Number.NaN],
    ['a negative zero', -0],
  ])('is refused with %s: it would be restored differently', (_, value) => {
    expect(() => again({ within: [value] })).toThrow(TypeError);
  });

  test('shares the row of its record', () => {
    const { platform } = new SamplePlatform();
    const places: RowPlaces = new Map();
    for (const record of platform.records()) placeRows(places, record);
    const fact = platform
      .records()
      .flatMap(({ verdict }) => verdict.facts ?? [])
      .find(({ kind }) => kind === 'OrderUpdated');
    const row = fact?.kind === 'OrderUpdated' ? fact.order : undefined;
    const text = textOfState({ row }, places);
    expect(text).toEqual(['object', 'row', ['row', expect.any(Number), 0, 'order']]);
    expect(stateOfText(text, platform.records())).toEqual({ row });
    expect((stateOfText(text, platform.records()) as { row: unknown }).row).toBe(row);
    expect(() => stateOfText(text, [])).toThrow('states no order');
  });
});
