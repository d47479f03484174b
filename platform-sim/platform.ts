/**
 * One platform: deterministic for a clock, a seed and a world. The same inputs make the same journal, byte for byte
 * (`platform.test.ts`). Starting over creates another platform, which followers must then follow.
 *
 * With a journal that already holds records it continues from there, and resumes outstanding work (`recovery.test.ts`),
 * also writes that a client was answered 202 for. Other commands in flight are lost, and faults unless its options have
 * them.
 */
import type { Command, OwnerName, SequencedRecord } from '../gateway/facts.ts';
import type { Clock, PlatformPort, Soon, Submission } from '../gateway/platform-port.ts';
import { createEngine, type EngineMark } from './engine/engine.ts';
import { createFaults, type Faults } from './faults/faults.ts';
import { createRecordEdge } from './faults/record-edge.ts';
import { sendPast } from './faults/send-edge.ts';
import { sequencerPast } from './faults/sequencer-edge.ts';
import { venuePast } from './faults/venue-edge.ts';
import { type BoundKeys, createIntake } from './intake.ts';
import { DEFAULT_PLATFORM_LIMITS, type PlatformLimits } from './limits.ts';
import type { Journal } from './log/journal.ts';
import { memoryJournal } from './log/memory.ts';
import type { AlgosState } from './owners/algos/state.ts';
import { algos } from './owners/algos.ts';
import { custody } from './owners/custody.ts';
import { orders } from './owners/orders.ts';
import { register } from './owners/register.ts';
import { createPromisedWrites } from './promised-writes.ts';
import { recall, recallingClock, resumeParts } from './recall.ts';
import { createReference, type Reference } from './reference/reference.ts';
import type { ReferenceData } from './reference/reference-data.ts';
import { runningOwner } from './running-owner.ts';
import type { Seed } from './seed.ts';
import { type Beginning, beginningOf, sequenceWorld } from './seed-data/genesis.ts';
import type { World } from './seed-data/world.ts';
import { createSequencer } from './sequencer.ts';
import { storeMaterial } from './vault/store-material.ts';
import { createVault, type VaultCounts, type VaultMark } from './vault/vault.ts';
import { createBalanceFeed } from './venues/balance-feed.ts';
import type { BookRow } from './venues/book.ts';
import { createFakeVenue, type VenueMark } from './venues/fake-venue.ts';
import { createLedger, type LedgerMark } from './venues/ledger.ts';
import { createProbe, type ProbeMark } from './venues/probe.ts';
import { createQuoteFeed, type QuotesMark } from './venues/quote-feed.ts';
import { createQuoteStream } from './venues/quote-stream.ts';
import type { AlarmsMark } from './venues/recalled-alarms.ts';
import { createVenueDesk, type VenueDesk } from './venues/venue-desk.ts';

export interface PlatformOptions {
  readonly clock: Clock;
  readonly seed: Seed;
  readonly world: World;
  /**
   * The salt of the vault's digests of key material. Unpredictable, because a digest and its salt could be tried
   * against short secrets.
   */
  readonly vaultSalt: Uint8Array;
  readonly limits?: Partial<PlatformLimits>;
  /** The platform's own where absent. */
  readonly faults?: Faults;
  /** In memory where absent; one with records must hold the world's whole beginning. */
  readonly journal?: Journal;
  /** The owners' state for the journal's records, so that these owners need not judge them again. */
  readonly states?: OwnerStates | undefined;
  /** The position of that state; the journal's head where absent. */
  readonly statesAt?: number | undefined;
  /** The state of a platform at the head of the journal, with its owners': no record is read again. */
  readonly from?: PlatformMark | undefined;
}

/**
 * What a platform knows from its records and notes: work in progress is not included. It does not change with its
 * platform, and serves more than one.
 */
export interface PlatformMark {
  readonly states: OwnerStates;
  readonly beginning: Beginning;
  readonly keys: BoundKeys;
  readonly reference: ReferenceData;
  readonly ledger: LedgerMark;
  readonly book: ReadonlyMap<number, BookRow>;
  readonly movedAtNs: ReadonlyMap<number, bigint>;
  readonly quotes: QuotesMark;
  readonly vault: VaultMark;
  readonly venue: VenueMark;
  readonly balances: AlarmsMark;
  readonly probe: ProbeMark;
  readonly engine: EngineMark;
}

