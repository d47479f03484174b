import { describe, expect, test } from 'vitest';
import { allOf, eachOf, inconclusive, pass, violated } from './judgement.ts';

describe('judgements together', () => {
  const bad = violated('x');
  const odd = inconclusive('y');
  test.each([
    ['a violation outranks a doubt', [pass, odd, bad], bad],
    ['a doubt outranks a pass', [pass, odd], odd],
    ['all pass', [pass, pass], pass],
    ['none at all', [], pass],
  ])('%s', (_, judgements, together) => {
    expect(allOf(...judgements)).toEqual(together);
  });

  test('of each of nothing is a doubt', () => {
    expect(eachOf([], () => pass).verdict).toBe('inconclusive');
    expect(eachOf([1, 2], (n) => (n === 2 ? bad : pass))).toEqual(bad);
  });
});
