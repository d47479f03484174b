/**
 * The documents of an older member: the newest document without the parts that closed gates had not brought yet. One
 * row for each visible difference; a difference only in behaviour has none.
 */

import { MONEY_MAX_LENGTH, MONEY_PATTERN } from '../contract/decimal.ts';
import { INT32_MAX } from '../contract/int32.ts';
import { isKnownAt } from '../contract/older-codes.ts';
import type { Gate, Gates } from '../contract/versions.ts';
import { AS_OF_HEADER } from '../http/answers.ts';

// biome-ignore lint/suspicious/noExplicitAny: a JSON document, whose shape is its own
type Json = any; // oxlint-disable-line typescript/no-explicit-any
type Schemas = Record<string, Json>;

/** Removes the parts of a gate from the schemas of a document, in place. */
const SCHEMAS: Partial<Record<Gate, (schemas: Schemas) => void>> = {
  'money.pattern': (schemas) =>
    everywhere(schemas, (node) => {
      if (node.pattern !== MONEY_PATTERN.source || node.maxLength !== MONEY_MAX_LENGTH) return;
      delete node.pattern;
      delete node.maxLength;
    }),
  'orders.account-alias': (schemas) => {
    for (const name of ['SubmitOrderBody', 'SubmitParams']) {
      const schema = schemas[name];
      if (schema === undefined) continue;
      without(schema, 'account');
      const { account: _, ...example } = schema.example ?? {};
      Object.assign(schema, {
        properties: { ...schema.properties, accountId: { ...KEY32 } },
        required: [...(schema.required ?? []), 'accountId'],
        ...(schema.example === undefined ? {} : { example: { accountId: 1, ...example } }),
        ...(schema.description === undefined
          ? {}
          : { description: 'instrumentId or instrument is required: state one of them, or both where they agree.' }),
      });
    }
  },
  'orders.algo-instance': (schemas) => {
    for (const name of ['OrderUpdated', 'OrderUpdatedData']) {
      without(schemas[name], 'algoInstanceId');
      if (schemas[name] !== undefined) schemas[name].properties.userId = { ...KEY32 };
    }
  },
  'capabilities.algos-manage': (schemas) =>
    everywhere(schemas, (node) => {
      if (Array.isArray(node.enum)) node.enum = node.enum.filter((name: unknown) => name !== 'algos:manage');
    }),
  'credentials.family-b': (schemas) => {
    if (schemas['CredentialMaterialA'] !== undefined) {
      schemas['CredentialMaterial'] = { ...schemas['CredentialMaterialA'], writeOnly: true };
    }
  },
  'credentials.scope-unobserved': (schemas) => without(schemas['Credential'], 'scopeUnobserved'),
  'operations.algos': (schemas) => {
    const outcome = schemas['OperationOutcome'];
    without(outcome, 'instanceId', 'configSeq', 'count');
    if (outcome !== undefined) outcome.properties.family.enum = ['orders', 'register'];
  },
  'errors.complete-envelope': (schemas) => without(schemas['ErrorBody'], 'requestId', 'retryable'),
  'pages.cursors': (schemas) => {
    for (const [name, schema] of Object.entries(schemas)) {
      if (name.endsWith('Page')) without(schema, 'asOfSeqTsNs', 'nextCursor', 'prevCursor', 'total');
    }
  },
};

