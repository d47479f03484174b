/** What the platform does about instruments and algo versions after its beginning: it lists, loads, and tells members late. */
import type { AlgoVersionRow, InstrumentRow } from '../../gateway/facts.ts';
import type { PlatformPort } from '../../gateway/platform-port.ts';
import type { Faults } from '../faults/faults.ts';
import type { Sequencer } from '../sequencer.ts';
import type { BookRow } from '../venues/book.ts';
import { type InstrumentTerms, listing } from './list-instrument.ts';
import { type AlgoVersionTerms, loaded } from './load-algo-version.ts';
import { ReferenceData } from './reference-data.ts';
import { createReferenceLag } from './reference-lag.ts';
import { statement } from './statement.ts';

export interface Reference {
  /** What the sequence tells one member, late where a fault at the edge `apply` says so. */
  followAs(member: string): PlatformPort['follow'];
  /** The row once it is sequenced, and quoted from then on where it has a quote; undefined: the symbol is taken. */
  listInstrument(terms: InstrumentTerms): Promise<InstrumentRow | undefined>;
  /** The row once it is sequenced, or why there can be none. */
  loadAlgoVersion(terms: AlgoVersionTerms): Promise<AlgoVersionRow | string>;
  close(): void;
}

export interface ReferenceOptions {
  readonly sequencer: Pick<Sequencer, 'follow' | 'sequence'>;
  readonly faults: Faults;
  /** What the venue quotes. */
  readonly book: Map<number, BookRow>;
}

export function createReference({ sequencer, faults, book }: ReferenceOptions): Reference {
  const data = new ReferenceData();
  const following = sequencer.follow(0, (record) => data.apply(record));
  const lag = createReferenceLag({ faults, sequencer, data });

  return {
    followAs: lag.followAs,
    async listInstrument(terms) {
      const listed = listing(data, terms);
      if (listed === undefined) return undefined;
      const { instrument, facts, quoted } = listed;
      if (quoted !== undefined) book.set(instrument.instrumentId, quoted);
      await sequencer.sequence(statement('instrument listed', facts));
      return instrument;
    },
    async loadAlgoVersion(terms) {
      const version = loaded(data, terms);
      if (typeof version === 'string') return version;
      await sequencer.sequence(statement('algo version loaded', [{ kind: 'AlgoVersionRecorded', version }]));
      return version;
    },
    close() {
      lag.close();
      following.stop();
    },
  };
}
