import { expect, test } from 'vitest';
import type { SequencedRecord } from '../../gateway/facts.ts';
import { statement } from '../reference/statement.ts';
import { recordFeed } from './record-feed.ts';

const record = (position: number): SequencedRecord => {
  return { position, atNs: `${position}`, command: statement('a test', []), verdict: { facts: [] } };
};

test('a follower hears what is there at once, and then each new record once', () => {
  const feed = recordFeed();
  feed.hear(record(1));
  feed.hear(record(2));
  const heard: number[] = [];
  const following = feed.follow(1, ({ position }) => heard.push(position));
  expect(heard).toEqual([2]);
  feed.hear(record(3));
  following.stop();
  feed.hear(record(4));
  expect(heard).toEqual([2, 3]);
  expect(feed.head()).toBe(4);
});

test('a record that does not follow the last one is refused: nothing is applied past a gap', () => {
  const feed = recordFeed();
  feed.hear(record(1));
  expect(() => feed.hear(record(3))).toThrow('position 3 does not follow 1');
});

test('whoever waits for a position goes on with its record', async () => {
  const feed = recordFeed();
  let reached = 0;
  void feed.reached(2).then(() => {
    reached = feed.head();
  });
  feed.hear(record(1));
  await Promise.resolve();
  expect(reached).toBe(0);
  feed.hear(record(2));
  await feed.reached(1);
  expect(reached).toBe(2);
});
