import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Command, SequencedRecord } from '../facts.ts';
import type { Submission } from '../platform-port.ts';
import { SampleClock } from '../testing/sample-platform.ts';
import { type Claim, KeyJournal } from './key-journal.ts';

const BINDING = { orgId: 1, userId: 11, key: 'k-1', operation: 'submitOrder', resource: 'submitOrder' } as const;
const COMMAND: Command = {
  owner: 'orders',
  principal: { orgId: 1, userId: 11 },
  key: 'k-1',
  operation: 'submitOrder',
  body: { kind: 'cancel', orderId: '1' },
};
const RECORD: SequencedRecord = { position: 1, atNs: '1', command: COMMAND, verdict: { facts: [] } };

type Deferred = ReturnType<typeof Promise.withResolvers<Submission>>;

/** One claim of a journal whose platform replies when the test says so, and what its waiters receive. */
class Life {
  readonly clock = new SampleClock();
  /** Submissions without a reply. */
  readonly waiting: Deferred[] = [];
  submitted = 0;
  readonly journal: KeyJournal;
  readonly claim: Claim;
  isSent = false;
  isTaken = false;
  outcome: 'none' | 'record' | 'refused' = 'none';

  constructor(submit = () => this.#submit()) {
    this.journal = new KeyJournal({ clock: this.clock, port: { submit }, hashSecret: Buffer.alloc(8) }, 60_000);
    this.claim = this.journal.claim(BINDING);
    this.claim.outcome.then(
      () => {
        this.outcome = 'record';
      },
      () => {
        this.outcome = 'refused';
      },
    );
  }

