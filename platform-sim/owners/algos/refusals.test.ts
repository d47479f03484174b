/** Each row differs from a successful write by one defect. */
import { describe, expect, test } from 'vitest';
import type { AlgosCommand, Fact, Principal, Verdict } from '../../../gateway/facts.ts';
import { ALGO_VERSIONS } from '../../seed-data/algo-catalogue.ts';
import {
  documentIn,
  instanceOf,
  MANAGER,
  OUTSIDER,
  organisation,
  QUOTES,
  SampleAlgos,
  user,
} from '../../testing/sample-algos.ts';

const text = (of: object): string => JSON.stringify({ ...QUOTES, ...of });

/** The writes of a user, on an instance that admits each. */
const WRITES: Readonly<Record<string, (instanceId: number) => AlgosCommand>> = {
  create: () => ({
    kind: 'create-instance',
    algoVersionId: 1,
    pool: 'pool-a',
    displayName: 'one',
    remark: null,
    document: text({}),
  }),
  config: (instanceId) => ({ kind: 'propose-config', instanceId, ifMatch: null, document: text({}), remark: null }),
  start: (instanceId) => ({ kind: 'start', instanceId, remark: null }),
  stop: (instanceId) => ({ kind: 'stop', instanceId, remark: null }),
  delete: (instanceId) => ({ kind: 'delete', instanceId, remark: null }),
  halt: () => ({ kind: 'halt-instances', remark: null }),
};

describe.each(Object.entries(WRITES))('%s', (_, write) => {
  const send = (sample: SampleAlgos, principal: Principal = MANAGER): Verdict =>
    sample.send(write(sample.instance()), principal);

  test('succeeds', () => expect(send(new SampleAlgos()).refused).toBeUndefined());

  test.each<[string, Principal]>([
    ['a user with other capabilities', { orgId: 1, userId: 2 }],
    ["another organisation's user", { orgId: 1, userId: 3 }],
    ['an unknown user', { orgId: 1, userId: 77 }],
    ['the platform itself', { orgId: 1, userId: 0 }],
  ])('by %s is CAPABILITY_DENIED', (_, principal) => {
    expect(send(new SampleAlgos(), principal).refused?.code).toBe('CAPABILITY_DENIED');
  });

  test.each([
    ['disabled', user(MANAGER.userId, { status: 'DISABLED' }), 'CAPABILITY_DENIED'],
    ['without the capability by now', user(MANAGER.userId, { capabilities: [] }), 'CAPABILITY_DENIED'],
    ['of an organisation suspended by now', organisation(1, 'SUSPENDED'), 'ORG_NOT_ACTIVE'],
  ] as const)('by a user %s is refused', (_, fact, code) => {
    const sample = new SampleAlgos();
    const id = sample.instance();
    sample.state([fact]);
    expect(sample.send(write(id)).refused?.code).toBe(code);
  });
});

test.each(['config', 'start', 'stop', 'delete'])(
  "%s of another organisation's instance is NOT_FOUND, like a missing one",
  (name) => {
    const sample = new SampleAlgos();
    const send = (instanceId: number) => sample.send(WRITES[name]?.(instanceId) as AlgosCommand);
    const foreign = send(sample.instance('STOPPED', OUTSIDER));
    expect(foreign.refused?.code).toBe('NOT_FOUND');
    expect(send(77)).toEqual(foreign);
  },
);

describe('a version', () => {
  test.each([
    ['that no pool has loaded', { algoVersionId: 77 }],
    ['that another pool has loaded', { pool: 'pool-b' }],
    ['of an unknown pool', { pool: 'pool-z' }],
  ])('%s is ALGO_VERSION_NOT_LOADED', (_, of) => {
    expect(new SampleAlgos().create(of).refused?.code).toBe('ALGO_VERSION_NOT_LOADED');
  });

  test('loaded while the platform runs is accepted from then on', () => {
    const sample = new SampleAlgos();
    const [version] = ALGO_VERSIONS;
    if (version === undefined) throw new Error('an empty catalogue');
    expect(sample.create({ algoVersionId: 9 }).refused?.code).toBe('ALGO_VERSION_NOT_LOADED');
    sample.state([{ kind: 'AlgoVersionRecorded', version: { ...version, algoVersionId: 9 } }]);
    expect(sample.create({ algoVersionId: 9 }).refused).toBeUndefined();
  });
});

