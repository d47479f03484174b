import { describe, expect, test } from 'vitest';
import { matchesGlob } from './glob.ts';

describe('globs', () => {
  test.each([
    ['idem/one', 'idem/*', true],
    ['idem/one/two', 'idem/*', false],
    ['idem/one/two', 'idem/**', true],
    ['idem/one', 'idem/on?', true],
    ['idemxone', 'idem.one', false],
    ['idem/one', 'one', false],
  ])('%s by %s: %s', (text, pattern, matches) => expect(matchesGlob(text, pattern)).toBe(matches));
});
