/** The request body of one operation, as the member's own contract document publishes it. */
import { asObject, branches, type JsonObject, type Operation, resolved } from '../profile/contract-document.ts';

export interface PublishedBody {
  /** Of several alternatives, those of all. */
  readonly properties: JsonObject;
  /** Of several alternatives, those of the first. */
  readonly required: readonly string[];
  /** The document says that properties which it does not list are taken, too. */
  readonly isOpen: boolean;
  /** A request without a body is refused. */
  readonly isRequired: boolean;
  /** One complete example body; empty where the document has none. */
  readonly example: JsonObject;
}

/** undefined where the operation publishes no JSON object as its body. */
export function publishedBody(document: JsonObject, { object }: Operation): PublishedBody | undefined {
  const request = resolved(document, object['requestBody']);
  const media = asObject(Object.entries(asObject(request['content'])).find(([type]) => /[/+]json\b/.test(type))?.[1]);
  const alternatives = branches(document, media['schema']);
  const [schema] = alternatives;
  if (schema === undefined || schema['properties'] === undefined) return undefined;
  const required = asList(schema['required']).filter((name) => typeof name === 'string');
  const listed = [
    Object.fromEntries(required.map((name) => [name, {}])),
    ...alternatives.toReversed().map(propertiesOf),
  ];
  return {
    properties: Object.assign({}, ...listed) as JsonObject,
    required,
    isOpen: alternatives.some(
      ({ additionalProperties: others, patternProperties }) =>
        patternProperties !== undefined || (others !== undefined && others !== false),
    ),
    isRequired: request['required'] === true,
    example: exampleOf(document, media, schema),
  };
}

const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const propertiesOf = (schema: JsonObject): JsonObject => asObject(schema['properties']);

function exampleOf(document: JsonObject, media: JsonObject, schema: JsonObject): JsonObject {
  const [named] = Object.values(asObject(media['examples']));
  const listed = Array.isArray(schema['examples']) ? (schema['examples'] as unknown[])[0] : undefined;
  const shown = [media['example'], resolved(document, named)['value'], schema['example'], listed];
  return asObject(shown.find((one) => one !== undefined));
}
