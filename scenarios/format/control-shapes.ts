/**
 * The shapes of the control plane's requests, as its document states them. They check the parts of a `do` step before
 * anything is sent, and give the names that short forms accept.
 */

import { createRequire } from 'node:module';
import type * as Ajv from 'ajv/dist/2020.js';
import type { OperationId, OperationParts } from '../../conformance/member/control/control-plane.ts';
import { INPUT_SCHEMAS, OPERATION_INPUTS } from '../../conformance/member/control/operation-inputs.gen.ts';
import { OPERATIONS } from '../../conformance/member/control/operations.gen.ts';
import { decoded } from '../../conformance/member/exchange/decoded.ts';
import { hint } from './suggest.ts';

/** The names of all operations. */
export const OPERATION_IDS = Object.keys(OPERATION_INPUTS);

interface Named {
  readonly const?: unknown;
  readonly enum?: readonly string[];
  readonly properties?: Readonly<Record<string, Named>>;
}

/** The values that a named schema of the document lists for a property, such as `('FaultRule', 'on', 'edge')`. */
export function valuesOf<Value extends string>(schema: string, ...way: readonly string[]): readonly Value[] {
  const found = way.reduce<Named | undefined>(
    (below, name) => below?.properties?.[name],
    INPUT_SCHEMAS[schema] as Named,
  );
  if (found?.enum === undefined) throw new Error(`the control plane's document lists no ${schema}.${way.join('.')}`);
  return found.enum as readonly Value[];
}

/** The properties of a named schema of the document. */
export function propertiesOf(schema: string): readonly (readonly [name: string, schema: Named])[] {
  return Object.entries((INPUT_SCHEMAS[schema] as Named | undefined)?.properties ?? {});
}

interface Called {
  readonly id: OperationId;
  readonly params: Readonly<Record<string, string>>;
}

/** The operation that a request to the control plane calls; undefined: none of the document. `path` has no query. */
export function operationAt(method: string, path: string): Called | undefined {
  const parts = path.split('/');
  for (const [id, line] of Object.entries(OPERATIONS)) {
    const [of, template = ''] = line.split(' ');
    const wanted = template.split('/');
    const fits = (name: string, i: number) => name === parts[i] || (name.startsWith('{') && parts[i] !== '');
    if (of !== method || wanted.length !== parts.length || !wanted.every(fits)) continue;
    const params = wanted.flatMap((name, i) =>
      name.startsWith('{') ? [[name.slice(1, -1), decoded(parts[i] ?? '')]] : [],
    );
    return { id: id as OperationId, params: Object.fromEntries(params) };
  }
  return undefined;
}

/** What is wrong with a part of a `do` step, and where. */
export interface PartProblem {
  readonly way: readonly (string | number)[];
  readonly message: string;
}

/** A value with a reference is checked by the control plane, when the reference is replaced. */
const REFERENCE = /\$\{/;
const MOST_VALUES = 20;

/** Every part that the operation does not accept. `id` is one of OPERATION_IDS. */
export function partProblems(id: string, { params = {}, query = {}, body }: OperationParts): readonly PartProblem[] {
  const input = OPERATION_INPUTS[id];
  if (input === undefined) return [];
  const missing = input.params.filter((name) => !Object.hasOwn(params, name));
  return [
    ...missing.map((name) => ({ way: ['do'], message: `${id} needs params: { ${name}: ... }` })),
    ...unknown('params', Object.keys(params), input.params, id),
    ...unknown('query', Object.keys(query), input.query, id),
    ...bodyProblems(id, body),
  ];
}

function unknown(part: string, names: readonly string[], known: readonly string[], id: string): readonly PartProblem[] {
  return names
    .filter((name) => !known.includes(name))
    .map((name) => ({ way: [part, name], message: `${id} has no ${part} '${name}'${hint(name, known)}` }));
}

function bodyProblems(id: string, body: unknown): readonly PartProblem[] {
  const { body: schema = null, needsBody = false } = OPERATION_INPUTS[id] ?? {};
  if (schema === null) return body === undefined ? [] : [{ way: ['body'], message: `${id} has no body` }];
  if (body === undefined) return needsBody ? [{ way: ['do'], message: `${id} needs a body` }] : [];
  const validate = validatorOf(id, schema);
  if (validate(body)) return [];
  const byPlace = Map.groupBy(validate.errors ?? [], ({ instancePath }) => instancePath);
  return [...byPlace].flatMap(([place, errors]) => {
    if (REFERENCE.test(JSON.stringify(errors[0]?.data) ?? '')) return [];
    // The parts of a union say more than that none of them fits.
    const own = errors.filter(({ keyword }) => keyword !== 'anyOf' && keyword !== 'oneOf');
    const messages = [...new Set(own.map(messageOf))];
    if (messages.length === 0) return [];
    const below = place.split('/').slice(1);
    return [{ way: ['body', ...below], message: `${['body', ...below].join('.')} ${messages.join(', or ')}` }];
  });
}

function messageOf({ keyword, params, message }: Ajv.ErrorObject): string {
  if (keyword === 'additionalProperties') return `must not have the property '${params['additionalProperty']}'`;
  if (keyword !== 'enum') return message ?? 'is not valid';
  const values = params['allowedValues'] as readonly unknown[];
  const more = values.length > MOST_VALUES ? ` and ${values.length - MOST_VALUES} more` : '';
  return `must be one of ${values.slice(0, MOST_VALUES).join(', ')}${more}`;
}

const validators = new Map<string, Ajv.ValidateFunction>();

function validatorOf(id: string, schema: object): Ajv.ValidateFunction {
  const known = validators.get(id);
  if (known !== undefined) return known;
  // Loaded with the first `do` step: most scenarios have none.
  const { Ajv2020 } = createRequire(import.meta.url)('ajv/dist/2020.js') as typeof Ajv;
  const ajv = new Ajv2020({ strict: false, allErrors: true, verbose: true });
  const made = ajv.compile({ ...schema, components: { schemas: INPUT_SCHEMAS } });
  validators.set(id, made);
  return made;
}
