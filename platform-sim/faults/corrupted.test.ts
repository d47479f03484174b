import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSeed } from '../seed.ts';
import { corrupted } from './corrupted.ts';

const frames = fc.oneof(fc.object(), fc.array(fc.jsonValue())).map((value) => JSON.stringify(value));

test('a corrupted frame does not parse, and is still text of the same length', () => {
  fc.assert(
    fc.property(frames, fc.nat(), (frame, seed) => {
      const changed = corrupted(frame, createSeed(seed).stream('frames'));
      expect(() => JSON.parse(changed)).toThrow(SyntaxError);
      expect([...changed]).toHaveLength([...frame].length);
      expect(Buffer.from(changed).toString()).toBe(changed);
    }),
  );
});

test('the same seed corrupts the same bytes, another seed others', () => {
  const frame = JSON.stringify({ event: 'quote', msgType: 'quote', data: { bid: '100.00', ask: '100.02' } });
  const of = (seed: number) => corrupted(frame, createSeed(seed).stream('frames'));
  expect(of(1)).toBe(of(1));
  expect(of(1)).not.toBe(of(2));
});
