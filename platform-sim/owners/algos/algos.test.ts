/** The algos owner: the life of an instance, and refused writes, each of which differs from a valid one by one defect. */
import { describe, expect, test } from 'vitest';
import type { AlgoCause, AlgoInstanceStatus, AlgosCommand, Fact, Principal, Verdict } from '../../../gateway/facts.ts';
import { ALGO_VERSIONS } from '../../seed-data/algo-catalogue.ts';
import { documentIn, instanceOf, QUOTES, SampleAlgos } from '../../testing/sample-algos.ts';
import { OTHER_USER, OUTSIDER, registered, UNPRIVILEGED, USER } from '../../testing/sample-owner.ts';

const NO = 'TRANSITION_NOT_ADMITTED';
/** The row is unchanged: it is the answer, or nothing is recorded. */
const SAME = 'the same row';
const NONE = 'no row';
const STATUSES = ['STOPPED', 'STARTED', 'DELETED'] as const;
type Cause = Exclude<AlgoCause, 'CREATED'>;
type Next = AlgoInstanceStatus | typeof NO | typeof SAME | typeof NONE;

/** The next state of an instance that is STOPPED, STARTED or DELETED, and the command. The second document awaits a verdict. */
// biome-ignore format: an aligned table
const LIFE: Readonly<Record<Cause, readonly [...Next[], command: (sample: SampleAlgos, id: number) => Verdict]>> = {
  //                 STOPPED    STARTED    DELETED
  CONFIGURED:       ['STOPPED', 'STARTED', NO,   (sample, id) => sample.propose(id, QUOTES, null, OTHER_USER)],
  STARTED:          ['STARTED', SAME,      NO,   (sample, id) => sample.move('start', id, OTHER_USER)],
  STOPPED:          [SAME,      'STOPPED', NO,   (sample, id) => sample.move('stop', id, OTHER_USER)],
  DELETED:          ['DELETED', 'DELETED', NO,   (sample, id) => sample.move('delete', id, OTHER_USER)],
  HALTED:           [NONE,      'STOPPED', NONE, (sample) => sample.halt(OTHER_USER)],
  ENGINE_APPLIED:   ['STOPPED', 'STARTED', NONE, (sample, id) => sample.rule(id, 2)],
  ENGINE_REFUSED:   ['STOPPED', 'STARTED', NONE, (sample, id) => sample.rule(id, 2, 'no')],
  ENGINE_STOPPED:   [NONE,      'STOPPED', NONE, (sample, id) => sample.engineStops(id, 'ENGINE_STOPPED')],
  PLATFORM_STOPPED: [NONE,      'STOPPED', NONE, (sample, id) => sample.engineStops(id, 'PLATFORM_STOPPED')],
};

const CELLS = (Object.keys(LIFE) as Cause[]).flatMap((cause) =>
  STATUSES.map((status, column) => [status, cause, LIFE[cause][column] as Next] as const),
);

