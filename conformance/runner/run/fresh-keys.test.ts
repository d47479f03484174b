import { describe, expect, test } from 'vitest';
import { freshKeys } from './fresh-keys.ts';

describe('keys', () => {
  test('have the format that every member accepts, and never repeat', () => {
    const next = freshKeys(2 ** 31, 1_767_571_200_000);
    const keys = Array.from({ length: 1000 }, next);
    expect(new Set(keys).size).toBe(1000);
    for (const key of keys) expect(key).toMatch(/^[A-Za-z0-9-]{8,36}$/);
  });

  test('are equal for one seed and start time, and differ for others', () => {
    const first = (seed: number, startedAtMs: number) => freshKeys(seed, startedAtMs)();
    expect(first(1, 2)).toBe(first(1, 2));
    expect(new Set([first(1, 2), first(2, 2), first(1, 3)]).size).toBe(3);
  });
});
