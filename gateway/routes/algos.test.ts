import { describe, expect, test } from 'vitest';
import { gatesAt } from '../contract/versions.ts';
import { contractDocument } from '../documents/openapi.ts';
import type { AlgoInstanceRow, ConfigDocumentRow, OrderRow } from '../facts.ts';
import { CREATE, DOCUMENT, REFERENCES, serveAlgos, write } from '../testing/sample-algos.ts';
import { ask } from '../testing/sample-client.ts';
import { version } from '../testing/sample-documents.ts';
import { SECOND, tokenOf } from '../testing/sample-platform.ts';

const READS = [
  '/algos/instances',
  '/algos/instances/5',
  '/algos/instances/5/configs',
  '/algos/instances/5/configs/2',
  '/algos/instances/5/orders',
  '/algos/versions',
];
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

describe('reads', () => {
  test('every instance ever created is listed, by id, and no other organisation sees it', async () => {
    await using serving = await serveAlgos();
    const { body } = await ask(serving, { path: '/algos/instances' });
    expect(body.items.map((row: AlgoInstanceRow) => [row.instanceId, row.status])).toEqual([
      [5, 'STOPPED'],
      [6, 'DELETED'],
    ]);
    expect(body.items[0]).not.toHaveProperty('orgId');
    expect(body.items[0]).not.toHaveProperty('startedByUserId');
  });

  test('an instance carries the sequence of its latest document as its ETag, and no other read has one', async () => {
    await using serving = await serveAlgos();
    for (const path of READS) {
      const { status, headers } = await ask(serving, { path });
      expect([path, status, headers['etag']]).toEqual([path, 200, path === '/algos/instances/5' ? '"2"' : undefined]);
      expect(headers).toHaveProperty('x-service-global-sequence', '2');
    }
  });

  test('documents are in the order of their sequence, each whole', async () => {
    await using serving = await serveAlgos();
    const { body } = await ask(serving, { path: '/algos/instances/5/configs' });
    expect(body.items.map((row: ConfigDocumentRow) => [row.seq, row.outcome, row.outcomeAtNs])).toEqual([
      [1, 'APPLIED', '2'],
      [2, 'STAGED', null],
    ]);
    expect((await ask(serving, { path: '/algos/instances/5/configs/2' })).body).toEqual(body.items[1]);
    expect(Object.keys(body.items[1])).not.toContain('orgId');
  });

  test("an instance's orders are only its own, newest first", async () => {
    await using serving = await serveAlgos();
    const { body } = await ask(serving, { path: '/algos/instances/5/orders' });
    expect(body.items.map((row: OrderRow) => [row.orderId, row.algoInstanceId, row.userId])).toEqual([
      ['72', 5, 0],
      ['71', 5, 0],
    ]);
  });

  test('every organisation reads the catalogue', async () => {
    await using serving = await serveAlgos();
    const token = await tokenOf(SECOND);
    for (const who of [{}, { token }]) {
      const { body } = await ask(serving, { path: '/algos/versions', ...who });
      expect(body.items).toEqual([version(REFERENCES), { ...version(REFERENCES), algoVersionId: 2 }]);
    }
  });

  test('a cursor of one collection is refused by another', async () => {
    await using serving = await serveAlgos();
    const { nextCursor } = (await ask(serving, { path: '/algos/instances/5/configs?limit=1' })).body;
    expect((await ask(serving, { path: `/algos/instances/5/configs?cursor=${nextCursor}` })).body.items).toHaveLength(
      1,
    );
    const elsewhere = [
      '/algos/instances/6/configs',
      '/algos/instances/5/orders',
      '/algos/instances',
      '/algos/versions',
    ];
    for (const path of elsewhere)
      expect((await ask(serving, { path: `${path}?cursor=${nextCursor}` })).body.error.code).toBe('INVALID_CURSOR');
  });
});

