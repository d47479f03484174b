import type { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { createSeed } from '../seed.ts';
import { ROUTINGS, routingOf } from './routing.ts';

const [a, b, c] = [{ name: 'a' }, { name: 'b' }, { name: 'c' }];
const socket = (): Socket => ({}) as Socket;
const random = () => createSeed(1).fresh('front');

describe('routing', () => {
  test('round-robin takes one after the other', () => {
    const choose = routingOf<{ name: string }>('round-robin', random());
    const at = socket();
    expect([1, 2, 3, 4].map(() => choose([a, b, c], at).name)).toEqual(['a', 'b', 'c', 'a']);
  });

  test('random follows the seed and meets each', () => {
    const chosen = (): string[] => {
      const choose = routingOf<{ name: string }>('random', random());
      return Array.from({ length: 50 }, () => choose([a, b, c], socket()).name);
    };
    expect(chosen()).toEqual(chosen());
    expect(new Set(chosen())).toEqual(new Set(['a', 'b', 'c']));
  });

  test('sticky keeps a connection with its member, until that is gone', () => {
    const choose = routingOf<{ name: string }>('sticky', random());
    const [one, two] = [socket(), socket()];
    const met = [one, two, one, two].map((at) => choose([a, b], at).name);
    expect(met).toEqual(['a', 'b', 'a', 'b']);
    expect(choose([b, c], one)).not.toBe(a);
  });

  test.each(ROUTINGS)('%s with one member is that member', (routing) => {
    const choose = routingOf<{ name: string }>(routing, random());
    expect([socket(), socket()].map((at) => choose([a], at))).toEqual([a, a]);
  });
});
