import type { Gate, Version } from '../../../../gateway/contract/versions.ts';
import type { Answered } from '../caller.ts';
import type { EveryVersion, MemberOfVersion } from './every-version.ts';
import type { Landmarks } from './landmarks.ts';

export interface Walk {
  readonly world: EveryVersion;
  readonly landmarks: Landmarks;
}

/** One change of the changelog, as it is seen at a member. */
export interface Change {
  /** The version that brought it, as the changelog says: stated here apart from the table of spans. */
  readonly at: Version;
  /** The span that it is behind. */
  readonly gate: Gate;
  readonly what: string;
  /** What is looked at is not there in older members. */
  readonly from?: Version;
  see(member: MemberOfVersion, walk: Walk): Promise<unknown>;
  readonly before: unknown;
  readonly since: unknown;
}

/** Of an answer: its status, the code of its refusal, and whether it says a position, a replay. */
export function seen({ status, headers, json }: Answered): object {
  const { error } = (json ?? {}) as { readonly error?: { readonly code?: string } };
  return {
    status,
    ...(error?.code === undefined ? {} : { code: error.code }),
    ...(headers['x-service-global-sequence'] === undefined ? {} : { placed: true }),
    ...(headers['idempotent-replay'] === undefined ? {} : { replayed: true }),
  };
}

/** A member's value, deep in an answer or a document. */
export function of(value: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((part, step) => (part as Record<string | number, unknown> | undefined)?.[step], value);
}