/** Immutable values, one for each owner. */
export type OwnerStates = ReadonlyMap<OwnerName, unknown>;

/** One record owner, as the control plane shows it. */
export interface PlatformOwner {
  readonly name: OwnerName;
  /** It accepts nothing, and its inbox waits for its return. */
  readonly away: boolean;
  /** The number of commands in its inbox. */
  readonly waiting: number;
}

export interface PlatformOwners {
  list(): readonly PlatformOwner[];
  leave(owner: OwnerName): void;
  comeBack(owner: OwnerName): void;
}

export interface Platform {
  readonly world: World;
  readonly faults: Faults;
  readonly owners: PlatformOwners;
  /** Instruments and algo versions, with later additions. */
  readonly reference: Reference;
  /** The venues by hand: fills, rejections, balances. */
  readonly venue: Omit<VenueDesk, 'close'>;
  /** The platform as one member sees it: faults may apply to it alone. */
  port(memberName: string): PlatformPort;
  /** The position of the last record of the world's beginning: no platform continues from an earlier one. */
  readonly genesis: number;
  /** The sequence and the notes: for another platform to continue from (`forkOf`). */
  readonly journal: Journal;
  /** The whole sequence up to now, in order; readers of a part use the journal. */
  records(): readonly SequencedRecord[];
  head(): number;
  /** An owner's state at the head: an immutable value, so it serves as a snapshot. */
  stateOf(owner: OwnerName): unknown;
  /** The states of all owners at the head. */
  states(): OwnerStates;
  /** The state at the head; undefined while some record is placed and not delivered. */
  mark(): PlatformMark | undefined;
  /** The counts of the intake of key material. */
  intakeCounts(): VaultCounts;
  /** Ends the platform's own work: its venue, and its timers. */
  close(): void;
}

