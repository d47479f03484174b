import { expect, test } from 'vitest';
import type { PlatformPort } from '../gateway/platform-port.ts';
import { catchUp } from './catch-up.ts';

function shut() {
  const followed: number[] = [];
  const port = {
    follow(after: number) {
      followed.push(after);
      return { stop: () => void followed.push(-after) };
    },
  } as unknown as PlatformPort;
  return { followed, gate: catchUp(port) };
}

const deaf = () => undefined;

test('whoever follows before it opens is told from where they asked for, once however often it is opened', () => {
  const { followed, gate } = shut();
  gate.port.follow(1, deaf);
  gate.port.follow(2, deaf);
  expect(followed).toEqual([]);
  gate.open();
  gate.open();
  expect(followed).toEqual([1, 2]);
});

test('who stopped before is not told, and stopping twice stops nobody else', () => {
  const { followed, gate } = shut();
  const first = gate.port.follow(1, deaf);
  gate.port.follow(2, deaf);
  first.stop();
  first.stop();
  gate.open();
  expect(followed).toEqual([2]);
});

test('who stops after it opened follows no more', () => {
  const { followed, gate } = shut();
  const following = gate.port.follow(1, deaf);
  gate.open();
  following.stop();
  expect(followed).toEqual([1, -1]);
});
