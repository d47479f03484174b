/** The state of the algos owner: the register's rows, the catalogue, every instance and every document. */
import { Map as ImmutableMap, Set as ImmutableSet } from 'immutable';
import type {
  AlgoInstanceRow,
  AlgoVersionRow,
  ConfigDocumentRow,
  Fact,
  SequencedRecord,
} from '../../../gateway/facts.ts';
import { type Directory, EMPTY_DIRECTORY, recordIn } from '../directory.ts';

export interface AlgosState {
  readonly directory: Directory;
  /** Versions that engine pools have loaded, keyed by `versionName`. */
  readonly versions: ImmutableMap<string, AlgoVersionRow>;
  readonly instances: ImmutableMap<number, AlgoInstanceRow>;
  /** By instance, then by sequence. */
  readonly documents: ImmutableMap<number, ImmutableMap<number, ConfigDocumentRow>>;
  /** Started instances, by organisation. */
  readonly started: ImmutableMap<number, ImmutableSet<number>>;
  /** The last id that this owner minted; ids that the world states do not count. */
  readonly lastMintedId: number;
}

/** The initial state. */
export const NO_ALGOS: AlgosState = {
  directory: EMPTY_DIRECTORY,
  versions: ImmutableMap(),
  instances: ImmutableMap(),
  documents: ImmutableMap(),
  started: ImmutableMap(),
  lastMintedId: 0,
};

/** The key of a version in a pool. */
export function versionName(pool: string, algoVersionId: number): string {
  return `${pool}/${algoVersionId}`;
}

/** A document of an instance; undefined if there is none. */
export function documentOf(state: AlgosState, instanceId: number, seq: number): ConfigDocumentRow | undefined {
  return state.documents.get(instanceId)?.get(seq);
}

/** The started instances of an organisation, ascending by id. */
export function startedOf({ started, instances }: AlgosState, orgId: number): readonly AlgoInstanceRow[] {
  const ids = [...(started.get(orgId) ?? [])].sort((a, b) => a - b);
  return ids.flatMap((id) => instances.get(id) ?? []);
}

/** The state after a record. */
export function applyRecord(state: AlgosState, { command, verdict }: SequencedRecord): AlgosState {
  let next = state;
  for (const fact of verdict.facts ?? []) next = put(next, fact);
  if (command.body.kind !== 'create-instance' || next === state) return next;
  return { ...next, lastMintedId: Math.max(next.lastMintedId, ...createdIds(verdict.facts ?? [])) };
}

function createdIds(facts: readonly Fact[]): readonly number[] {
  return facts.flatMap((fact) => (fact.kind === 'AlgoInstanceRecorded' ? [fact.instance.instanceId] : []));
}

function put(state: AlgosState, fact: Fact): AlgosState {
  switch (fact.kind) {
    case 'AlgoVersionRecorded': {
      const { pool, algoVersionId } = fact.version;
      return { ...state, versions: state.versions.set(versionName(pool, algoVersionId), fact.version) };
    }
    case 'AlgoInstanceRecorded':
      return putInstance(state, fact.instance);
    case 'ConfigDocumentRecorded': {
      const { instanceId, seq } = fact.config;
      const documents = state.documents.update(instanceId, ImmutableMap<number, ConfigDocumentRow>(), (ofInstance) =>
        ofInstance.set(seq, fact.config),
      );
      return { ...state, documents };
    }
    default: {
      const directory = recordIn(state.directory, fact);
      return directory === state.directory ? state : { ...state, directory };
    }
  }
}

function putInstance(state: AlgosState, instance: AlgoInstanceRow): AlgosState {
  const { instanceId, orgId, status } = instance;
  const started = state.started.update(orgId, ImmutableSet<number>(), (ids) =>
    status === 'STARTED' ? ids.add(instanceId) : ids.delete(instanceId),
  );
  return { ...state, instances: state.instances.set(instanceId, instance), started };
}
