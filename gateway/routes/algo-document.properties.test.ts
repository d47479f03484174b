/** Properties of every document, for any content. */
import fc from 'fast-check';
import type { Node } from 'jsonc-parser';
import { expect, test } from 'vitest';
import { jsoncTree } from '../contract/jsonc.ts';
import { Refusal } from '../contract/refusals.ts';
import { ACCOUNTS, sent, VERSION, version } from '../testing/sample-documents.ts';
import { DOCUMENT_LIMIT_BYTES } from './algo-document.ts';

test('only names change, and the value equals the former one with ids in place of names', async () => {
  await fc.assert(
    fc.asyncProperty(documents, async (written) => {
      const before = jsoncTree(written);
      if (before === undefined) throw new Error(`no JSONC: ${written}`);
      const became = await sent(written);
      expect(valued(jsoncTree(became))).toEqual(valued(before, true));
      expect([rewritten(written, true), rewritten(written, false)]).toContain(became);
    }),
    { numRuns: 300 },
  );
});

test('a sent document is never over the limit, and a refusal is one of the three', async () => {
  const text = fc.oneof(documents, fc.string({ unit: 'binary' }), brokenDocuments, longDocuments);
  await fc.assert(
    fc.asyncProperty(text, fc.constantFrom(VERSION, undefined), async (written, of) => {
      try {
        expect(Buffer.byteLength(await sent(written, of))).toBeLessThanOrEqual(DOCUMENT_LIMIT_BYTES);
      } catch (thrown) {
        if (!(thrown instanceof Refusal)) throw thrown;
        expect(['DOCUMENT_TOO_LARGE', 'REFERENCE_UNKNOWN_ACCOUNT', 'REFERENCE_UNKNOWN_INSTRUMENT']).toContain(
          thrown.code,
        );
      }
    }),
    { numRuns: 300 },
  );
});

test('no schema makes it throw', async () => {
  const schemas = fc.object({
    key: fc.constantFrom('properties', 'items', 'account', '$ref', '$defs', 'anyOf', 'x-service-reference', 'allOf'),
    values: [fc.constantFrom('account', '#', '#/$defs/account', '#/properties', '#/anyOf/0', 'instrument', true, null)],
    withNullPrototype: false,
  });
  const document = '{"account":"main","items":["main",{"account":"main"}],"properties":"main"}';
  await fc.assert(
    fc.asyncProperty(schemas, async (schema) => {
      const thrown = await sent(document, version(schema as Record<string, unknown>)).catch(
        (reason: unknown) => reason,
      );
      expect(typeof thrown === 'string' || thrown instanceof Refusal).toBe(true);
    }),
    { numRuns: 300 },
  );
});

/**
 * Texts of JSON strings: names that the organisation has, with or without escapes, and unknown ones where no reference
 * is typed.
 */
const accountName = fc
  .tuple(fc.constantFrom(...ACCOUNTS.filter(([, , orgId]) => orgId === 1).map(([name]) => name)), fc.boolean())
  .map(([name, escaped]) => (escaped ? `"${escapes(name)}"` : JSON.stringify(name)));
const symbol = fc.constantFrom('"BTC-USD"', '"ETH-USD"', '"\\u0042TC-USD"');
const id = fc.integer({ min: 1, max: 2_147_483_647 }).map(String);
const other = fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.stringify(value));
const trivia = fc
  .array(fc.constantFrom(' ', '\n', '\r\n', '\t', '/* "main" */', '/**/', '// "main"\n'), { maxLength: 2 })
  .map((parts) => parts.join(''));

