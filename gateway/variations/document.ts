/** Changes of the contract document that a member publishes. */
import { changeResponse, changeText, isObject, type Json, type Layer } from './layer.ts';

/** Changes the contract document. */
export function inDocument(change: (document: Json) => Json): Layer {
  const changed = changeText(change);
  return changeResponse((response, { path }) => (path.startsWith('/openapi.json') ? changed(response) : response));
}

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
