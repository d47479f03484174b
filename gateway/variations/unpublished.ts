/**
 * Removes our own members of a row, which another platform's member does not serve; its document does not require them
 * either.
 */
import { everyObject, isPublished, type Json, jsonOf, type Layer, withJson } from './layer.ts';

/** Removes these members of an object. */
export const less = (object: Json, names: readonly string[]): Json =>
  Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));

/** Rows without some members, which the document then does not require. */
export function unpublished(names: readonly string[], change: (row: Json) => Json): Layer {
  return async (request, next) => {
    const answer = await next(request);
    const json = jsonOf(answer);
    if (json === undefined) return answer;
    if (!isPublished(request)) return withJson(answer, everyObject(json, change));
    const open = everyObject(json, (schema) => {
      const { required } = schema;
      const stillRequired = Array.isArray(required)
        ? { required: required.filter((name) => !names.includes(String(name))) }
        : {};
      return { ...schema, ...stillRequired };
    });
    return withJson(answer, open);
  };
}
