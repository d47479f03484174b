/**
 * The way of a command into the sequence: past the faults, into its owner's inbox once for each key, and to its place.
 * Where no fault stands in the way all of it happens within the call, so commands are sequenced in the order of the calls.
 */
import type { Command } from '../gateway/facts.ts';
import type { KeyState, NotTaken, Submission } from '../gateway/platform-port.ts';
import { FaultFailed, type Faults } from './faults/faults.ts';
import type { Outcome } from './faults/kind.ts';
import type { Where } from './faults/match.ts';
import { createInbox } from './inbox.ts';
import { createKeyTable } from './key-table.ts';
import type { PlatformLimits } from './limits.ts';
import type { Sequencer } from './sequencer.ts';

export interface Intake {
  /** @param member who hands it in; undefined: the platform itself. */
  submit(command: Command, member?: string): Promise<Submission>;
  lookUp(orgId: number, key: string, member?: string): Promise<KeyState>;
}

export interface IntakeOptions {
  readonly sequencer: Sequencer;
  readonly faults: Faults;
  readonly limits: PlatformLimits;
}

const KEY_REUSED: Submission = { taken: false, why: 'KEY_REUSED' };

export function createIntake({ sequencer, faults, limits }: IntakeOptions): Intake {
  const inbox = createInbox(limits.inboxCommands);
  const keys = createKeyTable(limits.keyRetentionMs);

  // Every record that carries a key binds it, whoever sequenced it: the world's history too.
  sequencer.follow(0, ({ command, position, atNs }) => {
    const { key, operation, principal } = command;
    if (key !== null)
      keys.bind(principal.orgId, key, { operation, userId: principal.userId, position, atNs: BigInt(atNs) });
  });

  /** What a key has come to already: it has one effect, and only its first use may ask for it again. */
  function earlier(command: Command): Promise<Submission> | undefined {
    const { key, principal } = command;
    if (key === null) return undefined;
    const bound = keys.find(principal.orgId, key, sequencer.nextAtNs());
    if (bound !== undefined) {
      return Promise.resolve(sameUse(bound.command, command) ? { taken: true, position: bound.position } : KEY_REUSED);
    }
    const pending = inbox.pending(principal.orgId, key);
    if (pending === undefined) return undefined;
    return sameUse(pending.command, command) ? pending.submission : Promise.resolve(KEY_REUSED);
  }

  function enter(command: Command, member: string | undefined): Promise<Submission> {
    const submitted = earlier(command);
    if (submitted !== undefined) return submitted;
    if (!sequencer.seats(command.owner)) return notTaken('OWNER_ABSENT');
    if (inbox.isFull(command.owner)) return notTaken('INBOX_FULL');

    const { promise, resolve, reject } = Promise.withResolvers<Submission>();
    const waiting = { command, submission: promise };
    const judge = (outcome: Outcome | undefined): void => {
      const ruling = outcome?.act === 'refuse' ? outcome.code : undefined;
      if (outcome?.act === 'fail') {
        inbox.leave(waiting);
        reject(new FaultFailed('verdict'));
        return;
      }
      try {
        sequencer.sequence(
          command,
          ({ position }) => {
            inbox.leave(waiting);
            resolve({ taken: true, position });
          },
          ruling === undefined
            ? undefined
            : { code: ruling, message: 'refused by a fault of the sandbox', observedValue: null, limitValue: null },
        );
      } catch (failure) {
        reject(failure);
      }
    };
    inbox.enter(waiting);
    const struck = faults.at('verdict', whereOf(command, member));
    if (struck === undefined) judge(undefined);
    else void struck.then(judge);
    return promise;
  }

  return {
    submit(command, member) {
      const struck = faults.at('inbox', whereOf(command, member));
      if (struck === undefined) return enter(command, member);
      return struck.then((outcome) => {
        if (outcome.act === 'fail') throw new FaultFailed('inbox');
        return outcome.act === 'refuse' ? notTaken(outcome.code as NotTaken) : enter(command, member);
      });
    },
    async lookUp(orgId, key, member): Promise<KeyState> {
      const outcome = await faults.at('look-up', { org: orgId, key, member });
      if (outcome?.act === 'fail') throw new FaultFailed('look-up');
      const bound = keys.find(orgId, key, sequencer.nextAtNs());
      if (bound !== undefined) return { state: 'settled', position: bound.position, command: bound.command };
      const pending = inbox.pending(orgId, key);
      return pending === undefined ? { state: 'absent' } : { state: 'pending', command: pending.command };
    },
  };
}

/** The same operation on the same resource by the same user (decision A20). */
function sameUse(earlier: Command, now: Command): boolean {
  return earlier.operation === now.operation && earlier.principal.userId === now.principal.userId;
}

function notTaken(why: NotTaken): Promise<Submission> {
  return Promise.resolve({ taken: false, why });
}

function whereOf({ owner, body, principal, key }: Command, member: string | undefined): Where {
  return { owner, command: body.kind, org: principal.orgId, key: key ?? undefined, member };
}
