/** A state of a world as text, for another process: with its records in place of the states that they lead to. */
import type { SequencedRecord } from '../../gateway/facts.ts';
import { rulesOfText, textOfRules } from '../faults/mark-text.ts';
import { memoryJournal } from '../log/memory.ts';
import type { Note } from '../log/note.ts';
import type { WorldMark } from './running-world.ts';

interface Written extends Omit<WorldMark, 'journal' | 'platform' | 'faults' | 'nowNs'> {
  readonly records: readonly SequencedRecord[];
  readonly notes: readonly Note[];
  readonly faults: string;
  readonly nowNs: string;
}

export function textOfMark({ journal, platform: _, members, faults, nowNs, ...rest }: WorldMark): string {
  const written: Written = {
    ...rest,
    members: { ...members, seats: members.seats.map(({ applied: _, ...seat }) => seat) },
    faults: textOfRules(faults),
    nowNs: `${nowNs}`,
    records: journal.after(0),
    notes: journal.notes(),
  };
  return JSON.stringify(written);
}

export function markOfText(text: string): WorldMark {
  const { records, notes, faults, nowNs, ...rest } = JSON.parse(text) as Written;
  return {
    ...rest,
    journal: memoryJournal(records, notes),
    platform: undefined,
    faults: rulesOfText(faults),
    nowNs: BigInt(nowNs),
  };
}
