/**
 * One platform: deterministic, given a clock, a seed and a world. The same and the same inputs make the same journal, byte
 * for byte (`platform.test.ts`). Starting over is building another: whoever follows this one must follow that one instead.
 */
import type { OwnerName, SequencedRecord } from '../gateway/facts.ts';
import type { Clock, PlatformPort } from '../gateway/platform-port.ts';
import { createEngine } from './engine/engine.ts';
import { createFaults, type Faults } from './faults/faults.ts';
import { createRecordEdge } from './faults/record-edge.ts';
import { sendPast } from './faults/send-edge.ts';
import { sequencerPast } from './faults/sequencer-edge.ts';
import { venuePast } from './faults/venue-edge.ts';
import { createIntake } from './intake.ts';
import { DEFAULT_PLATFORM_LIMITS, type PlatformLimits } from './limits.ts';
import { memoryJournal } from './log/memory.ts';
import type { AlgosState } from './owners/algos/state.ts';
import { algos } from './owners/algos.ts';
import { custody } from './owners/custody.ts';
import { orders } from './owners/orders.ts';
import { register } from './owners/register.ts';
import { createReference, type Reference } from './reference/reference.ts';
import { seat } from './seat.ts';
import type { Seed } from './seed.ts';
import { createSequencer } from './sequencer.ts';
import { storeMaterial } from './vault/store-material.ts';
import { createVault, type VaultCounts } from './vault/vault.ts';
import { createBalanceFeed } from './venues/balance-feed.ts';
import { createFakeVenue } from './venues/fake-venue.ts';
import { createLedger } from './venues/ledger.ts';
import { createProbe } from './venues/probe.ts';
import { createQuoteFeed } from './venues/quote-feed.ts';
import { createQuoteStream } from './venues/quote-stream.ts';
import { sequenceWorld } from './world/genesis.ts';
import type { World } from './world/world.ts';

export interface PlatformOptions {
  readonly clock: Clock;
  readonly seed: Seed;
  readonly world: World;
  readonly limits?: Partial<PlatformLimits>;
  /** The platform's own where absent. */
  readonly faults?: Faults;
}

export interface Platform {
  readonly world: World;
  readonly faults: Faults;
  /** Instruments and algo versions, listed and loaded under way. */
  readonly reference: Reference;
  /** What one member asks of the platform: faults may be meant for it alone. */
  port(memberName: string): PlatformPort;
  /** The whole sequence, in order. A live view: it grows. */
  records(): readonly SequencedRecord[];
  head(): number;
  /** What an owner has come to: an immutable value, so a snapshot as it is. */
  stateOf(owner: OwnerName): unknown;
  /** What the intake of key material did. */
  intakeCounts(): VaultCounts;
  /** Ends what the platform does of itself: its venue, and its timers. */
  close(): void;
}

export function createPlatform({ clock, seed, world, limits: stated, faults: given }: PlatformOptions): Platform {
  const limits = { ...DEFAULT_PLATFORM_LIMITS, ...stated };
  const faults = given ?? createFaults({ clock, random: seed.stream('faults') });
  const journal = memoryJournal();
  const algosSeat = seat(algos);
  const seats = [seat(register), seat(orders), seat(custody), algosSeat];
  const sequencer = sequencerPast(faults, createSequencer({ clock, journal, seats }));
  const intake = createIntake({ sequencer, faults, limits });
  const report = venuePast(faults, intake.submit);
  const recordEdge = createRecordEdge(faults, clock);
  const book = new Map(world.book.map((row) => [row.instrumentId, row]));

  const ledger = createLedger(world.balances);
  const beginning = sequencer.follow(0, (record) => void ledger.apply(record));
  sequenceWorld({ world, book, seed, sequencer, ledger, nowNs: clock.nowNs() });
  beginning.stop();
  const quoteStream = createQuoteStream({ book, clock });
  const reference = createReference({ sequencer, faults, book, quotes: quoteStream });
  const quotes = createQuoteFeed({ book, clock, submit: report });
  const venue = createFakeVenue({
    book,
    clock,
    seed,
    submit: report,
    follow: (apply) => sequencer.follow(sequencer.head(), apply),
  });
  const balances = createBalanceFeed({
    ledger,
    clock,
    submit: report,
    follow: (apply) => sequencer.follow(sequencer.head(), apply),
  });
  const vault = createVault({ clock, salt: seed.fresh('vault').hex(64), limits });
  sequencer.follow(sequencer.head(), vault.settle);
  const store = storeMaterial(vault, faults, intake.isBound);
  const probe = createProbe({
    vault,
    clock,
    submit: report,
    follow: (apply) => sequencer.follow(0, apply),
  });

  const engine = createEngine({
    clock,
    faults,
    submit(command) {
      quotes.before(command);
      return intake.submit(command);
    },
    follow: (apply) => sequencer.follow(0, apply),
    algos: () => algosSeat.state() as AlgosState,
  });

  return {
    world,
    faults,
    reference,
    port: (memberName) => ({
      submit(command) {
        const arrive = () => {
          quotes.before(command);
          return intake.submit(command, memberName);
        };
        return recordEdge.awaiting(memberName, command, () => sendPast(faults, memberName, command, arrive));
      },
      lookUp: (orgId, key) => intake.lookUp(orgId, key, memberName),
      storeMaterial: (material) => store(material, memberName),
      follow: recordEdge.followAs(memberName, reference.followAs(memberName)),
      head: sequencer.head,
      quotes: quoteStream.follow,
    }),
    records: journal.records,
    head: journal.head,
    stateOf: (owner) => seats.find(({ name }) => name === owner)?.state(),
    intakeCounts: vault.counts,
    close() {
      reference.close();
      quoteStream.close();
      venue.close();
      probe.close();
      balances.close();
      engine.close();
    },
  };
}