describe('the life of an instance', () => {
  test.each(CELLS)('%s: %s leads to %s', (status, cause, next) => {
    const sample = new SampleAlgos();
    const id = sample.instance(status === 'STARTED' ? 'STARTED' : 'STOPPED');
    const isOfEngine = /^(ENGINE|PLATFORM)/.test(cause);
    if (isOfEngine) sample.propose(id, QUOTES);
    if (status === 'DELETED') sample.move('delete', id);
    const before = sample.row(id);
    const command = LIFE[cause].at(-1) as (sample: SampleAlgos, id: number) => Verdict;
    const verdict = command(sample, id);
    expect(verdict.refused?.code).toBe(next === NO ? NO : undefined);
    const rows = (verdict.facts ?? []).flatMap((fact) => (fact.kind === 'AlgoInstanceRecorded' ? [fact.instance] : []));
    expect(rows).toEqual(next === NO || next === NONE ? [] : [sample.row(id)]);
    if (next === NO || next === NONE || next === SAME) {
      expect(sample.row(id)).toEqual(before);
    } else {
      const lastUpdatedByUserId = isOfEngine ? null : OTHER_USER.userId;
      const by = { lastUpdatedByUserId, createdByUserId: USER.userId, updatedAtNs: sample.atNs };
      expect(sample.row(id)).toMatchObject({ status: next, lastCause: cause, ...by });
    }
  });

  test('a start needs a document that the engine applied', () => {
    const sample = new SampleAlgos();
    const { instanceId } = instanceOf(sample.create());
    expect(sample.move('start', instanceId).refused?.code).toBe(NO);
    sample.rule(instanceId, 1, 'no');
    expect(sample.move('start', instanceId).refused?.code).toBe(NO);
    sample.propose(instanceId, QUOTES);
    sample.rule(instanceId, 2);
    expect(instanceOf(sample.move('start', instanceId)).status).toBe('STARTED');
  });

  test('a start names the user who authorises the orders, also if another user repeats it', () => {
    const sample = new SampleAlgos();
    const id = sample.instance('STARTED');
    expect(instanceOf(sample.move('start', id, OTHER_USER)).startedByUserId).toBe(USER.userId);
    sample.move('stop', id);
    expect(instanceOf(sample.move('start', id, OTHER_USER)).startedByUserId).toBe(OTHER_USER.userId);
  });

  test('a remark stays until another is stated', () => {
    const sample = new SampleAlgos();
    const { instanceId } = instanceOf(sample.create({ remark: 'first' }));
    expect(instanceOf(sample.move('stop', instanceId)).remark).toBe('first');
    sample.rule(instanceId, 1);
    expect(instanceOf(sample.move('start', instanceId, USER, 'second')).remark).toBe('second');
  });

  test('a halt stops every started instance of the organisation and counts them, also if there is none', () => {
    const sample = new SampleAlgos();
    expect(sample.halt()).toEqual({ facts: [{ kind: 'AlgosHalted', orgId: 1, count: 0 }] });
    const own = [sample.instance('STARTED'), sample.instance('STARTED'), sample.instance()];
    const foreign = sample.instance('STARTED', OUTSIDER);
    expect(sample.halt().facts?.at(-1)).toEqual({ kind: 'AlgosHalted', orgId: 1, count: 2 });
    expect(own.map((id) => sample.row(id)?.status)).toEqual(['STOPPED', 'STOPPED', 'STOPPED']);
    expect(sample.row(foreign)?.status).toBe('STARTED');
  });
});

const text = (of: object): string => JSON.stringify({ ...QUOTES, ...of });

/** The writes of a user, on an instance that admits each. */
const WRITES: Readonly<Record<string, (instanceId: number) => AlgosCommand>> = {
  create: () => {
    const version = { algoVersionId: 1, pool: 'pool-a', document: text({}) };
    return { kind: 'create-instance', displayName: 'one', remark: null, ...version };
  },
  config: (instanceId) => ({ kind: 'propose-config', instanceId, ifMatch: null, document: text({}), remark: null }),
  start: (instanceId) => ({ kind: 'start', instanceId, remark: null }),
  stop: (instanceId) => ({ kind: 'stop', instanceId, remark: null }),
  delete: (instanceId) => ({ kind: 'delete', instanceId, remark: null }),
  halt: () => ({ kind: 'halt-instances', remark: null }),
};

describe.each(Object.entries(WRITES))('%s', (_, write) => {
  test.each<[string, string | undefined, Principal, ...Fact[]]>([
    ['a user with algos:manage', undefined, USER],
    ['a user with other capabilities', 'CAPABILITY_DENIED', UNPRIVILEGED],
    ["another organisation's user", 'CAPABILITY_DENIED', { ...OUTSIDER, orgId: 1 }],
    ['an unknown user', 'CAPABILITY_DENIED', { orgId: 1, userId: 77 }],
    ['the platform itself', 'CAPABILITY_DENIED', { orgId: 1, userId: 0 }],
    ['a disabled user', 'CAPABILITY_DENIED', USER, registered('users', { status: 'DISABLED' })],
    ['a user whose capability was cleared', 'CAPABILITY_DENIED', USER, registered('users')],
    ['a user of a suspended organisation', 'ORG_NOT_ACTIVE', USER, registered('orgs', { status: 'SUSPENDED' })],
  ])('by %s: %s', (__, code, principal, ...facts) => {
    const sample = new SampleAlgos();
    const id = sample.instance();
    expect(sample.know(...facts).judge(write(id), principal).refused?.code).toBe(code);
  });
});

test.each(['config', 'start', 'stop', 'delete'])(
  "%s of another organisation's instance is NOT_FOUND, like a missing one",
  (name) => {
    const sample = new SampleAlgos();
    const write = (instanceId: number) => sample.judge(WRITES[name]?.(instanceId) as AlgosCommand);
    const foreign = write(sample.instance('STOPPED', OUTSIDER));
    expect(foreign.refused?.code).toBe('NOT_FOUND');
    expect(write(77)).toEqual(foreign);
  },
);