/** Removes the parts of a gate from the operations of a document, in place. */
const OPERATIONS: Partial<Record<Gate, (operation: Json, method: string, path: string) => void>> = {
  'document.operations': (operation, method, path) => {
    delete operation.tags;
    if (method !== 'put') return;
    operation.operationId = [
      'put',
      ...path
        .split(/[^A-Za-z]+/)
        .filter(Boolean)
        .map(capitalised),
    ].join('');
  },
  'errors.every-envelope': (operation, method, path) => {
    for (const [status, response] of Object.entries<Json>(operation.responses)) {
      if (!['404', '405', '413', '500'].includes(status)) continue;
      const ofItsOwn =
        (status === '404' && (path.includes('{') || operation.requestBody !== undefined)) ||
        (status === '413' && path.startsWith('/algos/') && method !== 'get') ||
        (status === '500' && method !== 'get');
      response.content = { ...(ofItsOwn ? response.content : {}), 'text/plain': { schema: { type: 'string' } } };
    }
  },
  'requests.correlated': (operation) => {
    withoutParameters(operation, 'header', ['X-Request-Id']);
    withoutHeader(operation, 'X-Request-Id');
  },
  'pages.cursors': (operation) => withoutParameters(operation, 'query', ['limit', 'cursor', 'include']),
  'positions.as-of': (operation) => withoutHeader(operation, AS_OF_HEADER),
};

const KEY32 = { type: 'integer', minimum: 1, maximum: INT32_MAX } as const;

/** Removes the parts of the closed gates from the named schemas of a document, in place. */
export function olderSchemas(schemas: Schemas, gates: Gates): void {
  for (const [gate, edit] of Object.entries(SCHEMAS) as [Gate, (schemas: Schemas) => void][]) {
    if (!gates[gate]) edit(schemas);
  }
  const reasons = schemas['OrderRejectedReason'];
  if (reasons !== undefined) reasons.enum = reasons.enum.filter((code: string) => isKnownAt(gates, code));
  const codes = schemas['ErrorBody']?.properties.code;
  if (codes !== undefined) codes.examples = codes.examples.filter((code: string) => isKnownAt(gates, code));
}

/** A frame without the parts of the closed gates. */
export function olderExample(frame: object, gates: Gates): object {
  const older: Json = structuredClone(frame);
  if (!gates['orders.algo-instance']) delete older.order?.algoInstanceId;
  if (!gates['orders.account-alias'] && older.params?.account !== undefined) {
    delete older.params.account;
    older.params.accountId = 1;
  }
  return older;
}

/** @param document of the newest version, with the routes of this one; changed in place. */
export function olderDocument(document: Record<string, unknown>, gates: Gates): void {
  const { paths, components } = document as Json;
  for (const [path, methods] of Object.entries<Json>(paths)) {
    for (const [method, operation] of Object.entries<Json>(methods)) {
      for (const [gate, edit] of Object.entries(OPERATIONS) as [Gate, (...of: Json[]) => void][]) {
        if (!gates[gate]) edit(operation, method, path);
      }
    }
  }
  if (!gates['document.operations']) (document as Json).tags = [];
  olderSchemas(components.schemas, gates);
  dropUnnamed(document, components.schemas);
}

/** Removes schemas that nothing refers to any more: they are of a later version. */
function dropUnnamed({ paths }: Json, schemas: Schemas): void {
  const named = new Set<string>();
  const follow = (value: unknown): void =>
    everywhere(value, ({ $ref }) => {
      const name = typeof $ref === 'string' ? ($ref.split('/').at(-1) ?? '') : '';
      if (name === '' || named.has(name)) return;
      named.add(name);
      follow(schemas[name]);
    });
  follow(paths);
  for (const name of Object.keys(schemas)) if (!named.has(name)) delete schemas[name];
}

/** Visits every object of a JSON value, outermost first. */
function everywhere(value: Json, visit: (node: Json) => void): void {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) visit(value);
  for (const part of Object.values(value)) everywhere(part, visit);
}

function without(schema: Json, ...properties: readonly string[]): void {
  if (schema === undefined) return;
  for (const name of properties) delete schema.properties[name];
  if (schema.required !== undefined) {
    schema.required = schema.required.filter((name: string) => !properties.includes(name));
  }
}

function withoutParameters(operation: Json, place: string, names: readonly string[]): void {
  if (operation.parameters === undefined) return;
  operation.parameters = operation.parameters.filter((row: Json) => row.in !== place || !names.includes(row.name));
}

function withoutHeader(operation: Json, name: string): void {
  for (const response of Object.values<Json>(operation.responses)) if (response.headers) delete response.headers[name];
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
