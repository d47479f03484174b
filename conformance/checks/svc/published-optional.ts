import { asObject, type JsonObject } from '../../client/contract-document.ts';
import type { Exchange } from '../../client/exchange.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { pass, violated } from '../../runner/judgement.ts';

/** A schema lists the property and does not require it. */
export function publishesOptional(schema: JsonObject, name: string, of: string, served: Exchange): Judgement {
  const listed = Object.hasOwn(asObject(schema['properties']), name);
  const required = Array.isArray(schema['required']) && schema['required'].includes(name);
  return listed && !required ? pass : violated(`${name} ${of} published as an optional property`, served);
}