describe('a document', () => {
  const basket = (of: object) =>
    JSON.stringify({ legs: [QUOTES], watch: [1], hedge: { account: 1 }, schedule: { orders: 1 }, ...of });
  const quoted = (of: object) => ({ document: text(of) });
  const ofBasket = (of: object) => ({ algoVersionId: 4, document: basket(of) });

  test.each<[string, object]>([
    ['that an engine accepts', quoted({})],
    ['with nested and listed references', ofBasket({})],
    ['with comments and a trailing comma', { document: `// one\n${text({}).replace('}', ', /* and */ }')}` }],
    ['that breaks rules beyond types', quoted({ side: 'HOLD', orders: -1, more: true })],
    ['without members that its schema requires', { document: '{}' }],
  ])('%s is staged', (_, of) => {
    expect(documentIn(new SampleAlgos().create(of))).toMatchObject({
      outcome: 'STAGED',
      outcomeAtNs: null,
      detail: null,
    });
  });

  test.each<[string, object, 'FIELD_TYPE_MISMATCH' | 'INVALID_FIELD']>([
    ['no JSONC', { document: '{ "account": ' }, 'INVALID_FIELD'],
    ['an empty text', { document: '' }, 'INVALID_FIELD'],
    ['an array', { document: '[]' }, 'INVALID_FIELD'],
    ['a string', { document: '"account"' }, 'INVALID_FIELD'],
    ['deeper than any stack', { document: '['.repeat(6000) }, 'INVALID_FIELD'],
    ['with a member stated twice', { document: '{ "account": 1, "account": 3 }' }, 'INVALID_FIELD'],
    ['with a name for an account', quoted({ account: 'main' }), 'FIELD_TYPE_MISMATCH'],
    ['with a name for an instrument', quoted({ instrument: 'BTC-USD' }), 'FIELD_TYPE_MISMATCH'],
    ['with a part of an id', quoted({ account: 1.5 }), 'FIELD_TYPE_MISMATCH'],
    ['with no id at all', quoted({ account: null }), 'FIELD_TYPE_MISMATCH'],
    ['with a number for money', quoted({ qty: 1 }), 'FIELD_TYPE_MISMATCH'],
    ['with a string for a count', quoted({ orders: '3' }), 'FIELD_TYPE_MISMATCH'],
    [
      'with a name in a list of objects',
      ofBasket({ legs: [QUOTES, { ...QUOTES, instrument: 'X' }] }),
      'FIELD_TYPE_MISMATCH',
    ],
    ['with a name in an object', ofBasket({ hedge: { account: 'main' } }), 'FIELD_TYPE_MISMATCH'],
    ['with a name in a list', ofBasket({ watch: [1, 'ETH-USD'] }), 'FIELD_TYPE_MISMATCH'],
    ['with an object for a list', ofBasket({ legs: {} }), 'FIELD_TYPE_MISMATCH'],
    ['with a list for an object', ofBasket({ hedge: [] }), 'FIELD_TYPE_MISMATCH'],
    ['with an unknown account', quoted({ account: 77 }), 'INVALID_FIELD'],
    ["with another organisation's account", quoted({ account: 2 }), 'INVALID_FIELD'],
    ['with an unknown instrument', quoted({ instrument: 77 }), 'INVALID_FIELD'],
    ['with a foreign account in an object', ofBasket({ hedge: { account: 2 } }), 'INVALID_FIELD'],
    ['with an unknown instrument in a list', ofBasket({ watch: [1, 77] }), 'INVALID_FIELD'],
  ])('%s is refused', (_, of, code) => {
    const sample = new SampleAlgos();
    expect(sample.create(of).refused?.code).toBe(code);
    // The next document of an instance is judged like the first.
    const { algoVersionId = 1, document = '' } = of as { algoVersionId?: number; document?: string };
    const { instanceId } = instanceOf(
      sample.create(algoVersionId === 1 ? {} : { algoVersionId, document: basket({}) }),
    );
    sample.judge(instanceId, 1);
    expect(sample.propose(instanceId, document).refused?.code).toBe(code);
  });

  test('projects its references, each once and in order', () => {
    const legs = [QUOTES, { ...QUOTES, account: 3, instrument: 2 }, { ...QUOTES, account: 3 }];
    const created = new SampleAlgos().create(ofBasket({ legs, watch: [2, 1] }));
    expect(documentIn(created)).toMatchObject({ accountIds: [1, 3], instrumentIds: [1, 2] });
  });

  test('is kept as it was sent', () => {
    const document = `{ // one\r\n"account":1 /* main */, "instrument" : 1,\t"side":"BUY","qty":"1" }\n`;
    expect(documentIn(new SampleAlgos().create({ document })).document).toBe(document);
  });
});

