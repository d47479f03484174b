/** The request body of one operation, as the member's own contract document publishes it. */
import { asObject, branches, type JsonObject, type Operation, resolved } from '../contract-document.ts';

export interface PublishedBody {
  readonly properties: JsonObject;
  readonly required: readonly string[];
  /** additionalProperties: false, so unlisted properties are refused. */
  readonly isClosed: boolean;
  /** A request without a body is refused. */
  readonly isRequired: boolean;
  /** One complete example body; empty where the document has none. */
  readonly example: JsonObject;
}

/** undefined where the operation publishes no JSON object as its body. */
export function publishedBody(document: JsonObject, { object }: Operation): PublishedBody | undefined {
  const request = resolved(document, object['requestBody']);
  const media = asObject(Object.entries(asObject(request['content'])).find(([type]) => /[/+]json\b/.test(type))?.[1]);
  // Of several alternatives, use the first.
  const [schema] = branches(document, media['schema']);
  if (schema === undefined || schema['properties'] === undefined) return undefined;
  const required = schema['required'];
  return {
    properties: asObject(schema['properties']),
    required: Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [],
    isClosed: schema['additionalProperties'] === false,
    isRequired: request['required'] === true,
    example: exampleOf(document, media, schema),
  };
}

function exampleOf(document: JsonObject, media: JsonObject, schema: JsonObject): JsonObject {
  const [named] = Object.values(asObject(media['examples']));
  const listed = Array.isArray(schema['examples']) ? (schema['examples'] as unknown[])[0] : undefined;
  const shown = [media['example'], resolved(document, named)['value'], schema['example'], listed];
  return asObject(shown.find((one) => one !== undefined));
}
