/**
 * Reference data after the platform's beginning: it lists instruments, loads versions, and delays them for members.
 */

import { isDeepStrictEqual } from 'node:util';
import type { AlgoManifest, AlgoVersionRow, Command, InstrumentRow, QuoteRow } from '../../gateway/facts.ts';
import type { PlatformPort } from '../../gateway/platform-port.ts';
import type { Faults } from '../faults/faults.ts';
import type { Sequencer } from '../sequencer.ts';
import type { BookRow } from '../venues/book.ts';
import type { QuoteStream } from '../venues/quote-stream.ts';
import { bookRow, type InstrumentTerms, listing, type Quote } from './list-instrument.ts';
import { ReferenceData } from './reference-data.ts';
import { createReferenceLag } from './reference-lag.ts';
import { statement } from './statement.ts';

export interface QuotedInstrument extends InstrumentRow {
  readonly quote: Quote | null;
}

export interface Reference {
  /** The sequence as one member receives it, with late facts where a fault at the edge `apply` applies. */
  followAs(member: string): PlatformPort['follow'];
  /** The row once it is sequenced, and quoted from then on if it has a quote; undefined: the symbol is in use. */
  listInstrument(terms: InstrumentTerms): Promise<InstrumentRow | undefined>;
  /** The row once it is sequenced, or why there can be none. */
  loadAlgoVersion(terms: AlgoVersionTerms): Promise<AlgoVersionRow | string>;
  /** Every instrument with what the venue quotes of it; null: nothing. */
  instruments(): readonly QuotedInstrument[];
  /** Sets the venue's quote from now on; followers receive it at once. undefined: unknown instrument. */
  moveQuote(instrumentId: number, quote: Quote): QuoteRow | undefined;
  /** Sequences rows as they are stated now, for a member of another process that received them late. */
  restate(command: Command): Promise<unknown>;
  /** The current rows, for another platform to continue from. */
  mark(): ReferenceData;
  close(): void;
}

export interface ReferenceOptions {
  readonly sequencer: Pick<Sequencer, 'follow' | 'followPlaced' | 'head' | 'sequence'>;
  readonly faults: Faults;
  /** The venue's book. */
  readonly book: ReadonlyMap<number, BookRow>;
  readonly quotes: Pick<QuoteStream, 'move'>;
  /** The rows of all existing records; absent: they are read. */
  readonly from?: ReferenceData | undefined;
}

/** Creates the platform's handling of reference data. */
export function createReference({ sequencer, faults, book, quotes, from }: ReferenceOptions): Reference {
  const data = from?.fork() ?? new ReferenceData();
  const following = sequencer.followPlaced((record) => data.apply(record), from && sequencer.head());
  const lag = createReferenceLag({ faults, sequencer, data });

  return {
    followAs: lag.followAs,
    restate: async (command) => sequencer.sequence(command),
    async listInstrument(terms) {
      const listed = listing(data, terms);
      if (listed === undefined) return undefined;
      const { instrument, facts, quoted } = listed;
      if (quoted !== undefined) quotes.move(quoted);
      await sequencer.sequence(statement('instrument listed', facts));
      return instrument;
    },
    async loadAlgoVersion(terms) {
      const version = loaded(data, terms);
      if (typeof version === 'string') return version;
      await sequencer.sequence(statement('algo version loaded', [{ kind: 'AlgoVersionRecorded', version }]));
      return version;
    },
    instruments: () =>
      data.instruments().map((row) => {
        const quoted = book.get(row.instrumentId);
        return { ...row, quote: quoted === undefined ? null : { bid: quoted.bid, ask: quoted.ask } };
      }),
    moveQuote(instrumentId, quote) {
      const instrument = data.instruments().find((row) => row.instrumentId === instrumentId);
      const currency = data.assets().find(({ assetId }) => assetId === instrument?.quoteAssetId);
      if (instrument === undefined || currency === undefined) return undefined;
      return quotes.move({ ...bookRow(instrument, currency, quote), ...book.get(instrumentId), ...quote });
    },
    mark: () => data.fork(),
    close() {
      lag.close();
      following.stop();
    },
  };
}

/** The terms of an algo version that an engine pool loads. */
export interface AlgoVersionTerms {
  readonly pool: string;
  /** null: the next after the highest of the catalogue. */
  readonly algoVersionId: number | null;
  /** null, as for the schema: that of the same id in another pool, otherwise of the pool's first version. */
  readonly manifest: AlgoManifest | null;
  readonly documentSchema: AlgoVersionRow['documentSchema'] | null;
}

/** The row, or why there can be none. */
export function loaded(
  data: ReferenceData,
  { pool, algoVersionId, manifest, documentSchema }: AlgoVersionTerms,
): AlgoVersionRow | string {
  const versions = data.versions();
  const id = algoVersionId ?? Math.max(0, ...versions.map((version) => version.algoVersionId)) + 1;
  const same = versions.filter((version) => version.algoVersionId === id);
  if (same.some((version) => version.pool === pool)) return `${pool} has loaded version ${id} already`;
  if (same.length > 0 && (manifest ?? documentSchema) !== null)
    return `version ${id} is loaded elsewhere, and an id means one version: leave manifest and documentSchema out`;
  const like = same[0] ?? versions.filter((version) => version.pool === pool).toSorted(byId)[0];
  const of = manifest ?? like?.manifest;
  const schema = documentSchema ?? like?.documentSchema;
  if (of === undefined || schema === undefined)
    return `${pool} has loaded nothing yet: state manifest and documentSchema`;
  const runs = versions.filter((version) => version.manifest.name === of.name);
  // The engine selects an algo by its name and reads documents that the schema of that name admits.
  if (runs.length > 0 && !runs.some((version) => isDeepStrictEqual(version.documentSchema, schema)))
    return `${of.name} has its own documents: leave documentSchema out, or give the manifest another name`;
  return { algoVersionId: id, pool, manifest: of, documentSchema: schema };
}

function byId(left: AlgoVersionRow, right: AlgoVersionRow): number {
  return left.algoVersionId - right.algoVersionId;
}
