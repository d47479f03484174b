/** Everything that a member answers is what its own document publishes, to the last header; and the document leaves nothing open (SVC-11). */
import { afterAll, expect, test } from 'vitest';
import { loadChecks } from '../../../conformance/runner/load-checks.ts';
import { SOCKET_PATHS } from '../../../gateway/contract/sockets.ts';
import { type Defect, defect } from '../../../gateway/defects/defect.ts';
import { rowsAgainst } from '../mutants/judge-defect.ts';
import { DocumentFit, type Heard } from './fits-document.ts';
import { Reach } from './reach.ts';
import type { Schema } from './served-document.ts';
import { openTwoOrganisations } from './two-organisations.ts';

const world = await openTwoOrganisations();
afterAll(() => world[Symbol.asyncDispose]());
const { operations } = world.document;
const fit = new DocumentFit(world.document);

const HANDSHAKES: readonly string[] = Object.values(SOCKET_PATHS);

/** Changes nothing, and records every response. */
function recording(heard: Heard[]): Defect {
  return defect('SVC-11', 'recording', () => async (request, next) => {
    const response = await next(request);
    const [path = ''] = request.path.split('?', 1);
    // Handshakes are of another document (gateway/documents/asyncapi/).
    if (HANDSHAKES.includes(path)) return response;
    const { status, body } = response;
    heard.push({ method: request.method, path, status, headers: Object.fromEntries(response.headers), body });
    return response;
  });
}

function faultsOf(heard: readonly Heard[]): readonly string[] {
  const faults = heard.map((one) => {
    const fault = fit.faultOf(one);
    return fault && `${one.method} ${one.path} ${one.status}: ${fault}: ${one.body.slice(0, 200)}`;
  });
  return [...new Set(faults.filter((fault) => fault !== undefined))].slice(0, 20);
}

/** The operations that were never answered with success. */
function unexercised(heard: readonly Heard[]): readonly string[] {
  const done = new Set(heard.filter(({ status }) => status < 300).map((one) => fit.operationOf(one)?.operationId));
  return operations.map(({ operationId }) => operationId).filter((operationId) => !done.has(operationId));
}

test('every response of a whole run of the suite is as published', async () => {
  const heard: Heard[] = [];
  // Members of former contracts serve former documents (gateway/documents/older-document.ts).
  const ofTheNewest = (await loadChecks()).filter(({ id, deploys }) => deploys === undefined && !id.startsWith('ver/'));
  await rowsAgainst([recording(heard)], ofTheNewest);
  expect(faultsOf(heard)).toEqual([]);
  // No check asks for what the interface does not show.
  expect(unexercised(heard)).toEqual(['getSocketContract']);
}, 120_000);

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
  expect(faultsOf(heard)).toEqual([]);
  expect(unexercised(heard)).toEqual([]);
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
