import type { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { createSeed } from '../seed.ts';
import { ROUTINGS, type Routed, routingOf } from './routing.ts';

interface Seat extends Routed {
  readonly name: string;
}

const [a, b, c]: Seat[] = ['a', 'b', 'c'].map((name) => ({ name, weight: 1 })) as [Seat, Seat, Seat];
const all = [a, b, c] as [Seat, Seat, Seat];
const socket = (remoteAddress = '127.0.0.1'): Socket => ({ remoteAddress }) as Socket;
const random = () => createSeed(1).fresh('front');
const names = (seats: readonly (Seat | undefined)[]): string => seats.map((seat) => seat?.name ?? '-').join('');

describe('routing', () => {
  test('round-robin takes one after the other', () => {
    const choose = routingOf<Seat>('round-robin', random());
    const at = socket();
    expect(names([1, 2, 3, 4].map(() => choose(all, at)))).toBe('abca');
  });

  test('random follows the seed and meets each', () => {
    const chosen = (): string => {
      const choose = routingOf<Seat>('random', random());
      return names(Array.from({ length: 50 }, () => choose(all, socket())));
    };
    expect(chosen()).toBe(chosen());
    expect(new Set(chosen())).toEqual(new Set(['a', 'b', 'c']));
  });

  test('sticky keeps a client at its member over all its connections, until that is gone', () => {
    const choose = routingOf<Seat>('sticky', random());
    const addresses = ['127.0.0.1', '127.0.0.1', '127.0.0.2', '127.0.0.1'];
    expect(names(addresses.map((address) => choose(all.slice(0, 2), socket(address))))).toBe('aaba');
    expect(choose(all.slice(1), socket('127.0.0.1'))).not.toBe(a);
  });

  test('sticky forgets the address that was seen least recently where there are ten thousand others', () => {
    const choose = routingOf<Seat>('sticky', random());
    const first = choose(all, socket('kept'));
    choose(all, socket('forgotten'));
    for (let number = 0; number < 9_998; number += 1) choose(all, socket(`${number}`));
    expect(choose(all, socket('kept'))).toBe(first);
    choose(all, socket('one more'));
    expect(choose(all, socket('kept'))).toBe(first);
  });

  test.each([
    [[1, 1, 1], 'abcabc'],
    [[3, 1, 0], 'aabaaaba'],
    [[5, 1, 1], 'aabacaa'],
    [[0, 0, 2], 'ccc'],
    [[0, 0, 0], '---'],
  ])('weights %j: %s', (weights, expected) => {
    const choose = routingOf<Seat>('weighted', random());
    const seats = weights.map((weight, index) => ({ name: 'abc'.charAt(index), weight }));
    expect(names(Array.from(expected, () => choose(seats, socket())))).toBe(expected);
  });

  test('a weight that changes under way counts from the next request on', () => {
    const choose = routingOf<{ weight: number }>('weighted', random());
    const seats: [{ weight: number }, { weight: number }] = [{ weight: 1 }, { weight: 1 }];
    const next = (times: number) =>
      Array.from({ length: times }, () => seats.indexOf(choose(seats, socket()) as never));
    expect(next(4)).toEqual([0, 1, 0, 1]);
    seats[1].weight = 3;
    expect(next(8).filter((index) => index === 1)).toHaveLength(6);
  });

  test.each(ROUTINGS)('%s with one member is that member, and with none nobody', (routing) => {
    const choose = routingOf<Seat>(routing, random());
    expect([socket(), socket()].map((at) => choose([a as Seat], at))).toEqual([a, a]);
    expect(choose([], socket())).toBeUndefined();
    expect(choose([a as Seat], socket())).toBe(a);
  });
});
