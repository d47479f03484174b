/**
 * The writes that clients were answered 202 for, until they are sequenced: noted in a journal that outlives the process
 * before the answer goes out, so that a kill loses none (T17). A platform that continues the journal submits them; it also
 * does so where the member that promised one is gone.
 */
import { keyName } from '../gateway/contract/keys.ts';
import type { Command, SequencedRecord } from '../gateway/facts.ts';
import { holdingTime } from '../gateway/host-work.ts';
import type { Clock, Soon, Submission, Timer } from '../gateway/platform-port.ts';
import type { Journal } from './log/journal.ts';
import type { NotedPromise } from './log/note.ts';
import type { Outstanding } from './part.ts';

export interface PromisedWritesOptions {
  readonly clock: Clock;
  readonly journal: Journal;
  /** The position of the newest record that every follower has received. */
  readonly head: () => number;
  /** The position of the record of a key, delivered or only placed. */
  readonly positionOf: (orgId: number, key: string) => number | undefined;
  /** As the member would send it. */
  readonly submit: (command: Command, member: string) => Soon<Submission>;
  /** Whether the platform has the command: in an inbox, or where a fault delays or holds it. */
  readonly isPending: (orgId: number, key: string) => boolean;
}

export interface PromisedWrites {
  /** As `PlatformPort.promise`. */
  keep(command: Command, member: string): Promise<void> | undefined;
  /** The command of a promised key that is not sequenced yet. */
  owed(orgId: number, key: string): Command | undefined;
  recallNote(note: NotedPromise & { readonly after: number }): void;
  /** A record settles its key. */
  hear(record: SequencedRecord): void;
  /** Submits those of a former process. */
  outstanding(): readonly Outstanding[];
  close(): void;
}

interface Owed {
  readonly command: Command;
  readonly member: string;
  readonly after: number;
  /** undefined: it is safe. */
  readonly safe: Promise<void> | undefined;
  timer?: Timer;
  silenceMs: number;
  resendMs: number;
}

/** Later than the member's own first attempt (`key-journal.ts`): usually the member is there. */
const FIRST_SILENCE_MS = 30_000;
const FIRST_RESEND_MS = 250;
const LAST_MS = 60_000;

/** Creates them, empty. */
export function createPromisedWrites(options: PromisedWritesOptions): PromisedWrites {
  const { clock, journal, head, positionOf, submit, isPending } = options;
  const owed = new Map<string, Owed>();
  let isClosed = false;

  function add(of: Pick<Owed, 'command' | 'member' | 'after' | 'safe'>): Owed {
    const { key, principal } = of.command;
    const entry = { ...of, silenceMs: FIRST_SILENCE_MS, resendMs: FIRST_RESEND_MS };
    owed.set(keyName(principal.orgId, key ?? ''), entry);
    return entry;
  }

  function again(entry: Owed, delayMs: number): void {
    entry.timer?.cancel();
    if (isClosed || !isOwed(entry)) return;
    entry.timer = clock.after(delayMs, 'promised write sent by the platform', () => void send(entry));
  }

  function isOwed(entry: Owed): boolean {
    const { key, principal } = entry.command;
    return owed.get(keyName(principal.orgId, key ?? '')) === entry;
  }

  async function send(entry: Owed): Promise<void> {
    if (isClosed || !isOwed(entry)) return;
    const { command, member } = entry;
    again(entry, entry.silenceMs);
    entry.silenceMs = Math.min(entry.silenceMs * 2, LAST_MS);
    if (isPending(command.principal.orgId, command.key ?? '')) return;
    const submission = await Promise.try(submit, command, member).catch(() => undefined);
    if (submission?.taken === true) return;
    // Another use of the key has it: the promise is the outcome of that use.
    if (submission?.why === 'KEY_REUSED') forget(command);
    again(entry, entry.resendMs);
    entry.resendMs = Math.min(entry.resendMs * 2, LAST_MS);
  }

  function forget({ key, principal }: Command): void {
    if (key === null || owed.size === 0) return;
    const name = keyName(principal.orgId, key);
    owed.get(name)?.timer?.cancel();
    owed.delete(name);
  }

  return {
    keep(command, member) {
      const { key, principal } = command;
      if (!journal.outlivesProcess || key === null) return undefined;
      const known = owed.get(keyName(principal.orgId, key));
      if (known !== undefined) return known.safe;
      // A record that is only placed may still be lost: the note is safe no earlier than it is.
      const position = positionOf(principal.orgId, key);
      if (position !== undefined && position <= head()) return undefined;
      // Noted later than its answer, it would be of no use.
      if (journal.stalled?.() !== undefined) return Promise.reject(new Error('the log stores nothing now'));
      const after = head();
      const noted = journal.note({ kind: 'promise', command, member, after, atNs: `${clock.nowNs()}` });
      // Its wait has a deadline, which a clock that is moved by hand must not pass meanwhile.
      const safe = noted && holdingTime(clock, 'promise in the log', noted);
      safe?.catch(() => undefined);
      const entry = add({ command, member, after, safe });
      again(entry, entry.silenceMs);
      return safe;
    },
    owed: (orgId, key) => (owed.size === 0 ? undefined : owed.get(keyName(orgId, key))?.command),
    recallNote: ({ command, member, after }) => void add({ command, member, after, safe: undefined }),
    hear: ({ command }) => forget(command),
    outstanding() {
      return [...owed.values()].map((entry) => ({
        position: entry.after,
        // In a later turn: rules that strike it may name members, which are not there yet.
        run: () => queueMicrotask(() => void send(entry)),
      }));
    },
    close() {
      isClosed = true;
      for (const { timer } of owed.values()) timer?.cancel();
    },
  };
}
