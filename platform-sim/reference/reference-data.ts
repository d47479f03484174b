import type { AlgoVersionRow, AssetRow, Fact, InstrumentRow, SequencedRecord } from '../../gateway/facts.ts';

/** A row that a user or a document may name before a member has received it. */
export type ReferenceFact = Extract<Fact, { readonly kind: 'InstrumentRecorded' | 'AlgoVersionRecorded' }>;

/** The row name of a reference fact; undefined for every other fact. */
export function referenceName(fact: Fact): string | undefined {
  if (fact.kind === 'InstrumentRecorded') return `instrument ${fact.instrument.instrumentId}`;
  if (fact.kind === 'AlgoVersionRecorded') return `algo version ${fact.version.pool}/${fact.version.algoVersionId}`;
  return undefined;
}

/** Assets, instruments and algo versions as the sequence last stated them. */
export class ReferenceData {
  #facts: Map<string, ReferenceFact> = new Map();
  #assets: Map<number, AssetRow> = new Map();

  apply({ verdict }: SequencedRecord): void {
    for (const fact of verdict.facts ?? []) {
      const name = referenceName(fact);
      if (name !== undefined) this.#facts.set(name, fact as ReferenceFact);
      if (fact.kind === 'AssetRecorded') this.#assets.set(fact.asset.assetId, fact.asset);
    }
  }

  /** An independent copy. */
  fork(): ReferenceData {
    const fork = new ReferenceData();
    fork.#facts = new Map(this.#facts);
    fork.#assets = new Map(this.#assets);
    return fork;
  }

  /** The row of a name that an earlier record stated, as a fact. */
  stated(name: string): ReferenceFact {
    const fact = this.#facts.get(name);
    if (fact === undefined) throw new RangeError(`no record states ${name}`);
    return fact;
  }

  assets(): readonly AssetRow[] {
    return [...this.#assets.values()];
  }

  instruments(): readonly InstrumentRow[] {
    return [...this.#facts.values()].flatMap((fact) => (fact.kind === 'InstrumentRecorded' ? [fact.instrument] : []));
  }

  versions(): readonly AlgoVersionRow[] {
    return [...this.#facts.values()].flatMap((fact) => (fact.kind === 'AlgoVersionRecorded' ? [fact.version] : []));
  }
}
