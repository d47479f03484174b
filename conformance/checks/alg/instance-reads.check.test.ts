import { expect, test } from 'vitest';
import { judged, judges, judgesOf } from '../../testing/judges.ts';
import { answer, historyOf, type Sample } from '../../testing/sample-history.ts';
import {
  catalogueOfVersions,
  configDocuments,
  etagQuotesTheLatestDocument,
  movedByNobody,
  ordersAreAmongAllOrders,
  ordersOfAnInstance,
  stoppedByThePlatform,
} from './instance-reads.check.ts';

{
  const ROW = {
    algoVersionId: 1,
    pool: 'a',
    manifest: { name: 'quoter', version: '1.0.0' },
    documentSchema: { type: 'object' },
  };
  const page = (...items: object[]) => answer('GET /algos/versions', { status: 200, body: { items } });
  const without = (name: keyof typeof ROW) => ({ ...ROW, [name]: undefined });

  judgesOf(catalogueOfVersions, (catalogue: Sample) => ({ catalogue }), [
    ['each once', page(ROW, { ...ROW, pool: 'b' }, { ...ROW, algoVersionId: 2 }), 'pass'],
    ['under other names', page({ ...ROW, documentSchema: undefined, params: { $ref: '#' } }), ['pass', 'violated']],
    ['with another manifest', page({ ...ROW, manifest: { author: 'x' } }), ['pass', 'violated']],
    ['one twice', page(ROW, ROW), 'violated'],
    ['without manifest', page(without('manifest')), 'violated'],
    ['with an empty manifest', page({ ...ROW, manifest: {} }), 'violated'],
    ['without schema', page(ROW, without('documentSchema')), 'violated'],
    ['with a schema in text', page({ ...ROW, documentSchema: '{"type":"object"}' }), ['pass', 'violated']],
    ['of no pool', page(without('pool')), 'violated'],
    ['an id in text', page({ ...ROW, algoVersionId: '1795374046831869000' }), 'pass'],
    ['of no id', page({ ...ROW, algoVersionId: null }), 'violated'],
    ['refused', answer('GET /algos/versions', { status: 403, code: 'FORBIDDEN' }), 'violated'],
    ['none', page(), 'inconclusive'],
  ]);
}

{
  const PATH = '/algos/instances/7/configs';
  const ROW = {
    ...{ seq: 1, document: '{}', remark: null, outcome: 'APPLIED', outcomeAtNs: '17', detail: null },
    ...{ accountIds: [1], instrumentIds: [] },
  };
  const page = (row: object, position = 9) => answer(`GET ${PATH}`, { status: 200, position, body: { items: [row] } });
  const pageOf = (...items: readonly object[]) =>
    answer(`GET ${PATH}`, { status: 200, position: 9, asOf: 90_000_000_000, body: { items } });
  const record = (row: object, position = 9) => answer(`GET ${PATH}/1`, { status: 200, position, body: row });
  const both = (row: object) => [page(row), record(row)] as const;
  const STAGED = { ...ROW, outcome: 'STAGED', outcomeAtNs: null };
  const without = (name: keyof typeof ROW) =>
    Object.fromEntries(Object.entries(ROW).filter(([member]) => member !== name));

  judgesOf(
    configDocuments,
    (listed: Sample, read: Sample | readonly Sample[]) => ({ page: listed, [`record of ${PATH}`]: read }),
    [
      ['all of it', ...both(ROW), 'pass'],
      ['a refusal', ...both({ ...ROW, outcome: 'REFUSED', detail: 'too wide' }), 'pass'],
      ['a document that had its verdict between the reads', page(STAGED), record(ROW, 10), 'pass'],
      ['a refusal without its reason', ...both({ ...ROW, outcome: 'REFUSED', detail: '' }), 'violated'],
      ['a refusal whose reason is null', ...both({ ...ROW, outcome: 'REFUSED', detail: null }), 'violated'],
      ['a reason of an applied document', ...both({ ...ROW, detail: 'accepted' }), 'violated'],
      ['a staged document with a time', ...both({ ...ROW, outcome: 'STAGED' }), 'violated'],
      ['an applied document without a time', ...both({ ...ROW, outcomeAtNs: null }), 'violated'],
      ['a verdict by a clock a minute ahead', pageOf({ ...ROW, outcomeAtNs: '150000000000' }), [], 'pass'],
      ['a verdict of later than it is read', pageOf({ ...ROW, outcomeAtNs: '150000000001' }), [], 'violated'],
      ['verdicts in order', pageOf(ROW, { ...ROW, seq: 2, outcomeAtNs: '18' }), [], 'pass'],
      [
        'a verdict of before the one on the document before',
        pageOf({ ...ROW, seq: 2 }, { ...ROW, outcomeAtNs: '60000000018' }),
        [],
        'violated',
      ],
      ['references under other names', ...both({ ...without('accountIds'), accounts: [1] }), ['pass', 'violated']],
      ['a record without its detail', page(ROW), record(without('detail')), 'violated'],
      ['a page without texts', page(without('document')), record(ROW), 'violated'],
      ['a document as an object, not text', ...both({ ...ROW, document: {} }), 'violated'],
      ['another outcome', ...both({ ...ROW, outcome: 'LIVE' }), 'violated'],
      ['a time as a number', ...both({ ...ROW, outcomeAtNs: 17.5 }), 'violated'],
      ['a seq as a string', ...both({ ...ROW, seq: '1' }), 'pass'],
      ['a seq of 0', ...both({ ...ROW, seq: 0 }), 'violated'],
      ['no member for the reason of a refusal', ...both(without('detail')), ['pass', 'violated']],
      ['another record', page(ROW), record({ ...ROW, remark: 'another' }), 'violated'],
      ['a record that moved at once', page(STAGED), record(ROW), 'violated'],
      ['no record', page(ROW), answer(`GET ${PATH}/1`, { status: 404, code: 'NOT_FOUND' }), 'violated'],
    ],
  );

  judges(configDocuments, {}, [['no document anywhere', {}, 'inconclusive']]);
}

