/**
 * The JSON Schema of a scenario file, for editors: what `scenario.schema.json` in the package and at the control plane holds.
 * It is made of the shapes that a file is read by, and of the words of reference.ts.
 */
import { z } from 'zod';
import { LONGEST_PATTERN } from './bounded-match.ts';
import type { StepKind } from './format.ts';
import { STEP_SHAPES, scenarioShape } from './format.ts';
import type { MATCHERS } from './matchers.ts';
import { FILE_WORDS, MATCHER_WORDS, STEP_WORDS } from './reference.ts';
import { PHASES } from './scenario.ts';
import { STEP_NAME } from './terms.ts';

const VALUE = { $ref: '#/definitions/value' };

interface Schema {
  readonly [key: string]: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

/** Draft 7, which editors know best. In a loop a name may hold the number of the pass: the reader sees it written out. */
function schemaOf(shape: z.ZodType): Schema {
  const { $schema: _, ...schema } = z.toJSONSchema(shape, {
    io: 'input',
    unrepresentable: 'any',
    target: 'draft-7',
    override: ({ jsonSchema }) => {
      if (jsonSchema.pattern === STEP_NAME.source) jsonSchema.pattern = '^[A-Za-z]([\\w.-]|\\$\\{\\w+\\})*$';
    },
  });
  return schema as Schema;
}

function withWords(schema: Schema, does: string, keys: Readonly<Record<string, string>>): Schema {
  const properties = Object.entries(schema.properties ?? {}).map(([key, below]) => {
    const words = keys[key];
    return [key, words === undefined ? below : { ...below, description: words }];
  });
  return { ...schema, description: does, properties: Object.fromEntries(properties) };
}

function stepSchema(kind: StepKind): Schema {
  const { does, keys } = STEP_WORDS[kind];
  const schema = withWords(schemaOf(STEP_SHAPES[kind]), does, keys);
  const steps = { type: 'array', minItems: 1, items: { $ref: '#/definitions/step' } };
  const { properties = {} } = schema;
  // Steps within a step are read one by one, so its shape does not say what they are.
  if (kind === 'steps')
    return { ...schema, properties: { ...properties, steps: { ...properties['steps'], ...steps } } };
  if (kind !== 'parallel') return schema;
  const parallel = { ...properties['parallel'], items: steps };
  return { ...schema, properties: { ...properties, parallel } };
}

/** The key that names its kind identifies a step: an editor then completes the others. */
function stepSchemas(): Readonly<Record<string, Schema>> {
  const kinds = Object.keys(STEP_SHAPES) as StepKind[];
  const definitions = kinds.map((kind) => {
    const schema = stepSchema(kind);
    const telling =
      kind === 'request'
        ? { anyOf: [{ required: ['request'] }, { required: ['repeat'] }] }
        : { required: [...new Set([kind, ...(schema.required ?? [])])] };
    return [`${kind}-step`, { ...schema, ...telling }];
  });
  const step = { anyOf: kinds.map((kind) => ({ $ref: `#/definitions/${kind}-step` })) };
  return { step, ...Object.fromEntries(definitions) } as Readonly<Record<string, Schema>>;
}

/** What each matcher takes. */
const OPERANDS: Readonly<Record<keyof typeof MATCHERS, Schema>> = {
  $present: { type: 'boolean' },
  $matches: { type: 'string', maxLength: LONGEST_PATTERN },
  $oneOf: { type: 'array', minItems: 1, items: VALUE },
  $not: VALUE,
  $decimal: { type: 'string', pattern: '^(-?[0-9]+(\\.[0-9]+)?|\\$\\{[^}]+\\})$' },
  $length: { type: 'integer', minimum: 0 },
  $contains: VALUE,
  $inOrder: { type: 'array', minItems: 1, items: VALUE },
  $equals: {},
};

/** An expected value: as JSON, and a matcher wherever a value stands. */
function valueSchemas(): Readonly<Record<string, Schema>> {
  const operands = Object.entries(OPERANDS).map(([name, schema]) => {
    const description = MATCHER_WORDS[name as keyof typeof MATCHERS];
    return [name, { ...schema, description }];
  });
  return {
    matcher: {
      type: 'object',
      ...{ minProperties: 1, maxProperties: 1 },
      additionalProperties: false,
      properties: Object.fromEntries(operands) as Record<string, Schema>,
    },
    value: {
      anyOf: [
        { type: ['string', 'number', 'boolean', 'null'] },
        { type: 'array', items: VALUE },
        // A key that starts with `$.` is a path into a body.
        { type: 'object', propertyNames: { not: { pattern: '^\\$[A-Za-z]' } }, additionalProperties: VALUE },
        { $ref: '#/definitions/matcher' },
      ],
    },
  };
}

/** What must hold at the end is read, and says what it is. Steps that hold steps are not looked into. */
const HELD: Schema = {
  anyOf: [
    {
      allOf: [{ $ref: '#/definitions/request-step' }],
      required: ['expect'],
      properties: { request: { type: 'string', pattern: '^(GET|HEAD|OPTIONS) ' } },
    },
    ...(['await', 'hear'] as const).map((kind) => ({
      allOf: [{ $ref: `#/definitions/${kind}-step` }],
      required: ['expect'],
    })),
    ...(['wait', 'clear', 'release', 'steps', 'parallel'] as const).map((kind) => ({
      $ref: `#/definitions/${kind}-step`,
    })),
  ],
};

/** The schema as a value; JSON.stringify writes it. */
export function scenarioJsonSchema(): object {
  const { does, keys } = FILE_WORDS;
  const file = withWords(schemaOf(scenarioShape), does, keys);
  const steps = (phase: 'storm' | 'calm' | 'holds') => ({
    type: 'array',
    description: keys[phase],
    items: { $ref: '#/definitions/step' },
  });
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Touchstone scenario',
    ...file,
    properties: {
      ...file.properties,
      storm: steps('storm'),
      calm: steps('calm'),
      holds: { ...steps('holds'), items: HELD },
    },
    anyOf: PHASES.map((phase) => ({ required: [phase], properties: { [phase]: { minItems: 1 } } })),
    definitions: { ...stepSchemas(), ...valueSchemas() },
  };
}
