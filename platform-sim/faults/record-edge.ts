/**
 * A member's stream of records: each may be late or lost on its way. A stream is in order, so later records wait for
 * it. Records that a member catches up on are not affected: a rule applies to what is sequenced while it is active.
 */
import { keyName } from '../../gateway/contract/keys.ts';
import type { Command, SequencedRecord } from '../../gateway/facts.ts';
import type { Clock, PlatformPort, Soon, Submission } from '../../gateway/platform-port.ts';
import type { Faults } from './faults.ts';
import { GO, type Outcome } from './kind.ts';
import { whereOf } from './match.ts';

/** A lost record is delivered again after this long, past any sync deadline: the stream notices the gap. */
export const SENT_AGAIN_AFTER_MS = 5_000;

export interface RecordEdge {
  /** Remembers that a member waits for a command: its record is then a reply. */
  awaiting(member: string, command: Command, send: () => Soon<Submission>): Soon<Submission>;
  followAs(member: string, follow: PlatformPort['follow']): PlatformPort['follow'];
}

/** Creates the edges between the sequence and its members' streams. */
export function createRecordEdge(faults: Pick<Faults, 'at'>, clock: Clock): RecordEdge {
  /** By member: a command by its key, or one without a key by itself. */
  const awaited = new Map<string, Set<string | Command>>();
  /** What is sent at this moment: most commands have their record before their call returns. */
  let sending: { readonly member: string; readonly name: string | Command } | undefined;

  function isAwaited(member: string, command: Command): boolean {
    const name = nameOf(command);
    if (sending?.name === name && sending.member === member) return true;
    return awaited.get(member)?.has(name) === true;
  }

  function strike(member: string, { command }: SequencedRecord): Promise<Outcome> | undefined {
    const where = whereOf(command, member);
    const reply = isAwaited(member, command) ? faults.at('reply', where) : undefined;
    const record = faults.at('record', where);
    return reply === undefined ? record : reply.then((outcome) => (outcome.act === 'go' ? (record ?? GO) : outcome));
  }

  function awaitLater(member: string, name: string | Command, submission: Promise<Submission>): void {
    const ofMember = awaited.get(member) ?? new Set();
    awaited.set(member, ofMember.add(name));
    const forget = (): void => void ofMember.delete(name);
    submission.then(forget, forget);
  }

  return {
    awaiting(member, command, send) {
      const name = nameOf(command);
      const before = sending;
      sending = { member, name };
      try {
        const submission = send();
        if (submission instanceof Promise) awaitLater(member, name, submission);
        return submission;
      } finally {
        sending = before;
      }
    },
    followAs: (member, follow) => (after, apply) => {
      let behind: Promise<void> | undefined;
      let stopped = false;
      let isLive = false;

      async function deliver(record: SequencedRecord, ahead: Promise<void> | undefined, struck?: Promise<Outcome>) {
        await ahead;
        const outcome = await struck;
        // The member is gone: its successor receives the record.
        if (outcome?.act === 'crash') stopped = true;
        if (outcome?.act === 'drop') await lostAndSentAgain(clock, record);
        if (!stopped) apply(record);
      }

      const following = follow(after, (record) => {
        const struck = isLive ? strike(member, record) : undefined;
        if (behind === undefined && struck === undefined) {
          apply(record);
          return;
        }
        const turn = deliver(record, behind, struck);
        behind = turn;
        void turn.then(() => {
          if (behind === turn) behind = undefined;
        });
      });
      isLive = true;
      return {
        stop() {
          stopped = true;
          following.stop();
        },
      };
    },
  };
}

function lostAndSentAgain(clock: Clock, { position }: SequencedRecord): Promise<void> {
  return new Promise((resolve) => {
    clock.after(SENT_AGAIN_AFTER_MS, `record ${position} sent again`, resolve);
  });
}

function nameOf(command: Command): string | Command {
  return command.key === null ? command : keyName(command.principal.orgId, command.key);
}
