/** Strategies that the platform runs for an organisation: versions, instances, and configuration documents. */
import type { IfMatch } from './register.ts';
import type { Ns } from './scalars.ts';

/** One version of an algo, as one engine pool has it loaded. */
export interface AlgoVersionRow {
  readonly algoVersionId: number;
  readonly pool: string;
  readonly manifest: AlgoManifest;
  /** The JSON Schema of documents for it. References carry `x-service-reference`. */
  readonly documentSchema: Readonly<Record<string, unknown>>;
}

export interface AlgoManifest {
  readonly name: string;
  /** The algo's own semantic version. */
  readonly version: string;
  readonly description: string;
}

export type AlgoInstanceStatus = 'STOPPED' | 'STARTED' | 'DELETED';

/**
 * The cause of an instance's last transition. Causes of the engine and of the platform's own rules name no user
 * (ALG-21).
 */
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
  /** The sequence number of its latest document, with any outcome (A83). */
  readonly configSeq: number;
  /** The document that the engine runs; null if none was applied yet. */
  readonly appliedConfigSeq: number | null;
  readonly createdByUserId: number;
  /** The user who started it last; their algos:manage authorises its orders. null if it was never started. */
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
  /** null until the engine has judged the document. */
  readonly outcomeAtNs: Ns | null;
  /** The engine's reason for a refusal; null otherwise. */
  readonly detail: string | null;
  /** The references in the document, as the platform projected them: ids in ascending order. */
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

/** The engine's verdict on a staged document; a verdict on a document with an outcome changes nothing (ALG-07). */
export interface EngineVerdict {
  readonly kind: 'engine-verdict';
  readonly instanceId: number;
  readonly seq: number;
  readonly outcome: Exclude<ConfigOutcome, 'STAGED'>;
  readonly detail: string | null;
}

/** Stops an instance: the engine gave it up, or a platform rule stopped it. */
export interface EngineStop {
  readonly kind: 'engine-stop';
  readonly instanceId: number;
  readonly cause: 'ENGINE_STOPPED' | 'PLATFORM_STOPPED';
  readonly remark: string | null;
}