test.each([
  ['that no pool has loaded', { algoVersionId: 77 }],
  ['that another pool has loaded', { pool: 'pool-b' }],
  ['of an unknown pool', { pool: 'pool-z' }],
])('a version %s is ALGO_VERSION_NOT_LOADED until it is loaded', (_, of) => {
  const sample = new SampleAlgos();
  expect(sample.create(of).refused?.code).toBe('ALGO_VERSION_NOT_LOADED');
  const [version] = ALGO_VERSIONS;
  if (version === undefined) throw new Error('an empty catalogue');
  sample.know({ kind: 'AlgoVersionRecorded', version: { ...version, ...of } });
  expect(sample.create(of).refused).toBeUndefined();
});

describe('a document', () => {
  const quoted = (of: object) => ({ algoVersionId: 1, document: text(of) });
  const written = (document: string) => ({ algoVersionId: 1, document });
  const basket = (of: object) => ({
    algoVersionId: 4,
    document: JSON.stringify({ legs: [QUOTES], watch: [1], hedge: { account: 1 }, schedule: { orders: 1 }, ...of }),
  });

  test.each<[string, string | undefined, ReturnType<typeof quoted>]>([
    ['that an engine accepts', undefined, quoted({})],
    ['with nested and listed references', undefined, basket({})],
    ['with comments and a trailing comma', undefined, written(`// one\n${text({}).replace('}', ', /* and */ }')}`)],
    ['that breaks rules beyond types', undefined, quoted({ side: 'HOLD', orders: -1, more: true })],
    ['without members that its schema requires', undefined, written('{}')],
    ['that is no JSONC', 'INVALID_FIELD', written('{ "account": ')],
    ['that is empty', 'INVALID_FIELD', written('')],
    ['that is an array', 'INVALID_FIELD', written('[]')],
    ['that is a string', 'INVALID_FIELD', written('"account"')],
    ['deeper than any stack', 'INVALID_FIELD', written('['.repeat(6000))],
    ['with a member stated twice', 'INVALID_FIELD', written('{ "account": 1, "account": 3 }')],
    ['with a name for an account', 'FIELD_TYPE_MISMATCH', quoted({ account: 'main' })],
    ['with a name for an instrument', 'FIELD_TYPE_MISMATCH', quoted({ instrument: 'BTC-USD' })],
    ['with a part of an id', 'FIELD_TYPE_MISMATCH', quoted({ account: 1.5 })],
    ['without an id', 'FIELD_TYPE_MISMATCH', quoted({ account: null })],
    ['with a number for money', 'FIELD_TYPE_MISMATCH', quoted({ qty: 1 })],
    ['with a string for a count', 'FIELD_TYPE_MISMATCH', quoted({ orders: '3' })],
    [
      'with a name in a listed object',
      'FIELD_TYPE_MISMATCH',
      basket({ legs: [QUOTES, { ...QUOTES, instrument: 'X' }] }),
    ],
    ['with a name in an object', 'FIELD_TYPE_MISMATCH', basket({ hedge: { account: 'main' } })],
    ['with a name in a list', 'FIELD_TYPE_MISMATCH', basket({ watch: [1, 'ETH-USD'] })],
    ['with an object for a list', 'FIELD_TYPE_MISMATCH', basket({ legs: {} })],
    ['with a list for an object', 'FIELD_TYPE_MISMATCH', basket({ hedge: [] })],
    ['with an unknown account', 'INVALID_FIELD', quoted({ account: 77 })],
    ["with another organisation's account", 'INVALID_FIELD', quoted({ account: 2 })],
    ['with an unknown instrument', 'INVALID_FIELD', quoted({ instrument: 77 })],
    ['with a foreign account in an object', 'INVALID_FIELD', basket({ hedge: { account: 2 } })],
    ['with an unknown instrument in a list', 'INVALID_FIELD', basket({ watch: [1, 77] })],
  ])('%s: %s, as the first of an instance and as the next', (_, code, of) => {
    const sample = new SampleAlgos();
    const { instanceId } = instanceOf(sample.create(of.algoVersionId === 1 ? {} : basket({})));
    sample.rule(instanceId, 1);
    for (const verdict of [sample.create(of), sample.propose(instanceId, of.document)]) {
      expect(verdict.refused?.code).toBe(code);
      const waiting = { outcome: 'STAGED', outcomeAtNs: null, detail: null };
      if (code === undefined) expect(documentIn(verdict)).toMatchObject({ document: of.document, ...waiting });
    }
  });

  test('projects its references, each once and in order, and is kept as it was sent', () => {
    const legs = [QUOTES, { ...QUOTES, account: 3, instrument: 2 }, { ...QUOTES, account: 3 }];
    const references = { accountIds: [1, 3], instrumentIds: [1, 2] };
    expect(documentIn(new SampleAlgos().create(basket({ legs, watch: [2, 1] })))).toMatchObject(references);
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
  /** Two versions have the schema, which has an id. */
  const create = (document: object, documentSchema: Readonly<Record<string, unknown>> = SCHEMA) => {
    const manifest = { name: 'x', version: '1', description: '' };
    const loaded = (algoVersionId: number): Fact => {
      const schema = structuredClone(documentSchema);
      return {
        kind: 'AlgoVersionRecorded',
        version: { algoVersionId, pool: 'pool-a', manifest, documentSchema: schema },
      };
    };
    const sample = new SampleAlgos(loaded(8), loaded(9));
    sample.create({ algoVersionId: 8, document: JSON.stringify(document) });
    return sample.create({ algoVersionId: 9, document: JSON.stringify(document) });
  };

  test.each<[object, readonly number[] | string]>([
    [{ desk: 3 }, [3]],
    [{ hedge: 1 }, [1]],
    [{ desk: null }, []],
    [{ desk: 0 }, []],
    [{ desk: 'main' }, 'FIELD_TYPE_MISMATCH'],
    [{ desk: 2 }, 'INVALID_FIELD'],
    [{ more: 1 }, 'FIELD_TYPE_MISMATCH'],
  ])('is followed wherever it leads to a reference: %j has the accounts %j', (document, expected) => {
    const verdict = create(document);
    expect(verdict.refused?.code ?? documentIn(verdict).accountIds).toEqual(expected);
  });

  test('that is invalid is left to the engine', () => {
    expect(documentIn(create({ desk: 1 }, { type: 'no such type' })).outcome).toBe('STAGED');
  });
});

describe('a precondition', () => {
  test.each(['3', null])('of %s lets the fourth document pass', (ifMatch) => {
    const sample = new SampleAlgos();
    const id = sample.instance('STOPPED', USER, 3);
    expect(documentIn(sample.propose(id, QUOTES, ifMatch)).seq).toBe(4);
    expect(sample.row(id)).toMatchObject({ configSeq: 4, appliedConfigSeq: 3, lastCause: 'CONFIGURED' });
  });

  test.each(['2', '4', 'abc', ''])('of %j is stale, before the document is judged, and names the latest', (ifMatch) => {
    const sample = new SampleAlgos();
    const id = sample.instance('STOPPED', USER, 3);
    const refusal = { code: 'CONFIG_SEQ_CONFLICT', currentVersion: 3 };
    expect(sample.propose(id, 'no JSONC', ifMatch).refused).toMatchObject(refusal);
    expect(sample.row(id)?.configSeq).toBe(3);
  });

  test('is not checked while a document awaits its verdict', () => {
    const sample = new SampleAlgos();
    const id = sample.instance();
    sample.propose(id, QUOTES, '1');
    for (const ifMatch of ['1', '2']) expect(sample.propose(id, QUOTES, ifMatch).refused?.code).toBe('CONFIG_PENDING');
    sample.rule(id, 2, 'no');
    expect(sample.propose(id, QUOTES, '2').refused).toBeUndefined();
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
    sample.rule(id, 2, detail);
    expect(sample.document(id, 2)).toMatchObject({ ...document, outcomeAtNs: sample.atNs });
    expect(sample.row(id)).toMatchObject({ ...row, configSeq: 2, lastUpdatedByUserId: null });
    const after = [sample.document(id, 2), sample.row(id)];
    for (const again of [null, 'differently']) expect(sample.rule(id, 2, again)).toEqual({ facts: [] });
    expect([sample.document(id, 2), sample.row(id)]).toEqual(after);
    // A verdict of no document, and of no instance.
    expect([sample.rule(id, 9), sample.rule(77, 1)]).toEqual([{ facts: [] }, { facts: [] }]);
  });

  test("of a deleted instance's document is recorded of the document only", () => {
    const sample = new SampleAlgos();
    const { instanceId } = instanceOf(sample.create());
    const deleted = instanceOf(sample.move('delete', instanceId));
    sample.rule(instanceId, 1);
    expect(sample.document(instanceId, 1)?.outcome).toBe('APPLIED');
    expect(sample.row(instanceId)).toEqual(deleted);
  });
});
