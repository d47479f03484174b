/**
 * What a member answers to each operation is what its own document publishes, to the last header; and the document leaves
 * nothing open (SVC-11). The responses of a whole run of the suite: proof/whole-run.test.ts.
 */
import { afterAll, expect, test } from 'vitest';
import { DocumentFit, faultsOf, type Heard, unexercised } from './fits-document.ts';
import { Reach } from './reach.ts';
import type { Schema } from './served-document.ts';
import { openTwoOrganisations } from './two-organisations.ts';

const world = await openTwoOrganisations();
afterAll(() => world[Symbol.asyncDispose]());
const { operations } = world.document;
const fit = new DocumentFit(world.document);

test('every response to each operation, where it is taken, is as published', async () => {
  const [first] = await world.begin();
  const reach = new Reach(operations);
  for (const operation of operations) {
    const reached = await reach.reached(operation, first);
    const answered = await reach.sent(operation, first, reached);
    if (operation.method !== 'GET') await first.callers[reached.by](answered.sent);
  }
  const heard = world.wire.exchanges.map(({ sent, status, headers, text }): Heard => {
    return { method: sent.method, path: sent.path, status, headers, body: text };
  });
  expect(faultsOf(fit, heard)).toEqual([]);
  expect(unexercised(fit, operations, heard)).toEqual([]);
});

/** What is free JSON by its meaning: JSON Schemas of others, and the documents themselves. */
const FREE = ['listAlgoVersions 200.items.documentSchema', 'getContract 200', 'getSocketContract 200'];

test('no object of a response is left open, and nothing in one is left without a schema', () => {
  const open = operations.flatMap(({ operationId, responses }) =>
    Object.entries(responses).flatMap(([status, { schema }]) =>
      schema === undefined ? [] : openIn(schema, `${operationId} ${status}`),
    ),
  );
  expect(open.filter((way) => !FREE.includes(way))).toEqual([]);
  expect(FREE.filter((way) => !open.includes(way))).toEqual([]);
});

function openIn(schema: Schema, way: string): readonly string[] {
  const { properties = {}, items, anyOf = [], oneOf = [], type } = schema;
  const alternatives = [...anyOf, ...oneOf];
  const isOpen = [type].flat().includes('object') && schema.additionalProperties !== false;
  const isUnsaid = type === undefined && alternatives.length === 0 && schema.enum === undefined;
  return [
    ...(isOpen || isUnsaid ? [way] : []),
    ...Object.entries(properties).flatMap(([name, of]) => openIn(of, `${way}.${name}`)),
    ...(items === undefined ? [] : openIn(items, way.endsWith('.items') ? way : `${way}[]`)),
    ...alternatives.flatMap((of) => openIn(of, way)),
  ];
}
