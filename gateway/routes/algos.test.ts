import { expect, test } from 'vitest';
import { gatesAt } from '../contract/versions.ts';
import { contractDocument } from '../documents/openapi.ts';
import { CREATE, DOCUMENT, serveAlgos, write } from '../testing/sample-algos.ts';
import { ask } from '../testing/sample-client.ts';

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
