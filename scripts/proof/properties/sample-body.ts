/** A valid body for any operation, from the published schema and example, with the ids of real rows. */
import { createPrivateKey } from 'node:crypto';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { type OperationId, routeOf } from '../../../gateway/contract/routes.ts';
import type { Sent } from './caller.ts';
import { alternatives, type Schema, type ServedOperation, typesOf } from './served-document.ts';
import { spelt } from './spelling.ts';

/** The setting for which a body is generated. */
export interface Setting {
  readonly orgId: number;
  /**
   * Rows and names that the caller's organisation and the platform hold, by the member that names them; after the collection's
   * name and a space where its bodies name another than the rest do.
   */
  readonly held: Readonly<Record<string, unknown>>;
  readonly key: string;
  /** The id in the path, if it has one. */
  readonly id?: string | undefined;
  /** The value in the row's ETag, without quotes; undefined if it has none. */
  readonly etag?: string | undefined;
  /** The alternative of a oneOf that the body states. */
  readonly leg: number;
}

export type Body = Readonly<Record<string, unknown>>;

/**
 * Texts that are unique in the organisation, because they contain the key. Rows of another organisation have the same names,
 * except for names that are unique in the platform.
 */
const FRESH: Readonly<Record<string, (setting: Setting) => string>> = {
  displayName: ({ key }) => `row of ${key}`,
  externalId: ({ key, orgId }) => `org-${key}-of-${orgId}`,
  subject: ({ key }) => `user-${key}`,
};

/** The first key of a seed: Ed25519 private keys are any 32 bytes. */
const ED25519 = createPrivateKey({
  key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), Buffer.alloc(32, 7)]),
  format: 'der',
  type: 'pkcs8',
});

/** Texts with a grammar that the schema does not state. */
const TEXTS: Readonly<Record<string, string>> = {
  chain: 'ETHEREUM',
  privateKey: String(ED25519.export({ format: 'pem', type: 'pkcs8' })),
  remark: 'said in passing',
  memo: 'tag 7',
};

/** The example and the other required members, with the ids of the setting's rows. */
export function sampleBody(operation: ServedOperation, setting: Setting): Body {
  const schema = operation.body ?? {};
  const example = (schema.example ?? {}) as Body;
  const members = new Set([...Object.keys(example), ...(schema.required ?? [])]);
  return Object.fromEntries(
    [...members].map((name) => [name, sampleMember(operation, name, setting) ?? example[name]]),
  );
}

/** A valid value for each member that a body may have, including those of the sample. */
export function sampleMembers(operation: ServedOperation, setting: Setting): Body {
  const names = Object.keys(operation.body?.properties ?? {});
  return Object.fromEntries(names.map((name) => [name, sampleMember(operation, name, setting)]));
}

/** A valid value for a member; undefined if the example's value is to be used. */
export function sampleMember(operation: ServedOperation, name: string, setting: Setting): unknown {
  const restated = routeOf(operation.operationId as OperationId).restates?.[name];
  const schema = operation.body?.properties?.[name] ?? {};
  if (restated !== undefined)
    return restatement(schema, { key: setting.key, id: setting.id, ifMatch: setting.etag }[restated]);
  const example = (operation.body?.example as Body | undefined)?.[name];
  const own = `${operation.path.split('/')[1]} ${name}`;
  if (Object.hasOwn(setting.held, own)) return setting.held[own];
  if (Object.hasOwn(setting.held, name)) return setting.held[name];
  if (name in FRESH) return FRESH[name]?.(setting);
  return example ?? sampleOf(schema, name, setting);
}

function restatement(schema: Schema, said: string | undefined): unknown {
  return schema.type === 'integer' && said !== undefined ? Number(said) : said;
}

export function sampleOf(schema: Schema, name: string, setting: Setting): unknown {
  if (schema['x-service-reference'] !== undefined) return setting.held[`${schema['x-service-reference']}Id`];
  const shape = schema.oneOf?.[setting.leg] ?? alternatives(schema)[0] ?? {};
  if (shape.enum !== undefined) return shape.enum[0];
  switch ([shape.type].flat().find((type) => type !== 'null')) {
    case 'boolean':
      return true;
    case 'integer':
      return Math.max(shape.minimum ?? 1, 1);
    case 'array':
      return [sampleOf(shape.items ?? {}, name, setting)];
    case 'object':
      return Object.fromEntries(
        Object.entries(shape.properties ?? {}).map(([part, of]) => [part, sampleOf(of, part, setting)]),
      );
    default:
      return TEXTS[name] ?? (isDecimal(shape) ? '1' : `${name}-of-${setting.key}-of-${setting.orgId}`);
  }
}

function isDecimal({ pattern }: Schema): boolean {
  return pattern !== undefined && new RegExp(pattern, 'u').test('1.5') && !new RegExp(pattern, 'u').test('x');
}

/**
 * The request of an operation that is accepted in its setting.
 *
 * @param over members of its body that replace the sample's
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

const ajv = new Ajv2020({ strict: false, validateFormats: false });

/** Another form of a valid body. */
export interface Variant {
  /** The optional members that the sample leaves out: all are stated, or those that may be null are null. */
  readonly others: 'stated' | 'null';
  /** Text for remarks and in names. */
  readonly text: string;
  /** One amount, written differently (MON-12). */
  readonly spell: (amount: string) => string;
}

/** The texts have characters of one, two and three bytes, and one of two code units. */
export const VARIANTS: readonly Variant[] = [
  { others: 'stated', text: '', spell: (amount) => amount },
  { others: 'null', text: 'aZ 09-_.,:"\\/<&', spell: (amount) => `00${amount}` },
  {
    others: 'stated',
    text: 'é中\u{1F600}',
    spell: (amount) => (amount.includes('.') ? `${amount}00` : `${amount}.00`),
  },
];

/** @throws if the result does not fit the document, which is a fault of the generator */
export function goodBody(operation: ServedOperation, setting: Setting, variant: Variant): Body {
  const sample = sampleBody(operation, setting);
  const others = optionalMembers(operation).filter((name) => !(name in sample));
  const more = others
    .filter((name) => variant.others === 'stated' || typesOf(memberOf(operation, name)).includes('null'))
    .map((name) => [name, variant.others === 'null' ? null : sampleMember(operation, name, setting)] as const);
  const stated = Object.entries({ ...sample, ...Object.fromEntries(more) })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, variedMember(operation, name, value, variant)] as const);
  const body = Object.fromEntries(stated);
  if (!ajv.validate(operation.body ?? {}, body)) throw new Error(`${JSON.stringify(body)}: ${ajv.errorsText()}`);
  return body;
}

function variedMember(operation: ServedOperation, name: string, value: unknown, { text, spell }: Variant): unknown {
  if (typeof value !== 'string') return value;
  const [shape = {}] = alternatives(memberOf(operation, name));
  if (isAmount(shape)) return spell(value);
  if (name === 'remark') return text;
  // A name stays unique because it contains the sample's name.
  return name === 'displayName' ? `${text} ${value}`.trim().slice(-64) : value;
}

function isAmount({ pattern }: Schema): boolean {
  return pattern?.startsWith('^-?[0-9]+') === true;
}

function memberOf({ body }: ServedOperation, name: string): Schema {
  return body?.properties?.[name] ?? {};
}

/** Members that the example does not state and the schema does not require. */
function optionalMembers({ body }: ServedOperation): string[] {
  const { properties = {}, required = [], example = {} } = body ?? {};
  return Object.keys(properties).filter((name) => !required.includes(name) && !Object.hasOwn(example as object, name));
}
