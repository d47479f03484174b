import { expect, test } from 'vitest';
import { gatesAt } from '../contract/versions.ts';
import { contractDocument } from '../documents/openapi.ts';
import type { AlgoInstanceRow, AlgosCommand, ConfigDocumentRow, Fact } from '../facts.ts';
import { ask, briefly, type SampleRequest } from '../testing/sample-client.ts';
import { version } from '../testing/sample-documents.ts';
import { type Serving, serve, stated } from '../testing/sample-platform.ts';

const DOCUMENT = '{ "account": "main" }';
const CREATE = { algoVersionId: 1, pool: 'a', displayName: 'maker', remark: null, document: DOCUMENT };
const SCHEMA = {
  type: 'object',
  properties: { account: { type: 'integer', 'x-service-reference': 'account' } },
};
const CREATED_BY = { orgId: 1, createdByUserId: 11, createdAtNs: '1' };

function recorded(instanceId: number, configSeq: number): Fact {
  const { document: _, ...terms } = CREATE;
  const states = { status: 'STOPPED', configSeq, appliedConfigSeq: 1, startedByUserId: null } as const;
  const last = { lastUpdatedByUserId: 11, lastCause: 'CREATED', updatedAtNs: '1' } as const;
  const instance: AlgoInstanceRow = { instanceId, ...terms, ...states, ...last, ...CREATED_BY };
  return { kind: 'AlgoInstanceRecorded', instance };
}

function documented(instanceId: number, seq: number, document: string): Fact {
  const outcome = { outcome: 'APPLIED', outcomeAtNs: '2', detail: null } as const;
  const references = { remark: null, accountIds: [], instrumentIds: [] };
  const config: ConfigDocumentRow = { instanceId, seq, document, ...outcome, ...references, ...CREATED_BY };
  return { kind: 'ConfigDocumentRecorded', config };
}

/** A simplified owner's record of a command, sufficient for an answer. */
function judged(body: AlgosCommand): readonly Fact[] {
  if (body.kind === 'create-instance') return [recorded(8, 1), documented(8, 1, body.document)];
  if (body.kind === 'propose-config') return [recorded(5, 3), documented(5, 3, body.document)];
  return [
    recorded(5, 2),
    ...(body.kind === 'halt-instances' ? [{ kind: 'AlgosHalted', orgId: 1, count: 1 } as const] : []),
  ];
}

const moved = (kind: string) => ({ kind, instanceId: 5, remark: null });
const SENT = '{ "account": 1 /* main */ }';
const PROPOSED = { kind: 'propose-config', instanceId: 5, ifMatch: null, remark: null, document: SENT };

const CREATED = { kind: 'create-instance', ...CREATE, document: SENT };
const HALTED = { kind: 'halt-instances', remark: null };
const INSTANCES = '/algos/instances';

/** What a write sends, what it answers, and what its operation states: instance, sequence and count. */
interface Written {
  readonly command: object;
  readonly answer: readonly [status: number, body: object];
  readonly outcome: readonly [instanceId: number | null, configSeq: number | null, count: number | null];
}

// biome-ignore format: an aligned table
const WRITES: readonly (readonly [method: string, path: string, body: object, written: Written])[] = [
  ['POST', INSTANCES,               CREATE, { command: CREATED, answer: [201, { instanceId: 8, configSeq: 1 }], outcome: [8, 1, null] }],
  ['PUT',  `${INSTANCES}/5/config`, { document: DOCUMENT },
    { command: PROPOSED, answer: [200, { instanceId: 5, seq: 3, document: SENT }], outcome: [5, 3, null] }],
  ['POST', `${INSTANCES}/5/start`,  {},     { command: moved('start'),  answer: [200, { instanceId: 5 }], outcome: [5, 2, null] }],
  ['POST', `${INSTANCES}/5/stop`,   {},     { command: moved('stop'),   answer: [200, { instanceId: 5 }], outcome: [5, 2, null] }],
  ['POST', `${INSTANCES}/5/delete`, {},     { command: moved('delete'), answer: [200, { instanceId: 5 }], outcome: [5, 2, null] }],
  ['POST', '/algos/halt',           {},     { command: HALTED,          answer: [200, { count: 1 }],      outcome: [null, null, 1] }],
];