  #submit(): Promise<Submission> {
    const deferred = Promise.withResolvers<Submission>();
    this.waiting.push(deferred);
    this.submitted += 1;
    return deferred.promise;
  }

  get isInProgress(): boolean {
    return this.journal.claimed(1, 'k-1') === this.claim;
  }

  async reply(submission: Submission | Error): Promise<void> {
    const deferred = this.waiting.shift();
    if (deferred === undefined) return;
    if (submission instanceof Error) deferred.reject(submission);
    else deferred.resolve(submission);
    if (!(submission instanceof Error) && submission.taken) this.isTaken = true;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** The events of a key that a member's stages and its platform can cause, in any order. */
const EVENTS = {
  send(life: Life) {
    if (!life.isSent) life.claim.send(COMMAND);
    life.isSent = true;
  },
  refuse(life: Life) {
    if (!life.isSent) life.claim.refuse(new Error('refused'));
  },
  promise: ({ claim }: Life) => claim.on('promise'),
  retry(life: Life) {
    if (life.isInProgress) life.claim.on('retry');
  },
  interrupt: ({ journal }: Life) => journal.interrupt(),
  apply: ({ journal }: Life) => journal.apply(RECORD),
  'reply taken': (life: Life) => life.reply({ taken: true, position: 1 }),
  'reply not taken': (life: Life) => life.reply({ taken: false, why: 'INBOX_FULL' }),
  'reply key reused': (life: Life) => life.reply({ taken: false, why: 'KEY_REUSED' }),
  'reply failed': (life: Life) => life.reply(new Error('the owner broke')),
  'no reply': ({ waiting }: Life) => void waiting.shift(),
  'a moment': ({ clock }: Life) => clock.advance(250),
  'a minute': ({ clock }: Life) => clock.advance(60_000),
  stop: ({ journal }: Life) => journal.stop(),
} as const satisfies Record<string, (life: Life) => unknown>;

type EventName = keyof typeof EVENTS;

const EVENT_NAMES = Object.keys(EVENTS) as EventName[];

/** @param left the events that it leaves out */
function sequenceOf(...left: readonly EventName[]): fc.Arbitrary<EventName[]> {
  const begun: fc.Arbitrary<EventName[]> = fc.constantFrom<EventName[]>([], ['send'], ['send', 'promise']);
  const others = fc.array(fc.constantFrom(...EVENT_NAMES.filter((name) => !left.includes(name))), { maxLength: 25 });
  return fc.tuple(begun, others).map(([first, then]) => [...first.filter((name) => !left.includes(name)), ...then]);
}

async function lived(events: readonly EventName[]): Promise<Life> {
  const life = new Life();
  for (const event of events) await EVENTS[event](life);
  await new Promise((resolve) => setImmediate(resolve));
  return life;
}

test('a key with its outcome has no timer and is not sent again', async () => {
  await fc.assert(
    fc.asyncProperty(sequenceOf('stop'), async (events) => {
      const life = await lived(events);
      expect(life.isInProgress).toBe(life.outcome === 'none');
      if (life.isInProgress) return;
      const { submitted, clock } = life;
      expect(clock.waiting).toBe(0);
      clock.advance(60_000);
      expect(life.submitted).toBe(submitted);
    }),
  );
});

test('after any events, a promised key that was sent gets its record once the platform accepts commands again', async () => {
  await fc.assert(
    fc.asyncProperty(sequenceOf('stop', 'refuse', 'interrupt', 'reply key reused'), async (events) => {
      const life = await lived([...events, 'promise', 'send', 'no reply', 'no reply', 'no reply']);
      const hasBeenFreed = life.outcome === 'refused';
      for (let n = 0; n < 3 && life.isInProgress && !life.isTaken; n += 1) {
        life.clock.advance(60_000);
        while (life.waiting.length > 0) await life.reply({ taken: true, position: 1 });
      }
      expect(life.isTaken || !life.isInProgress).toBe(true);
      life.journal.apply(RECORD);
      await new Promise((resolve) => setImmediate(resolve));
      expect(life.outcome).toBe(hasBeenFreed ? 'refused' : 'record');
      expect(life.journal.inProgress).toBe(0);
    }),
  );
});

test('a key without a promise is freed as soon as the platform does not accept its command', async () => {
  await fc.assert(
    fc.asyncProperty(sequenceOf('stop', 'promise', 'apply', 'reply taken'), async (events) => {
      const life = await lived([...events, 'send']);
      while (life.waiting.length > 0) await life.reply({ taken: false, why: 'OWNER_ABSENT' });
      expect(life.outcome === 'refused' || events.includes('no reply')).toBe(true);
      expect(life.submitted).toBeLessThanOrEqual(1);
    }),
  );
});

test('only the reply to the last submission counts', async () => {
  const life = await lived(['send', 'promise', 'retry', 'reply not taken', 'a moment']);
  expect(life.submitted).toBe(2);
  await EVENTS['reply not taken'](life);
  EVENTS['a moment'](life);
  expect(life.submitted).toBe(3);
});

test('a submission that throws frees the key', async () => {
  const life = new Life(() => {
    throw new Error('the platform broke');
  });
  life.claim.send(COMMAND);
  await expect(life.claim.outcome).rejects.toThrow('the platform broke');
  expect(life.journal.inProgress).toBe(0);
});

test('a stopped member sends nothing and has no timer', async () => {
  await fc.assert(
    fc.asyncProperty(sequenceOf(), async (events) => {
      const life = await lived([...events, 'stop']);
      const { submitted, clock, journal } = life;
      expect([clock.waiting, journal.inProgress]).toEqual([0, 0]);
      for (const event of ['promise', 'send', 'refuse', 'a minute', 'reply taken'] as const) await EVENTS[event](life);
      expect(life.submitted).toBe(submitted);
    }),
  );
});

test.each([
  ['as the platform holds it', (record: SequencedRecord) => record],
  ['of a platform elsewhere', undefined],
  ['changed on its way, as this member received it', (record: SequencedRecord) => ({ ...record })],
] as const)('a key is answered by its record: %s', (_, heldOf) => {
  const clock = new SampleClock();
  const record = { ...RECORD, atNs: `${clock.nowNs()}` };
  const submit = () => Promise.reject(new Error('nothing is sent'));
  const port = heldOf === undefined ? { submit } : { submit, recordAt: () => heldOf(record) };
  const journal = new KeyJournal({ clock, port, hashSecret: Buffer.alloc(8) }, 60_000);
  journal.apply(record);
  const next = new KeyJournal({ clock, port, hashSecret: Buffer.alloc(8) }, 60_000, journal.settledKeys());
  for (const each of [journal, next]) {
    expect(each.settled(1, 'k-1')).toBe(record);
    expect(each.settled(2, 'k-1')).toBeUndefined();
  }
  clock.advance(60_000);
  expect(journal.settled(1, 'k-1')).toBeUndefined();
});
