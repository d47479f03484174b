import { expect, test } from 'vitest';
import { recordAt } from '../testing/sample-log.ts';
import { forkOf, memoryJournal } from './memory.ts';
import type { Note } from './note.ts';

const record = recordAt;
const note = (after: number): Note => ({ kind: 'stop', after, atNs: `${after}` });

test('a fork has the records and the notes up to its position, and is independent from there', () => {
  const journal = memoryJournal([1, 2, 3].map(record), [0, 1, 2, 3].map(note));
  const fork = forkOf(journal, 2);
  expect([fork.head(), fork.notes().map(({ after }) => after)]).toEqual([2, [0, 1, 2]]);
  void fork.append(record(3));
  void fork.append(record(4));
  void fork.note(note(4));
  expect([journal.head(), journal.notes()]).toEqual([3, [0, 1, 2, 3].map(note)]);
});
