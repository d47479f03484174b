/**
 * Removes our own members of a row, which another platform's member does not serve; its document does not require them
 * either.
 */
import { inDocument } from './document.ts';
import { changeJson, everyObject, type Json, type Layer } from './layer.ts';

/** Removes these members of an object. */
export const less = (object: Json, names: readonly string[]): Json =>
  Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));

/** Rows without some members, which the document then does not require. */
export function unpublished(names: readonly string[], change: (row: Json) => Json): Layer {
  const served = changeJson((json) => everyObject(json, change));
  const published = inDocument(
    (document) =>
      everyObject(document, (schema) => {
        const { required } = schema;
        const stillRequired = Array.isArray(required)
          ? { required: required.filter((name) => !names.includes(String(name))) }
          : {};
        return { ...schema, ...stillRequired };
      }) as Json,
  );
  return (request, next) => served(request, (asked) => published(asked, next));
}
