import { Refusal } from '../contract/refusals.ts';
import type { OperationId } from '../contract/routes.ts';

/** The use that a key is bound to by its first request: any other use is refused (IDEM-06, decision A20). */
export interface KeyBinding {
  readonly orgId: number;
  readonly key: string;
  readonly userId: number;
  readonly operation: OperationId;
  /** The operation with its path ids, as commands carry it (`boundResource`). */
  readonly resource: string;
}

/** The operation and the ids of its path, in one text. */
export function boundResource(operation: OperationId, params: Readonly<Record<string, string>>): string {
  let resource: string = operation;
  for (const name in params) resource += ` ${params[name]}`;
  return resource;
}

/** Whether a request uses the key for the resource and user that it is bound to. */
export function isSameUse(binding: KeyBinding, resource: string, userId: number): boolean {
  return resource === binding.resource && userId === binding.userId;
}

/** @throws Refusal IDEMPOTENCY_KEY_REUSED */
export function requireSameUse(binding: KeyBinding, resource: string, userId: number): void {
  if (!isSameUse(binding, resource, userId)) throw keyReused();
}

/** The refusal of another use of a key (IDEM-06). */
export function keyReused(): Refusal {
  return new Refusal(
    'IDEMPOTENCY_KEY_REUSED',
    'this key was used for another operation or resource, or by another user: take a fresh one',
  );
}
