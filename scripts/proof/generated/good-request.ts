import type { Sent } from './caller.ts';
import { type Setting, sampleBody } from './sample-body.ts';
import type { ServedOperation } from './served-document.ts';
import { spelt } from './spelling.ts';

/**
 * The request of an operation that is taken where it was reached.
 *
 * @param over members of its body that are other than the sample's.
 */
export function goodRequest(
  operation: ServedOperation,
  setting: Setting & { readonly path: string },
  over: Readonly<Record<string, unknown>> = {},
): Sent {
  const { method, body, takesKey } = operation;
  const { path, key } = setting;
  return {
    method,
    path,
    ...(takesKey ? { key } : {}),
    ...(body === undefined ? {} : { body: spelt({ ...sampleBody(operation, setting), ...over }) }),
  };
}
