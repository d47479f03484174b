/**
 * The contract document leaves nothing of a response open (SVC-11). Documents of algos get one defect at a time, generated
 * from the schema that the catalogue publishes for each version. Validation, the owner or the engine refuses each of them,
 * and none is ever run.
 */
import { isDeepStrictEqual } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { type BodyDefect, bodyDefects } from './body-defects.ts';
import { type Answered, describeExchange, isOk } from './caller.ts';
import { refusalFault } from './refusal-form.ts';
import { type Body, sampleOf } from './sample-body.ts';
import type { Schema } from './served-document.ts';
import { itemsOf, openTwoOrganisations } from './two-organisations.ts';

interface Version {
  readonly algoVersionId: number;
  readonly pool: string;
  readonly documentSchema: Schema;
}

const world = await openTwoOrganisations();
const { operations } = world.document;
afterAll(() => world[Symbol.asyncDispose]());
const [{ callers, ...organisation }] = await world.begin();
const [caller] = callers;
const catalogue = itemsOf(await caller({ method: 'GET', path: '/algos/versions' })) as unknown as readonly Version[];

test.each(catalogue)('version $algoVersionId in $pool', async ({ algoVersionId, pool, documentSchema }) => {
  const name = `${pool}-${algoVersionId}`;
  const create = (document: string, key: string): Promise<Answered> => {
    const body = JSON.stringify({ algoVersionId, pool, displayName: key, document });
    return caller({ method: 'POST', path: '/algos/instances', key, body });
  };
  const good = sampleOf(documentSchema, 'document', { ...organisation, key: name, id: undefined, etag: undefined });
  const faults: (string | undefined)[] = [await appliedFault(await create(JSON.stringify(good), name))];
  const defects = documentDefects(documentSchema, good as Body);
  for (const [index, defect] of defects.entries()) {
    const key = `${name}-${index}`;
    const answered = await create(String(defect.body), key);
    const fault = saysTheSame(defect, good) ? await appliedFault(answered) : await refusedFault(answered, key);
    faults.push(fault && `${defect.way.join('.')} ${defect.name}: ${fault}: ${describeExchange(answered)}`);
  }
  expect(faults.filter((fault) => fault !== undefined)).toEqual([]);
  expect(defects.length).toBeGreaterThan(0);
});

/** A document is text, so defects that are not text do not apply. An escaped half of a surrogate pair is a valid text. */
function documentDefects(schema: Schema, good: Body): readonly BodyDefect[] {
  const deep = ['['.repeat(3_000) + ']'.repeat(3_000), `${'{"a":'.repeat(1_000)}1${'}'.repeat(1_000)}`];
  return [
    ...bodyDefects(schema, good, true).filter(({ name, body }) => typeof body === 'string' && !/surrogate/.test(name)),
    ...deep.map((body) => ({ name: 'nested as deep as it goes', way: [], body })),
  ];
}

/** Not defects in JSONC: a comment, and a trailing comma. Not a defect in the schema: a whole number in another spelling. */
function saysTheSame({ name, body }: BodyDefect, good: unknown): boolean {
  if (name === 'a comment' || name === 'a comma at the end') return true;
  return /the number/.test(name) && isDeepStrictEqual(JSON.parse(String(body)), good);
}

async function appliedFault(answered: Answered): Promise<string | undefined> {
  if (!isOk(answered)) return 'a good document is refused';
  const { outcome } = await firstConfig(answered);
  return outcome === 'APPLIED' ? undefined : `a good document is ${outcome}`;
}

async function refusedFault(answered: Answered, key: string): Promise<string | undefined> {
  const recorded = world.recordsUnder(key);
  if (isOk(answered)) {
    const { outcome, detail } = await firstConfig(answered);
    return outcome === 'REFUSED' && typeof detail === 'string' ? undefined : `${outcome} ${detail}`;
  }
  const byOwner = answered.headers['x-service-global-sequence'] !== undefined;
  if (recorded !== (byOwner ? 1 : 0))
    return `${recorded} records of a refusal ${byOwner ? 'by its owner' : 'at the door'}`;
  return refusalFault(answered);
}

async function firstConfig({ json }: Answered): Promise<Readonly<Record<string, unknown>>> {
  const { instanceId } = json as { readonly instanceId: number };
  const answered = await caller({ method: 'GET', path: `/algos/instances/${instanceId}/configs/1` });
  return answered.json as Readonly<Record<string, unknown>>;
}

/** Members that may hold any JSON: JSON Schemas of third parties, and the documents themselves. */
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
