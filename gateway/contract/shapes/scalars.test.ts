import { expect, test } from 'vitest';
import { z } from 'zod';
import { displayName, remark, text } from './scalars.ts';

const ASTRAL = '\u{1F600}';

test.each([
  ['64 letters', displayName, 'x'.repeat(64), true],
  ['65 letters', displayName, 'x'.repeat(65), false],
  ['64 characters of two code units', displayName, ASTRAL.repeat(64), true],
  ['65 of them', displayName, ASTRAL.repeat(65), false],
  ['an empty text', displayName, '', false],
  ['500 characters of two code units', remark, ASTRAL.repeat(500), true],
  ['501 of them', remark, ASTRAL.repeat(501), false],
  ['far more', remark, 'x'.repeat(900_000), false],
  ['an empty optional text', remark, '', true],
])('%s', (_, shape, value, isTaken) => {
  expect(shape.safeParse(value).success).toBe(isTaken);
});

test('the document states the bounds', () => {
  expect(z.toJSONSchema(text(7, 2))).toMatchObject({ type: 'string', minLength: 2, maxLength: 7 });
  expect(z.toJSONSchema(displayName)).toMatchObject({ minLength: 1, maxLength: 64 });
});
