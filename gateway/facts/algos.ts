/** Strategies that the platform runs for an organisation: what can run, what runs, and the documents that configure it. */
import type { IfMatch } from './register.ts';
import type { Ns } from './scalars.ts';

/** One version of an algo as one engine pool has it loaded. */
export interface AlgoVersionRow {
  readonly algoVersionId: number;
  readonly pool: string;
  readonly manifest: AlgoManifest;
  /** The JSON Schema that a document for it must conform to. References carry `x-service-reference`. */
  readonly documentSchema: Readonly<Record<string, unknown>>;
}

export interface AlgoManifest {
  readonly name: string;
  /** The algo's own semver. */
  readonly version: string;
  readonly description: string;
}

export type AlgoInstanceStatus = 'STOPPED' | 'STARTED' | 'DELETED';

/** What moved an instance last. Causes of the engine and of the platform's own rules name no user (ALG-21). */
export type AlgoCause =
  | 'CREATED'
  | 'CONFIGURED'
  | 'STARTED'
  | 'STOPPED'
  | 'DELETED'
  | 'HALTED'
  | 'ENGINE_APPLIED'
  | 'ENGINE_REFUSED'
  | 'ENGINE_STOPPED'
  | 'PLATFORM_STOPPED';

export interface AlgoInstanceRow {
  readonly instanceId: number;
  readonly orgId: number;
  readonly algoVersionId: number;
  readonly pool: string;
  readonly displayName: string;
  readonly remark: string | null;
  readonly status: AlgoInstanceStatus;
  /** The sequence of its latest document, whatever became of it (A83). */
  readonly configSeq: number;
  /** The document that the engine runs; null: none was applied yet. */
  readonly appliedConfigSeq: number | null;
  readonly createdByUserId: number;
  /** Who started it last: their algos:manage authorises its orders. null: never started. */
  readonly startedByUserId: number | null;
  readonly lastUpdatedByUserId: number | null;
  readonly lastCause: AlgoCause;
  readonly createdAtNs: Ns;
  readonly updatedAtNs: Ns;
}

export type ConfigOutcome = 'STAGED' | 'APPLIED' | 'REFUSED';

export interface ConfigDocumentRow {
  readonly instanceId: number;
  readonly orgId: number;
  /** 1 for the first document of an instance. */
  readonly seq: number;
  /** JSONC text, as it was sent to the platform. */
  readonly document: string;
  readonly remark: string | null;
  readonly outcome: ConfigOutcome;
  /** null while the engine's verdict is out. */
  readonly outcomeAtNs: Ns | null;
  /** The engine's reason for a refusal; null otherwise. */
  readonly detail: string | null;
  /** What the document refers to, as the platform projected it: ids in ascending order. */
  readonly accountIds: readonly number[];
  readonly instrumentIds: readonly number[];
  readonly createdByUserId: number;
  readonly createdAtNs: Ns;
}

export interface CreateInstance {
  readonly kind: 'create-instance';
  readonly algoVersionId: number;
  readonly pool: string;
  readonly displayName: string;
  readonly remark: string | null;
  readonly document: string;
}

export interface ProposeConfig {
  readonly kind: 'propose-config';
  readonly instanceId: number;
  readonly ifMatch: IfMatch;
  readonly document: string;
  readonly remark: string | null;
}

export interface MoveInstance {
  readonly kind: 'start' | 'stop' | 'delete';
  readonly instanceId: number;
  readonly remark: string | null;
}

export interface HaltInstances {
  readonly kind: 'halt-instances';
  readonly remark: string | null;
}

/** What the engine says of a document that was staged; a verdict on one that has its outcome changes nothing (ALG-07). */
export interface EngineVerdict {
  readonly kind: 'engine-verdict';
  readonly instanceId: number;
  readonly seq: number;
  readonly outcome: Exclude<ConfigOutcome, 'STAGED'>;
  readonly detail: string | null;
}

/** The engine gave an instance up, or a rule of the platform's own stopped it. */
export interface EngineStop {
  readonly kind: 'engine-stop';
  readonly instanceId: number;
  readonly cause: 'ENGINE_STOPPED' | 'PLATFORM_STOPPED';
  readonly remark: string | null;
}