const reference = (of: fc.Arbitrary<string>) => fc.oneof({ weight: 3, arbitrary: of }, id, fc.constant('null'));
const leg = membersOf([
  ['"account"', reference(accountName)],
  ['"instrum\\u0065nt"', reference(symbol)],
]);
const documents = membersOf([
  ['"account"', reference(accountName)],
  ['"instrument"', reference(symbol)],
  ['"note"', other],
  ['"accounts"', listOf(reference(accountName))],
  ['"legs"', listOf(leg)],
  ['"either"', reference(accountName)],
  ['"anything else"', other],
]).filter((document) => Buffer.byteLength(document) <= DOCUMENT_LIMIT_BYTES / 4);
const brokenDocuments = fc
  .tuple(documents, fc.nat(), fc.constantFrom('', '"', '/*', '}', '\\', '\u0000', ','))
  .map(([document, at, put]) => {
    const cut = at % (document.length + 1);
    return document.slice(0, cut) + put + document.slice(cut + (at % 7));
  });
const longDocuments = fc
  .integer({ min: 1, max: 700 })
  .chain((count) => fc.constantFrom('"m"', '"main"', '"a*/b"', '"Zürich 💶"').map((name) => ({ count, name })))
  .map(({ count, name }) => `{"accounts":[${Array.from({ length: count }, () => name).join(',')}]}`);

function membersOf(members: readonly (readonly [string, fc.Arbitrary<string>])[]): fc.Arbitrary<string> {
  const member = fc.oneof(...members.map(([name, value]) => fc.tuple(fc.constant(name), trivia, value, trivia)));
  return fc.tuple(trivia, fc.array(member, { maxLength: 6 }), fc.boolean()).map(([before, list, comma]) => {
    const texts = list.map(([name, gap, value, after]) => `${name}:${gap}${value}${after}`);
    return `${before}{${texts.join(',')}${comma && texts.length > 0 ? ',' : ''}}`;
  });
}

function listOf(element: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc
    .array(fc.tuple(element, trivia), { maxLength: 4 })
    .map((all) => `[${all.map((one) => one.join('')).join()}]`);
}

function escapes(name: string): string {
  return Array.from({ length: name.length }, (_, at) => `\\u${name.charCodeAt(at).toString(16).padStart(4, '0')}`).join(
    '',
  );
}

/**
 * The content of a document, with duplicates; `named`: with the id of each name where the schema of these tests types a
 * reference.
 */
function valued(node: Node | undefined, named = false, path: readonly string[] = []): unknown {
  switch (node?.type) {
    case 'object':
      return node.children?.map(({ children: [name, value] = [] }) => [
        name?.value,
        valued(value, named, [...path, name?.value]),
      ]);
    case 'array':
      return node.children?.map((element) => valued(element, named, [...path, '*']));
    default:
      return (named && typeof node?.value === 'string' ? idAt(path, node.value) : undefined) ?? node?.value;
  }
}

/** Independent of the code under test: only the places of `documents`. */
function idAt(path: readonly string[], name: string): number | undefined {
  const place = path.join('.');
  if (['account', 'accounts.*', 'either', 'legs.*.account'].includes(place))
    return ACCOUNTS.find(([known, , orgId]) => known === name && orgId === 1)?.[1];
  if (['instrument', 'legs.*.instrument'].includes(place)) return name === 'BTC-USD' ? 3 : 4;
  return undefined;
}

/** The text with ids in place of the names that the schema of these tests types, each with or without a comment. */
function rewritten(text: string, comments: boolean): string {
  const names: { readonly from: number; readonly to: number; readonly put: string }[] = [];
  const visit = (node: Node, path: readonly string[]): void => {
    const { type, offset, length, value, children = [] } = node;
    const id = type === 'string' ? idAt(path, value) : undefined;
    if (id !== undefined)
      names.push({ from: offset, to: offset + length, put: comments ? `${id} /* ${value} */` : `${id}` });
    else if (type === 'array') for (const element of children) visit(element, [...path, '*']);
    else for (const { children: [name, member] = [] } of children) if (member) visit(member, [...path, name?.value]);
  };
  const tree = jsoncTree(text);
  if (tree) visit(tree, []);
  return names.reduceRight((sofar, { from, to, put }) => sofar.slice(0, from) + put + sofar.slice(to), text);
}
