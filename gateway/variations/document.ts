/** Changes of the contract document that a member publishes. */
import { isObject, type Json, jsonOf, type Layer, withJson } from './layer.ts';

/** Changes the contract document. */
export const inDocument =
  (change: (document: Json) => Json): Layer =>
  async (request, next) => {
    const response = await next(request);
    const json = request.path.startsWith('/openapi.json') ? jsonOf(response) : undefined;
    return json === undefined ? response : withJson(response, change(json));
  };

/** Changes one schema of `components`. */
export const inSchema =
  (name: string, change: (schema: Json) => Json) =>
  (document: Json): Json => {
    const { components } = document;
    const schemas = isObject(components) ? components['schemas'] : undefined;
    const schema = isObject(schemas) ? schemas[name] : undefined;
    if (!isObject(components) || !isObject(schemas) || !isObject(schema)) return document;
    return { ...document, components: { ...components, schemas: { ...schemas, [name]: change(schema) } } };
  };