describe('writes', () => {
  test.each(WRITES)(
    '%s %s sends one command to the algos owner, and answers and keeps what was recorded',
    async (method, path, body, written) => {
      const [instanceId, configSeq, count] = written.outcome;
      await using serving = await serveAlgos();
      const { status, headers, body: answered } = await ask(serving, write(path, body, { method }));
      const [command] = serving.platform.submitted;
      expect(command).toMatchObject({ owner: 'algos', key: 'k', principal: { orgId: 1, userId: 11 } });
      expect(command?.body).toEqual(written.command);
      expect([status, answered]).toMatchObject(written.answer);
      expect([headers['etag'], headers['x-service-global-sequence']]).toEqual([undefined, '3']);
      const { outcome } = (await ask(serving, { path: '/operations/k' })).body;
      expect(outcome).toMatchObject({ family: 'algos', status: 'SUCCEEDED', instanceId, configSeq, count });
    },
  );

  test.each(WRITES)('%s %s accepts only the key that its body restates', async (method, path, body) => {
    await using serving = await serveAlgos();
    const contradicted = await ask(serving, write(path, { ...body, commandKey: 'other' }, { method }));
    expect([contradicted.status, contradicted.body.error?.code]).toEqual([400, 'MALFORMED_REQUEST']);
    expect(serving.platform.submitted).toEqual([]);
    expect((await ask(serving, write(path, { ...body, commandKey: 'k' }, { method }))).status).toBeLessThan(300);
  });

  test.each<[string | undefined, object, string | null]>([
    [undefined, {}, null],
    ['*', {}, null],
    ['"2"', {}, '2'],
    ['"abc"', {}, 'abc'],
    [undefined, { configSeq: 2 }, null],
    ['*', { configSeq: 7 }, null],
    ['"2"', { configSeq: 2 }, '2'],
    ['"2"', { configSeq: 1 }, 'MALFORMED_REQUEST'],
    ['W/"2"', {}, 'INVALID_IF_MATCH'],
    ['2', {}, 'INVALID_IF_MATCH'],
    ['"1", "2"', {}, 'INVALID_IF_MATCH'],
  ])('a document with If-Match %s and %j', async (tag, more, expected) => {
    await using serving = await serveAlgos();
    const headers = tag === undefined ? {} : { 'if-match': tag };
    const asked = write('/algos/instances/5/config', { document: DOCUMENT, ...more }, { method: 'PUT', headers });
    const { body } = await ask(serving, asked);
    expect(body.error?.code ?? serving.platform.submitted[0]?.body).toEqual(
      body.error === undefined ? expect.objectContaining({ ifMatch: expected }) : expected,
    );
  });

  test("a stale If-Match answers the instance's current sequence, in the body and as its ETag", async () => {
    await using serving = await serveAlgos();
    const refused = { code: 'CONFIG_SEQ_CONFLICT', message: 'it has moved on', observedValue: null, limitValue: null };
    serving.platform.judge = () => ({ refused: { ...refused, currentVersion: 2 } });
    const headers = { 'if-match': '"1"' };
    const asked = write('/algos/instances/5/config', { document: DOCUMENT }, { method: 'PUT', headers });
    expect(await ask(serving, asked)).toMatchObject({
      status: 412,
      headers: { etag: '"2"', 'x-service-global-sequence': '3' },
      body: { error: { code: 'CONFIG_SEQ_CONFLICT', currentVersion: 2, retryable: false } },
    });
  });
});