describe('a custom schema', () => {
  const SCHEMA = {
    $id: 'https://algos.test/twice',
    $defs: { desk: { type: ['integer', 'null'], 'x-service-reference': 'account' } },
    properties: { desk: { $ref: '#/$defs/desk' }, hedge: {} },
    anyOf: [{ properties: { hedge: { $ref: '#/$defs/desk' } } }, { required: ['never'] }],
    additionalProperties: { type: 'string', format: 'of-its-own' },
  };
  const loaded = (algoVersionId: number, documentSchema: Readonly<Record<string, unknown>>): Fact => ({
    kind: 'AlgoVersionRecorded',
    version: { algoVersionId, pool: 'pool-a', manifest: { name: 'x', version: '1', description: '' }, documentSchema },
  });
  const create = (document: object, documentSchema: Readonly<Record<string, unknown>> = SCHEMA) => {
    const sample = new SampleAlgos();
    sample.state([loaded(8, structuredClone(documentSchema)), loaded(9, documentSchema)]);
    sample.create({ algoVersionId: 8, document: JSON.stringify(document) });
    return sample.create({ algoVersionId: 9, document: JSON.stringify(document) });
  };

  test('is followed wherever it leads to a reference', () => {
    expect(documentIn(create({ desk: 3 })).accountIds).toEqual([3]);
    expect(documentIn(create({ hedge: 1 })).accountIds).toEqual([1]);
    expect(create({ desk: 'main' }).refused?.code).toBe('FIELD_TYPE_MISMATCH');
    expect(create({ desk: 2 }).refused?.code).toBe('INVALID_FIELD');
    expect(create({ more: 1 }).refused?.code).toBe('FIELD_TYPE_MISMATCH');
  });

  test.each([null, 0])('may leave a reference unset: %j', (desk) => {
    expect(documentIn(create({ desk })).accountIds).toEqual([]);
  });

  test('that is invalid is left to the engine', () => {
    expect(documentIn(create({ desk: 1 }, { type: 'no such type' })).outcome).toBe('STAGED');
  });
});

describe('a precondition', () => {
  const sampleAt = (seq: number) => {
    const sample = new SampleAlgos();
    const id = sample.instance();
    for (let next = 2; next <= seq; next += 1) {
      sample.propose(id, QUOTES);
      sample.judge(id, next);
    }
    return { sample, id };
  };

  test.each(['3', null])('of %s lets the fourth document pass', (ifMatch) => {
    const { sample, id } = sampleAt(3);
    expect(documentIn(sample.propose(id, QUOTES, ifMatch)).seq).toBe(4);
    expect(sample.row(id)).toMatchObject({ configSeq: 4, appliedConfigSeq: 3, lastCause: 'CONFIGURED' });
  });

  test.each(['2', '4', 'abc', ''])('of %j is stale, and the refusal names the latest', (ifMatch) => {
    const { sample, id } = sampleAt(3);
    expect(sample.propose(id, QUOTES, ifMatch).refused).toMatchObject({
      code: 'CONFIG_SEQ_CONFLICT',
      currentVersion: 3,
    });
    expect(sample.row(id)?.configSeq).toBe(3);
  });

  test('is not checked while a document awaits its verdict', () => {
    const { sample, id } = sampleAt(1);
    sample.propose(id, QUOTES, '1');
    expect(sample.propose(id, QUOTES, '1').refused?.code).toBe('CONFIG_PENDING');
    expect(sample.propose(id, QUOTES, '2').refused?.code).toBe('CONFIG_PENDING');
    sample.judge(id, 2, 'no');
    expect(sample.propose(id, QUOTES, '2').refused).toBeUndefined();
  });

  test('is checked before the document', () => {
    const { sample, id } = sampleAt(2);
    expect(sample.propose(id, 'no JSONC', '1').refused?.code).toBe('CONFIG_SEQ_CONFLICT');
  });
});

describe('a verdict', () => {
  test.each([
    ['applies', null, { outcome: 'APPLIED', detail: null }, { appliedConfigSeq: 2, lastCause: 'ENGINE_APPLIED' }],
    ['refuses', 'no', { outcome: 'REFUSED', detail: 'no' }, { appliedConfigSeq: 1, lastCause: 'ENGINE_REFUSED' }],
  ])('%s a document once', (_, detail, document, row) => {
    const sample = new SampleAlgos();
    const id = sample.instance();
    sample.propose(id, QUOTES);
    sample.judge(id, 2, detail);
    const after = { document: sample.document(id, 2), row: sample.row(id) };
    expect(after.document).toMatchObject({ ...document, outcomeAtNs: sample.atNs });
    expect(after.row).toMatchObject({ ...row, configSeq: 2, lastUpdatedByUserId: null });
    for (const again of [null, 'otherwise']) expect(sample.judge(id, 2, again)).toEqual({ facts: [] });
    expect({ document: sample.document(id, 2), row: sample.row(id) }).toEqual(after);
  });

  test.each([
    ['of no document', 1, 9],
    ['of no instance', 77, 1],
  ])('%s changes nothing', (_, instanceId, seq) => {
    const sample = new SampleAlgos();
    expect(sample.judge(instanceId === 1 ? sample.instance() : instanceId, seq)).toEqual({ facts: [] });
  });

  test("of a deleted instance's document is recorded of the document only", () => {
    const sample = new SampleAlgos();
    const { instanceId } = instanceOf(sample.create());
    const deleted = instanceOf(sample.move('delete', instanceId));
    sample.judge(instanceId, 1);
    expect(sample.document(instanceId, 1)?.outcome).toBe('APPLIED');
    expect(sample.row(instanceId)).toEqual(deleted);
  });
});