/** Throws RangeError if the journal holds only a part of its world's beginning. */
export function createPlatform(options: PlatformOptions): Platform {
  const { clock, seed, world, journal = memoryJournal(), from } = options;
  const states = from?.states ?? options.states;
  const limits = { ...DEFAULT_PLATFORM_LIMITS, ...options.limits };
  const faults = options.faults ?? createFaults({ clock, random: seed.stream('faults') });
  const owners = [
    runningOwner(register, states?.get('register')),
    runningOwner(orders, states?.get('orders')),
    runningOwner(custody, states?.get('custody')),
    runningOwner(algos, states?.get('algos')),
  ];
  const statesAt = from === undefined ? options.statesAt : undefined;
  const applied = states === undefined ? 0 : (statesAt ?? journal.head());
  const sequencer = sequencerPast(faults, createSequencer({ clock, journal, owners, applied }));
  const intake = createIntake({
    sequencer,
    faults,
    limits,
    stalled: journal.stalled,
    from: from?.keys,
    owed: (...of) => promised.owed(...of),
  });
  // The platform's own parts follow the sequence: they hear that a command was taken in a turn of their own.
  const submitLater = async (command: Command) => intake.submit(command);
  const report = venuePast(faults, submitLater);
  const recordEdge = createRecordEdge(faults, clock);
  const book = new Map(from?.book ?? world.book.map((row) => [row.instrumentId, row]));
  const ledger = createLedger(world.balances, from?.ledger);
  const isFresh = journal.head() === 0;
  if (isFresh) {
    const beginning = sequencer.followPlaced((record) => void ledger.apply(record));
    sequenceWorld({ world, book, seed, sequencer, ledger, nowNs: clock.nowNs() });
    beginning.stop();
    journal.settle();
  }
  const beginning = from?.beginning ?? beginningOf(journal);
  const { position: genesis, beganNs } = beginning;

  const recalled = recallingClock(clock);
  const noted = () => ({ after: sequencer.head(), atNs: `${clock.nowNs()}` });
  const quoteStream = createQuoteStream({
    book,
    clock,
    moved: (row) => void journal.note({ kind: 'quote', row, ...noted() }),
    movedAtNs: from?.movedAtNs,
  });
  const reference = createReference({ sequencer, faults, book, quotes: quoteStream, from: from?.reference });
  const quotes = createQuoteFeed({ book, clock, submit: report, from: from?.quotes });
  const venue = createFakeVenue({ book, clock, seed, submit: report, from: from?.venue });
  const desk = createVenueDesk({ book, clock, seed, ledger, sequencer, submit: report });
  const balances = createBalanceFeed({ ledger, clock, submit: report, beganNs, from: from?.balances });
  const vault = createVault({
    clock: recalled,
    salt: options.vaultSalt,
    limits,
    noted: (material) => void journal.note({ ...material, ...noted() }),
    from: from?.vault,
  });
  const store = storeMaterial(vault, faults, intake.isBound);
  const probe = createProbe({ vault, clock, submit: report, from: from?.probe });
  const engine = createEngine({
    clock,
    faults,
    submit(command) {
      quotes.before(command);
      return submitLater(command);
    },
    algos: () => sequencer.stateOf('algos') as AlgosState,
    genesis,
    from: from?.engine,
  });
  const parts = [venue, balances, probe, engine];
  const send = (command: Command, member: string): Soon<Submission> =>
    sendPast(faults, member, command, () => {
      quotes.before(command);
      return intake.submit(command, member);
    });
  const promised = createPromisedWrites({
    ...{ clock, journal, submit: send, positionOf: intake.positionOf },
    head: sequencer.head,
    isPending: (orgId, key) =>
      intake.isPending(orgId, key) || faults.waiting().some((one) => one.org === orgId && one.key === key),
  });

  const recallAll = (): void =>
    recall({
      journal,
      clock: recalled,
      record(record) {
        if (record.position > genesis) {
          quotes.recall(record);
          venue.recall(record);
          balances.recall(record);
          vault.settle(record);
          promised.hear(record);
        } else if (!isFresh) ledger.apply(record);
        probe.recall(record);
        engine.recall(record);
      },
      note(note, atNs) {
        if (note.kind === 'quote') quoteStream.recall(note.row, atNs);
        else if (note.kind === 'material') vault.recall(note, atNs);
        else if (note.kind === 'promise') promised.recallNote(note);
      },
    });
  if (from === undefined) recallAll();
  for (const hear of [quotes.recall, venue.hear, balances.hear, vault.settle, probe.hear, engine.hear, promised.hear])
    sequencer.follow(sequencer.head(), hear);
  resumeParts([...parts, promised]);

  const statesNow = (): OwnerStates => new Map(owners.map(({ name }) => [name, sequencer.stateOf(name)]));

  return {
    world,
    faults,
    owners: {
      list: () => owners.map(({ name }) => ({ name, away: intake.owners.isAway(name), waiting: intake.waiting(name) })),
      leave: intake.owners.leave,
      comeBack: intake.owners.comeBack,
    },
    reference,
    venue: desk,
    genesis,
    journal,
    port: (memberName) => ({
      submit: (command) => recordEdge.awaiting(memberName, command, () => send(command, memberName)),
      promise: (command) => promised.keep(command, memberName),
      storesPromises: journal.outlivesProcess,
      lookUp: (orgId, key) => intake.lookUp(orgId, key, memberName),
      storeMaterial: (material) => store(material, memberName),
      follow: recordEdge.followAs(memberName, reference.followAs(memberName)),
      head: sequencer.head,
      quotes: quoteStream.follow,
    }),
    records: () => journal.after(0),
    head: sequencer.head,
    stateOf: sequencer.stateOf,
    states: statesNow,
    mark() {
      if (!sequencer.isSettled()) return undefined;
      return {
        states: statesNow(),
        beginning,
        keys: intake.mark(),
        reference: reference.mark(),
        ledger: ledger.mark(),
        book: new Map(book),
        movedAtNs: quoteStream.movedAtNs(),
        quotes: quotes.mark(),
        vault: vault.mark(),
        venue: venue.mark(),
        balances: balances.mark(),
        probe: probe.mark(),
        engine: engine.mark(),
      };
    },
    intakeCounts: vault.counts,
    close() {
      reference.close();
      desk.close();
      quoteStream.close();
      for (const part of [...parts, promised]) part.close();
    },
  };
}
