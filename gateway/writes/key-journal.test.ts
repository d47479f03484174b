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
class KeyHistory {
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
    this.journal = new KeyJournal({ clock: this.clock, port: { submit } }, 60_000);
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
  send(history: KeyHistory) {
    if (!history.isSent) history.claim.send(COMMAND);
    history.isSent = true;
  },
  refuse(history: KeyHistory) {
    if (!history.isSent) history.claim.refuse(new Error('refused'));
  },
  promise: ({ claim }: KeyHistory) => claim.on('promise'),
  retry(history: KeyHistory) {
    if (history.isInProgress) history.claim.on('retry');
  },
  interrupt: ({ journal }: KeyHistory) => journal.interrupt(),
  apply: ({ journal }: KeyHistory) => journal.apply(RECORD),
  'reply taken': (history: KeyHistory) => history.reply({ taken: true, position: 1 }),
  'reply not taken': (history: KeyHistory) => history.reply({ taken: false, why: 'INBOX_FULL' }),
  'reply key reused': (history: KeyHistory) => history.reply({ taken: false, why: 'KEY_REUSED' }),
  'reply failed': (history: KeyHistory) => history.reply(new Error('the owner broke')),
  'no reply': ({ waiting }: KeyHistory) => void waiting.shift(),
  'a moment': ({ clock }: KeyHistory) => clock.advance(250),
  'a minute': ({ clock }: KeyHistory) => clock.advance(60_000),
  stop: ({ journal }: KeyHistory) => journal.stop(),
} as const satisfies Record<string, (history: KeyHistory) => unknown>;

type EventName = keyof typeof EVENTS;

const EVENT_NAMES = Object.keys(EVENTS) as EventName[];

/** @param left the events that it leaves out */
function sequenceOf(...left: readonly EventName[]): fc.Arbitrary<EventName[]> {
  const begun: fc.Arbitrary<EventName[]> = fc.constantFrom<EventName[]>([], ['send'], ['send', 'promise']);
  const others = fc.array(fc.constantFrom(...EVENT_NAMES.filter((name) => !left.includes(name))), { maxLength: 25 });
  return fc.tuple(begun, others).map(([first, then]) => [...first.filter((name) => !left.includes(name)), ...then]);
}

async function after(events: readonly EventName[]): Promise<KeyHistory> {
  const history = new KeyHistory();
  for (const event of events) await EVENTS[event](history);
  await new Promise((resolve) => setImmediate(resolve));
  return history;
}

test('a key with its outcome has no timer and is not sent again', async () => {
  await fc.assert(
    fc.asyncProperty(sequenceOf('stop'), async (events) => {
      const history = await after(events);
      expect(history.isInProgress).toBe(history.outcome === 'none');
      if (history.isInProgress) return;
      const { submitted, clock } = history;
      expect(clock.waiting).toBe(0);
      clock.advance(60_000);
      expect(history.submitted).toBe(submitted);
    }),
  );
});

test('after any events, a promised key that was sent gets its record once the platform accepts commands again', async () => {
  await fc.assert(
    fc.asyncProperty(sequenceOf('stop', 'refuse', 'interrupt', 'reply key reused'), async (events) => {
      const history = await after([...events, 'promise', 'send', 'no reply', 'no reply', 'no reply']);
      const hasBeenFreed = history.outcome === 'refused';
      for (let n = 0; n < 3 && history.isInProgress && !history.isTaken; n += 1) {
        history.clock.advance(60_000);
        while (history.waiting.length > 0) await history.reply({ taken: true, position: 1 });
      }
      expect(history.isTaken || !history.isInProgress).toBe(true);
      history.journal.apply(RECORD);
      await new Promise((resolve) => setImmediate(resolve));
      expect(history.outcome).toBe(hasBeenFreed ? 'refused' : 'record');
      expect(history.journal.inProgress).toBe(0);
    }),
  );
});

test('a key without a promise is freed as soon as the platform does not accept its command', async () => {
  await fc.assert(
    fc.asyncProperty(sequenceOf('stop', 'promise', 'apply', 'reply taken'), async (events) => {
      const history = await after([...events, 'send']);
      while (history.waiting.length > 0) await history.reply({ taken: false, why: 'OWNER_ABSENT' });
      expect(history.outcome === 'refused' || events.includes('no reply')).toBe(true);
      expect(history.submitted).toBeLessThanOrEqual(1);
    }),
  );
});

test('only the reply to the last submission counts', async () => {
  const history = await after(['send', 'promise', 'retry', 'reply not taken', 'a moment']);
  expect(history.submitted).toBe(2);
  await EVENTS['reply not taken'](history);
  EVENTS['a moment'](history);
  expect(history.submitted).toBe(3);
});

test('a submission that throws frees the key', async () => {
  const history = new KeyHistory(() => {
    throw new Error('the platform broke');
  });
  history.claim.send(COMMAND);
  await expect(history.claim.outcome).rejects.toThrow('the platform broke');
  expect(history.journal.inProgress).toBe(0);
});

test('a stopped member sends nothing and has no timer', async () => {
  await fc.assert(
    fc.asyncProperty(sequenceOf(), async (events) => {
      const history = await after([...events, 'stop']);
      const { submitted, clock, journal } = history;
      expect([clock.waiting, journal.inProgress]).toEqual([0, 0]);
      for (const event of ['promise', 'send', 'refuse', 'a minute', 'reply taken'] as const)
        await EVENTS[event](history);
      expect(history.submitted).toBe(submitted);
    }),
  );
});

test('a key is answered by its record until its retention ends, also by a later member', () => {
  const clock = new SampleClock();
  const record = { ...RECORD, atNs: `${clock.nowNs()}` };
  const port = { submit: () => Promise.reject(new Error('nothing is sent')) };
  const journal = new KeyJournal({ clock, port }, 60_000);
  journal.apply(record);
  const next = new KeyJournal({ clock, port }, 60_000, journal.settledKeys());
  for (const each of [journal, next]) {
    expect(each.settled(1, 'k-1')).toBe(record);
    expect(each.settled(2, 'k-1')).toBeUndefined();
  }
  clock.advance(60_000);
  expect(journal.settled(1, 'k-1')).toBeUndefined();
});