describe('documents', () => {
  test.each(WRITES.slice(0, 2))('%s %s sends ids in place of names', async (method, path, body) => {
    await using serving = await serveAlgos();
    await ask(serving, write(path, body, { method }));
    expect(serving.platform.submitted[0]?.body).toMatchObject({ document: '{ "account": 1 /* main */ }' });
  });

  test.each(WRITES.slice(0, 2))("%s %s: a member's refusal has no effect", async (method, path, body) => {
    await using serving = await serveAlgos();
    const refusals = [
      ['{ "account": "unknown" }', 422, 'REFERENCE_UNKNOWN_ACCOUNT'],
      [' '.repeat(6_145), 413, 'DOCUMENT_TOO_LARGE'],
    ] as const;
    for (const [document, status, code] of refusals) {
      const refused = await ask(serving, write(path, { ...body, document }, { method }));
      expect(refused).toMatchObject({ status, body: { error: { code, retryable: false } } });
      expect(refused.headers).not.toHaveProperty('x-service-global-sequence');
      expect((await ask(serving, { path: '/operations/k' })).body.error.code).toBe('UNKNOWN_OPERATION');
    }
    expect((await ask(serving, write(path, body, { method }))).headers).not.toHaveProperty('idempotent-replay');
    expect(serving.platform.submitted).toHaveLength(1);
  });

  test('names are sent unchanged for a version that is not applied here yet', async () => {
    await using serving = await serveAlgos();
    await ask(serving, write('/algos/instances', { ...CREATE, pool: 'b' }));
    await ask(
      serving,
      write('/algos/instances', { ...CREATE, algoVersionId: 3 }, { headers: { 'idempotency-key': 'l' } }),
    );
    expect(serving.platform.submitted.map(({ body }) => body)).toMatchObject([
      { document: DOCUMENT },
      { document: DOCUMENT },
    ]);
  });

  test('a member of 0.11.0 replaces no names', async () => {
    await using serving = await serveAlgos({ version: '0.11.0' });
    await ask(serving, write('/algos/instances', CREATE));
    expect(serving.platform.submitted[0]?.body).toMatchObject({ document: DOCUMENT });
  });

  test('a held key replays after the names in its document changed', async () => {
    await using serving = await serveAlgos();
    const first = await ask(serving, write('/algos/instances', CREATE));
    const again = await ask(serving, write('/algos/instances', { ...CREATE, document: '{ "account": "unknown" }' }));
    expect(again).toMatchObject({ status: 201, body: first.body, headers: { 'idempotent-replay': 'true' } });
  });
});

test('a member before 0.11.0 has none of these routes', async () => {
  await using serving = await serveAlgos({ version: '0.10.0' });
  for (const path of READS) expect((await ask(serving, { path })).status).toBe(404);
});

describe('the document', () => {
  interface Operation {
    readonly tags: readonly string[];
    readonly parameters: readonly { readonly in: string; readonly name: string; readonly schema: object }[];
  }
  const algosOf = (at: '0.10.0' | '0.11.0' | '0.14.0') => {
    const { paths } = contractDocument(at, gatesAt(at)) as { paths: Record<string, Record<string, Operation>> };
    return Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations)
        .filter(([, { tags }]) => tags.includes('Algos'))
        .map(([method, operation]) => ({ line: `${method.toUpperCase()} ${path}`, ...operation })),
    );
  };

  test('lists the twelve operations under the tag Algos, from 0.11.0 on', () => {
    const sent = [...READS.map((path) => `GET ${path}`), ...WRITES.map(([method, path]) => `${method} ${path}`)];
    const lines = sent.map((line) => line.replace('/5', '/{id}').replace(/configs\/2$/, 'configs/{seq}'));
    for (const at of ['0.11.0', '0.14.0'] as const)
      expect(
        algosOf(at)
          .map(({ line }) => line)
          .toSorted(),
      ).toEqual(lines.toSorted());
    expect(algosOf('0.10.0')).toEqual([]);
  });

  test('states that each path parameter is a whole number from 1 on, and that transitions take no If-Match', () => {
    for (const { line, parameters } of algosOf('0.14.0')) {
      const inPath = parameters.filter((parameter) => parameter.in === 'path');
      expect(inPath.map(({ name }) => `{${name}}`)).toEqual(line.match(/\{[a-z]+\}/g) ?? []);
      for (const { schema } of inPath) expect(schema).toMatchObject({ type: 'integer', minimum: 1 });
      expect(parameters.some(({ name }) => name === 'If-Match')).toBe(line.startsWith('PUT'));
    }
  });
});
