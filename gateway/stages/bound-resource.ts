import type { OperationId } from '../contract/routes.ts';

/** What a key is bound to: the operation and the ids of its path, in one text. */
export function boundResource(operation: OperationId, params: Readonly<Record<string, string>>): string {
  return [operation, ...Object.values(params)].join(' ');
}
