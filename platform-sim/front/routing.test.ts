import type { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { createSeed } from '../seed.ts';
import { ROUTINGS, type Routed, type Routing, routingOf } from './routing.ts';

interface Seat extends Routed {
  readonly name: string;
}

const [a, b, c]: Seat[] = ['a', 'b', 'c'].map((name) => ({ name, weight: 1 })) as [Seat, Seat, Seat];
const all = [a, b, c] as [Seat, Seat, Seat];
const socket = (remoteAddress = '127.0.0.1'): Socket => ({ remoteAddress }) as Socket;
const random = () => createSeed(1).fresh('front');
const names = (seats: readonly (Seat | undefined)[]): string => seats.map((seat) => seat?.name ?? '-').join('');

/** The seats that a routing chooses for these addresses. */
const chosen = (routing: Routing, addresses: readonly string[], seats = all) => {
  const choose = routingOf<Seat>(routing, random());
  return names(addresses.map((address) => choose(seats, socket(address))));
};
const SAME = '127.0.0.1';

describe('routing', () => {
  test.each<[Routing, string, readonly string[], string]>([
    ['round-robin', 'takes one after the other', Array(4).fill(SAME), 'abca'],
    ['sticky', 'keeps a client at its member over all its connections', [SAME, SAME, '127.0.0.2', SAME], 'aaba'],
  ])('%s %s', (routing, _, addresses, expected) => {
    expect(chosen(routing, addresses)).toBe(expected);
  });

  test('random follows the seed and meets each', () => {
    const fifty = Array(50).fill(SAME);
    expect(chosen('random', fifty)).toBe(chosen('random', fifty));
    expect(new Set(chosen('random', fifty))).toEqual(new Set(['a', 'b', 'c']));
  });

  test('sticky chooses another member once the former is gone, and forgets the address seen least recently', () => {
    const choose = routingOf<Seat>('sticky', random());
    const first = choose(all, socket('kept'));
    const second = choose(all, socket('forgotten'));
    expect(choose([c], socket('gone'))).toBe(c);
    expect(choose([a, b], socket('gone'))).not.toBe(c);
    // Ten thousand are remembered.
    for (let number = 0; number < 9_997; number += 1) choose(all, socket(`${number}`));
    expect(choose(all, socket('kept'))).toBe(first);
    choose(all, socket('one more'));
    expect(choose(all, socket('kept'))).toBe(first);
    expect([first, second]).not.toContain(undefined);
  });

  test.each([
    [[1, 1, 1], 'abcabc'],
    [[3, 1, 0], 'aabaaaba'],
    [[5, 1, 1], 'aabacaa'],
    [[0, 0, 2], 'ccc'],
    [[0, 0, 0], '---'],
  ])('weights %j: %s', (weights, expected) => {
    const seats = weights.map((weight, index) => ({ name: 'abc'.charAt(index), weight })) as typeof all;
    expect(chosen('weighted', Array(expected.length).fill(SAME), seats)).toBe(expected);
  });

  test('a weight that changes counts from the next request on', () => {
    const choose = routingOf<Seat>('weighted', random());
    const one = { name: 'b', weight: 1 };
    const next = (times: number) => names(Array.from({ length: times }, () => choose([a, one], socket())));
    expect(next(4)).toBe('abab');
    one.weight = 3;
    expect(next(8).replaceAll('a', '')).toHaveLength(6);
  });

  test.each(ROUTINGS)('%s with one member is that member, and with none undefined', (routing) => {
    const choose = routingOf<Seat>(routing, random());
    expect([[a], [a], [], [a]].map((seats) => choose(seats, socket()))).toEqual([a, a, undefined, a]);
  });
});