{
  const row = (etag: string | undefined, configSeq: number, position = 9) =>
    answer('GET /algos/instances/7', {
      status: 200,
      position,
      body: { configSeq },
      ...(etag !== undefined && { etag }),
    });
  const documents = answer('GET /algos/instances/7/configs', {
    status: 200,
    position: 9,
    body: { items: [{ seq: 1 }, { seq: 2 }] },
  });

  judgesOf(etagQuotesTheLatestDocument, (read: Sample) => ({ row: read, documents }), [
    ['quotes the latest document', row('"2"', 2), 'pass'],
    ['quotes nothing', row(undefined, 2), 'violated'],
    ['is not in quotes', row('2', 2), 'violated'],
    ['is weak', row('W/"2"', 2), 'violated'],
    ['quotes the applied document', row('"1"', 1), 'violated'],
    ['quotes a later document, read at a later position', row('"3"', 3, 10), 'pass'],
  ]);

  judges(etagQuotesTheLatestDocument, {}, [['no instance: nothing to read', {}, 'inconclusive']]);
}

{
  const PATH = 'GET /algos/instances/7/orders';
  const ROW = { orderId: '20', algoInstanceId: 7, userId: 0, qty: '1' };
  const page = (...items: object[]) => answer(PATH, { status: 200, body: { items } });

  judges(
    ordersOfAnInstance,
    {
      orders: page(ROW, { ...ROW, orderId: '9' }),
      order: answer('GET /orders/20', { status: 200, body: ROW }),
    },
    [
      ['order rows', {}, 'pass'],
      [
        'an instance whose id is an int64 in text',
        {
          orders: answer('GET /algos/instances/1795374046831869001/orders', {
            status: 200,
            body: { items: [{ ...ROW, algoInstanceId: '1795374046831869001' }] },
          }),
        },
        'pass',
      ],
      ['of the person who started it', { orders: page({ ...ROW, userId: 11 }) }, 'violated'],
      ['of nobody', { orders: page({ ...ROW, algoInstanceId: null }) }, 'violated'],
      ['of another instance', { orders: page(ROW, { ...ROW, algoInstanceId: 8 }) }, 'violated'],
      ['rows that lack a property', { orders: page({ orderId: '20', algoInstanceId: 7, userId: 0 }) }, 'violated'],
      ['refused', { orders: answer(PATH, { status: 404, code: 'NOT_FOUND' }) }, 'violated'],
      ['none', { orders: page() }, 'inconclusive'],
    ],
  );
}