/** A member that has applied two instances, the first with two documents. */
async function serveAlgos(): Promise<Serving> {
  const serving = await serve();
  const { platform } = serving;
  const documents = [documented(5, 1, DOCUMENT), documented(5, 2, DOCUMENT), documented(6, 1, DOCUMENT)];
  const facts: readonly Fact[] = [
    { kind: 'AlgoVersionRecorded', version: version(SCHEMA) },
    ...[recorded(5, 2), recorded(6, 1), ...documents],
  ];
  platform.record(stated(facts), { facts });
  platform.judge = (asked) => ({ facts: judged(asked.body as AlgosCommand) });
  return serving;
}

function write(method: string, path: string, body: object, more: object = {}): SampleRequest {
  const headers = { 'idempotency-key': 'k', 'content-type': 'application/json', ...more };
  return { method, path, headers, body: JSON.stringify(body) };
}

test.each(WRITES)(
  '%s %s sends one command to the algos owner, and answers and keeps what was recorded',
  async (method, path, body, written) => {
    const [instanceId, configSeq, count] = written.outcome;
    await using serving = await serveAlgos();
    const { status, headers, body: answered } = await ask(serving, write(method, path, body));
    const [command] = serving.platform.submitted;
    expect(command).toMatchObject({ owner: 'algos', key: 'k', principal: { orgId: 1, userId: 11 } });
    expect(command?.body).toEqual(written.command);
    expect([status, answered]).toMatchObject(written.answer);
    expect([headers['etag'], headers['x-service-global-sequence']]).toEqual([undefined, '3']);
    const { outcome } = (await ask(serving, { path: '/operations/k' })).body;
    expect(outcome).toMatchObject({ family: 'algos', status: 'SUCCEEDED', instanceId, configSeq, count });
  },
);

test.each<[string | undefined, object, string | null]>([
  ['"2"', {}, '2'],
  ['"abc"', {}, 'abc'],
  [undefined, { configSeq: 2 }, null],
  ['*', { configSeq: 7 }, null],
  ['"2"', { configSeq: 2 }, '2'],
  ['"2"', { configSeq: 1 }, 'MALFORMED_REQUEST'],
])('a document with If-Match %s and %j', async (tag, more, expected) => {
  await using serving = await serveAlgos();
  const headers = tag === undefined ? {} : { 'if-match': tag };
  const asked = write('PUT', `${INSTANCES}/5/config`, { document: DOCUMENT, ...more }, headers);
  const { body } = await ask(serving, asked);
  expect(body.error?.code ?? serving.platform.submitted[0]?.body).toEqual(
    body.error === undefined ? expect.objectContaining({ ifMatch: expected }) : expected,
  );
});

test('a held key replays after the names in its document changed', async () => {
  await using serving = await serveAlgos();
  const first = await ask(serving, write('POST', INSTANCES, CREATE));
  const again = await ask(serving, write('POST', INSTANCES, { ...CREATE, document: '{ "account": "unknown" }' }));
  expect(again).toMatchObject({ status: 201, body: first.body, headers: { 'idempotent-replay': 'true' } });
});

test("a cursor of one instance's documents is refused by those of another", async () => {
  await using serving = await serveAlgos();
  const { nextCursor } = (await ask(serving, { path: `${INSTANCES}/5/configs?limit=1` })).body;
  const read = (id: number) => briefly(serving, { path: `${INSTANCES}/${id}/configs?cursor=${nextCursor}` });
  expect([await read(5), await read(6)]).toEqual(['200 at 2', '400 INVALID_CURSOR']);
});

interface Operation {
  readonly tags: readonly string[];
  readonly parameters: readonly { readonly in: string; readonly name: string; readonly schema: object }[];
}

test('in the document each path parameter is a whole number from 1 on, and transitions take no If-Match', () => {
  const { paths } = contractDocument('0.14.0', gatesAt('0.14.0')) as {
    paths: Record<string, Record<string, Operation>>;
  };
  for (const [path, operations] of Object.entries(paths)) {
    for (const [method, { tags, parameters }] of Object.entries(operations)) {
      if (!tags.includes('Algos')) continue;
      const inPath = parameters.filter((parameter) => parameter.in === 'path');
      expect(inPath.map(({ name }) => `{${name}}`)).toEqual(path.match(/\{[a-z]+\}/g) ?? []);
      for (const { schema } of inPath) expect(schema).toMatchObject({ type: 'integer', minimum: 1 });
      expect(parameters.some(({ name }) => name === 'If-Match')).toBe(method === 'put');
    }
  }
});
