/** Good bodies of every kind: any of the optional members, texts and spellings of amounts as people write them. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { type Body, type Setting, sampleBody, sampleMember } from './sample-body.ts';
import { alternatives, type Schema, type ServedOperation, typesOf } from './served-document.ts';

const ajv = new Ajv2020({ strict: false, validateFormats: false });

/** What is to be stated, apart from whom it is about. */
export interface Choice {
  /** Of the optional members that the sample leaves out. */
  readonly stated: readonly string[];
  /** Of those, and of no others, stated as null. */
  readonly unset: readonly string[];
  readonly text: string;
  readonly spelling: keyof typeof SPELLINGS;
}

/** One amount, said otherwise (MON-12). */
const SPELLINGS = {
  plain: (amount: string) => amount,
  leadingZeros: (amount: string) => `00${amount}`,
  trailingZeros: (amount: string) => (amount.includes('.') ? `${amount}00` : `${amount}.00`),
} as const;

/** Characters that are one, two and three bytes long, or two code units. */
const TEXT = fc.string({ unit: fc.constantFrom(...'aZ 09-_.,:"\\/<&é中\u{1F600}'), maxLength: 30 });

export function choices(operation: ServedOperation): fc.Arbitrary<Choice> {
  const left = optionalMembers(operation);
  return fc.record({
    stated: fc.subarray(left),
    unset: fc.subarray(left.filter((name) => typesOf(memberOf(operation, name)).includes('null'))),
    text: TEXT,
    spelling: fc.constantFrom(...(Object.keys(SPELLINGS) as (keyof typeof SPELLINGS)[])),
  });
}

/** @throws where what came of it is not what the document publishes: the generator's own fault. */
export function goodBody(operation: ServedOperation, setting: Setting, choice: Choice): Body {
  const sample = sampleBody(operation, setting);
  const more = choice.stated.map((name) => [name, sampleMember(operation, name, setting)] as const);
  const said = Object.entries({ ...sample, ...Object.fromEntries(more) })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, variedMember(operation, name, value, choice)] as const);
  const unset = choice.unset.filter((name) => !(name in sample)).map((name) => [name, null] as const);
  const body = Object.fromEntries([...said, ...unset]);
  if (!ajv.validate(operation.body ?? {}, body)) throw new Error(`${JSON.stringify(body)}: ${ajv.errorsText()}`);
  return body;
}

function variedMember(operation: ServedOperation, name: string, value: unknown, { text, spelling }: Choice): unknown {
  if (typeof value !== 'string') return value;
  const [shape = {}] = alternatives(memberOf(operation, name));
  if (isAmount(shape)) return SPELLINGS[spelling](value);
  if (name === 'remark') return text;
  // A name stays one of a kind by what the sample made of it.
  return name === 'displayName' ? `${text} ${value}`.trim().slice(-64) : value;
}

export function isAmount({ pattern }: Schema): boolean {
  return pattern?.startsWith('^-?[0-9]+') === true;
}

function memberOf({ body }: ServedOperation, name: string): Schema {
  return body?.properties?.[name] ?? {};
}

/** What neither the example states nor the schema requires. */
function optionalMembers({ body }: ServedOperation): string[] {
  const { properties = {}, required = [], example = {} } = body ?? {};
  return Object.keys(properties).filter((name) => !required.includes(name) && !Object.hasOwn(example as object, name));
}