{
  const row = (orderId: string, over: object = {}) => ({ orderId, algoInstanceId: 5, userId: 0, ...over });
  const placed = (...items: object[]) =>
    answer('GET /algos/instances/5/orders', { status: 200, position: 9, body: { items, nextCursor: null } });
  const all = (items: object[], position = 9, nextCursor: string | null = null) =>
    answer('GET /orders', { status: 200, position, body: { items, nextCursor } });

  judgesOf(ordersAreAmongAllOrders, (own: Sample, pages: Sample[]) => ({ placed: own, all: pages }), [
    ['among them', placed(row('7')), [all([row('9'), row('7')])], 'pass'],
    ['on a later page', placed(row('7')), [all([row('9')], 9, 'c'), all([row('7')])], 'pass'],
    ['beyond what was walked', placed(row('7')), [all([row('9')], 9, 'c')], 'pass'],
    ['moved on since', placed(row('7')), [all([row('7', { userId: 4 })], 10)], 'pass'],
    ['not among them', placed(row('7')), [all([row('9'), row('6')])], 'violated'],
    ['not among those walked', placed(row('7')), [all([row('9'), row('6')], 9, 'c')], 'violated'],
    ['another row', placed(row('7')), [all([row('7', { userId: 4 })])], 'violated'],
    ['GET /orders served an earlier state', placed(row('7')), [all([row('6')], 8)], 'inconclusive'],
    ['none placed', placed(), [all([])], 'inconclusive'],
  ]);

  test('an equal row at a later position is evidence, one that has moved on is none', () => {
    const judgedOf = (over: object) =>
      judged(ordersAreAmongAllOrders, historyOf({ placed: placed(row('7')), all: all([row('7', over)], 10) }));
    expect(judgedOf({})).not.toHaveProperty('unseen');
    expect(judgedOf({ userId: 4 })).toHaveProperty('unseen', true);
  });
}

{
  const moved = (lastUpdatedByUserId: number | null, lastCause: unknown) => ({
    status: 200,
    body: { instanceId: 7, lastUpdatedByUserId, lastCause },
  });
  const row = (lastUpdatedByUserId: number | null, lastCause: unknown) =>
    answer('GET /algos/instances/7', moved(lastUpdatedByUserId, lastCause));

  judges(
    movedByNobody,
    {
      me: answer('GET /me', { status: 200, body: { user: { userId: 11 } } }),
      created: answer('POST /algos/instances', moved(11, 'CREATED')),
      'after the verdict': row(null, 'ENGINE_APPLIED'),
      started: row(11, 'STARTED'),
    },
    [
      ['moved by the engine, and then by a person', {}, 'pass'],
      ['moved by the engine, without a cause', { 'after the verdict': row(null, null) }, 'violated'],
      ['started by nobody', { started: row(null, 'ENGINE_APPLIED') }, 'violated'],
      ['started, with the cause unchanged', { started: row(11, 'ENGINE_APPLIED') }, 'violated'],
      [
        'moved by the engine, with the cause of the creation',
        { 'after the verdict': row(null, 'CREATED') },
        'violated',
      ],
      ['moved by another person', { started: row(12, 'STARTED') }, 'violated'],
      ['moved by its creator', { 'after the verdict': row(11, 'CREATED') }, ['inconclusive', 'violated']],
      [
        'created by nobody',
        { created: answer('POST /algos/instances', moved(null, 'CREATED')), 'after the verdict': row(null, 'CREATED') },
        'pass',
      ],
      ['moved by the engine, and not started', { started: answer('POST /x', { status: 409 }) }, 'pass'],
    ],
  );
}

{
  const row = (status: string, lastUpdatedByUserId: number | null, lastCause: unknown) =>
    answer('GET /algos/instances/7', { status: 200, body: { status, lastUpdatedByUserId, lastCause } });

  judges(
    stoppedByThePlatform,
    {
      created: answer('POST /algos/instances', { status: 201 }),
      started: row('STARTED', 12, 'STARTED'),
      stopped: [row('STARTED', 12, 'STARTED'), row('STOPPED', null, 'PLATFORM_STOPPED')],
    },
    [
      ['stopped by nobody', {}, 'pass'],
      ['stopped by the administrator', { stopped: row('STOPPED', 11, 'PLATFORM_STOPPED') }, 'violated'],
      ['stopped without a cause', { stopped: row('STOPPED', null, null) }, 'violated'],
      ['stopped with the cause of the start', { stopped: row('STOPPED', null, 'STARTED') }, 'violated'],
      ['not stopped', { stopped: row('STARTED', 12, 'STARTED') }, 'inconclusive'],
      ['not started', { started: answer('POST /x', { status: 409 }) }, 'inconclusive'],
    ],
  );

  judges(stoppedByThePlatform, {}, [['a deputy whose user and capabilities are unknown', {}, 'inconclusive']]);
}
