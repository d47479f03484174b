import { judges, judgesOf } from '../../testing/judges.ts';
import { answer, answersTo, type Sample } from '../../testing/sample-history.ts';
import {
  instanceOfAnotherOrganisation,
  keyGrammar,
  twelveRoutesAnswer,
  writesNeedAlgosManage,
} from './access.check.ts';
import {
  armsAnswerTheRow,
  armsTakeNoIfMatch,
  creationAnswersTheRow,
  deletedInstanceStaysReadable,
  haltStopsEveryInstance,
  slowCreation,
} from './instances.check.ts';

const OUTCOME = { family: 'algos', instanceId: 7, configSeq: 1 };
const created = answer('POST /algos/instances', { status: 201 });

{
  const SENT = { algoVersionId: 1, pool: 'pool-a', displayName: 'touchstone-1', document: '{}' };
  const ROW = { ...SENT, instanceId: 7, configSeq: 1 };
  const post = (status: number, body: object = ROW, headers: Record<string, string> = {}) =>
    answer('POST /algos/instances', { status, key: 'k', sentBody: SENT, body, headers });
  const record = (outcome: object) => answer('GET /operations/k', { status: 200, body: { outcome } });
  judges(
    creationAnswersTheRow,
    {
      created: post(201),
      record: record(OUTCOME),
      row: answer('GET /algos/instances/7', { status: 200, body: ROW }),
      document: answer('GET /algos/instances/7/configs/1', { status: 200, body: { seq: 1 } }),
    },
    [
      ['the row', {}, 'pass'],
      ['the row with 200', { created: post(200) }, ['pass', 'violated']],
      ['a promise', { created: post(202, {}, { Location: '/operations/k' }) }, 'pass'],
      ['of nothing', { created: post(202, {}) }, 'violated'],
      ['no row', { created: post(201, {}) }, 'violated'],
      ['another version', { created: post(201, { ...ROW, algoVersionId: 2 }) }, 'violated'],
      ['a row without its document', { created: post(201, { ...ROW, configSeq: 0 }) }, 'violated'],
      ['an outcome of another family', { record: record({ ...OUTCOME, family: 'orders' }) }, 'violated'],
      ['an outcome of another instance', { record: record({ ...OUTCOME, instanceId: 8 }) }, 'violated'],
      ['an outcome of no document', { record: record({ ...OUTCOME, configSeq: null }) }, 'violated'],
      [
        'no document to read',
        { document: answer('GET /algos/instances/7/configs/1', { status: 404, code: 'NOT_FOUND' }) },
        'violated',
      ],
    ],
  );

  judges(creationAnswersTheRow, { created: post(202, {}, { Location: '/operations/k' }) }, [
    ['that never names an instance', {}, 'violated'],
  ]);

  judges(creationAnswersTheRow, { created: answer('POST /algos/instances', { status: 422, code: 'INVALID_FIELD' }) }, [
    ['a creation that is refused proves nothing', {}, 'inconclusive'],
  ]);
}

{
  const record = (outcome: object | null) => answer('GET /operations/k', { status: 200, body: { outcome } });
  const promise = (location?: string) =>
    answer('POST /algos/instances', {
      status: 202,
      key: 'k',
      headers: location === undefined ? {} : { Location: location },
    });

  judges(
    slowCreation,
    {
      created: promise('/operations/k'),
      'under way': record({ family: 'algos', instanceId: null, configSeq: null }),
      record: record(OUTCOME),
      row: answer('GET /algos/instances/7', { status: 200 }),
    },
    [
      ['kept', {}, 'pass'],
      [
        'kept, without an outcome while it is pending',
        { 'under way': answer('GET /operations/k', { status: 200, body: {} }) },
        'pass',
      ],
      ['kept, with a null outcome while it is pending', { 'under way': record(null) }, 'pass'],
      ['of another place', { created: promise('/operations/j') }, 'violated'],
      ['of no place', { created: promise() }, 'violated'],
      [
        'whose operation is unknown while it is pending',
        { 'under way': answer('GET /x', { status: 404, code: 'UNKNOWN_OPERATION' }) },
        'violated',
      ],
      ['of another family', { record: record({ ...OUTCOME, family: 'register' }) }, 'violated'],
      ['of no instance', { record: record({ family: 'algos', configSeq: 1 }) }, 'violated'],
      ['of no document', { record: record({ ...OUTCOME, configSeq: null }) }, 'violated'],
      ['of an instance that is not there', { row: answer('GET /x', { status: 404, code: 'NOT_FOUND' }) }, 'violated'],
      ['answered in time', { created: answer('POST /algos/instances', { status: 201 }) }, 'inconclusive'],
    ],
  );
}

{
  const arm = (name: string, status = 200, body: object = { instanceId: 7, status: name }) =>
    answer(`POST /algos/instances/7/${name}`, { status, body });

  judges(armsAnswerTheRow, { created, start: arm('start'), stop: arm('stop'), delete: arm('delete') }, [
    ['answers the row', {}, 'pass'],
    ['answers the row under another name of its id', { stop: arm('stop', 200, { algoInstanceId: 7 }) }, 'pass'],
    ['answers nothing', { start: arm('start', 204, {}) }, 'violated'],
    ['answers without the row', { stop: arm('stop', 200, { stopped: true }) }, 'violated'],
    ['answers another row', { delete: arm('delete', 200, { instanceId: 8 }) }, 'violated'],
    ['answers a refusal', { start: arm('start', 409) }, 'violated'],
    ['answers a promise', { start: arm('start', 202, {}) }, 'inconclusive'],
  ]);

  judges(armsAnswerTheRow, { created }, [['nothing is applied, so nothing is started', {}, 'inconclusive']]);
}

{
  const arm = answersTo('POST /algos/instances/7/stop');
  const invalid = arm(400, 'INVALID_IF_MATCH');
  const row = (status: string) => answer('GET /algos/instances/7', { status: 200, body: { instanceId: 7, status } });

  judges(
    armsTakeNoIfMatch,
    {
      created: answer('POST /algos/instances', { status: 201 }),
      conditional: [invalid, invalid],
      row: row('STOPPED'),
      unconditional: arm(200),
    },
    [
      ['refused', {}, 'pass'],
      ['taken', { conditional: [invalid, arm(200)] }, 'violated'],
      ['held against the document', { conditional: arm(412, 'CONFIG_SEQ_CONFLICT') }, 'violated'],
      ['refused under another code', { conditional: arm(400, 'MALFORMED_REQUEST') }, 'violated'],
      ['refused by the owner', { conditional: arm(400, 'INVALID_IF_MATCH', { position: 9 }) }, 'violated'],
      ['refused, and the instance deleted', { row: row('DELETED') }, 'violated'],
      ['refused, the key spent', { unconditional: arm(200, undefined, { replay: true }) }, 'violated'],
      ['refused, and so is none', { unconditional: arm(400, 'INVALID_IF_MATCH') }, 'violated'],
      ['refused, the arm not admitted', { unconditional: arm(409, 'NOT_STARTED') }, ['pass', 'violated']],
    ],
  );
}

{
  const PATH = '/algos/instances/7';
  const row = (status: string) =>
    answer(`GET ${PATH}`, { status: 200, body: { instanceId: 7, status, lastCause: 'DELETED' } });
  const page = (path: string, ...items: object[]) => answer(`GET ${path}`, { status: 200, body: { items } });
  const documents = page(`${PATH}/configs`, { seq: 1 });
  const document = answer(`GET ${PATH}/configs/1`, { status: 200 });
  const final = answer(`POST ${PATH}/start`, { status: 409, code: 'TRANSITION_NOT_ADMITTED', position: 9 });
  const created = (instanceId: number) => answer('POST /algos/instances', { status: 201, body: { instanceId } });
  const gone = answer(`GET ${PATH}`, { status: 404, code: 'NOT_FOUND' });

  judges(
    deletedInstanceStaysReadable,
    {
      created: created(7),
      deleted: answer(`POST ${PATH}/delete`, { status: 200, body: { instanceId: 7, status: 'DELETED' } }),
      row: [row('DELETED'), row('DELETED')],
      below: [documents, document, page(`${PATH}/orders`)],
      list: page('/algos/instances', { instanceId: 6 }, { instanceId: 7 }),
      moved: [final, final, final],
      another: created(8),
      'one more': created(9),
    },
    [
      ['it stays', {}, 'pass'],
      ['it is gone', { row: [gone, gone] }, 'violated'],
      ['it is stopped', { row: row('STOPPED') }, 'violated'],
      ['it lives again', { row: [row('DELETED'), row('STARTED')] }, 'violated'],
      ['it has no documents', { below: [page(`${PATH}/configs`), document] }, 'violated'],
      ['it has no document to read', { below: [documents, gone] }, 'violated'],
      ['it is not listed', { list: page('/algos/instances', { instanceId: 6 }) }, 'violated'],
      ['its id is used again', { 'one more': created(7) }, 'violated'],
      ['a move is refused with another code', { moved: answer('POST /x', { status: 422 }) }, ['pass', 'violated']],
      ['it is started', { moved: answer(`POST ${PATH}/start`, { status: 200 }) }, 'violated'],
      ['it is not deleted', { deleted: answer(`POST ${PATH}/delete`, { status: 409 }) }, 'violated'],
    ],
  );
}

{
  const row = (status: string) => answer('GET /algos/instances/7', { status: 200, body: { status } });
  const started = answer('POST /algos/instances/7/start', { status: 200, body: { status: 'STARTED' } });
  const halt = (count: unknown, status = 200) => answer('POST /algos/halt', { status, body: { count } });
  const list = (...statuses: string[]) =>
    answer('GET /algos/instances', { status: 200, body: { items: statuses.map((status) => ({ status })) } });

  judges(
    haltStopsEveryInstance,
    {
      created,
      'created too': created,
      started: [started, started],
      list: list('STARTED', 'STOPPED', 'STARTED', 'STARTED'),
      halt: halt(3),
      halted: [row('STOPPED'), row('STOPPED')],
      'halt again': halt(0),
    },
    [
      ['it stops all', {}, 'pass'],
      ['it stops all, with another status name', { halted: [row('HALTED'), row('HALTED')] }, ['pass', 'violated']],
      ['it stops all, and counts less', { halt: halt(2) }, ['pass', 'violated']],
      ['it stops all, and counts one', { halt: halt(1) }, 'violated'],
      ['it stops all, and counts nothing', { halt: halt(undefined) }, 'violated'],
      ['it stops all, and the count is a string', { halt: halt('3') }, 'pass'],
      ["it stops the caller's own alone", { halted: [row('STOPPED'), row('STARTED')] }, 'violated'],
      ['a second halt is refused', { 'halt again': halt(0, 409) }, 'violated'],
      ['a second halt counts them again', { 'halt again': halt(3) }, 'violated'],
      ['no instance was started', { started: answer('POST /x', { status: 409 }) }, 'inconclusive'],
    ],
  );
}

{
  const read = answer('GET /algos/instances/7', { status: 200 });
  const write = answer('POST /algos/halt', { status: 400, code: 'MALFORMED_REQUEST' });

  judgesOf(twelveRoutesAnswer, (second: Sample, last: Sample) => ({ read: [read, second], write: [write, last] }), [
    ['all of them', read, write, 'pass'],
    [
      'one read has no route',
      answer('GET /algos/versions', { status: 404, code: 'ROUTE_NOT_FOUND' }),
      write,
      'violated',
    ],
    ['one write has no route', read, answer('POST /algos/halt', { status: 404, code: 'ROUTE_NOT_FOUND' }), 'violated'],
    ['another method', read, answer('PUT /algos/halt', { status: 405, code: 'METHOD_NOT_ALLOWED' }), 'violated'],
    ['a malformed write taken', read, answer('POST /algos/halt', { status: 200 }), 'violated'],
  ]);

  judges(twelveRoutesAnswer, {}, [['no instance: nothing to ask of', {}, 'inconclusive']]);
}

{
  const PATH = '/algos/instances/4';
  const unheld = answer(`GET ${PATH}`, { status: 404, code: 'NOT_FOUND' });
  const list = (...ids: number[]) =>
    answer('GET /algos/instances', { status: 200, body: { items: ids.map((instanceId) => ({ instanceId })) } });

  judgesOf(
    instanceOfAnotherOrganisation,
    (second: Sample, listed: Sample) => ({ asked: [unheld, second], list: listed }),
    [
      ['hidden on every route', unheld, list(1, 2), 'pass'],
      ['its documents are served', answer(`GET ${PATH}/configs`, { status: 200 }), list(1), 'violated'],
      [
        'its orders are an empty page',
        answer(`GET ${PATH}/orders`, { status: 200, body: { items: [] } }),
        list(1),
        'violated',
      ],
      ['a refusal that gives it away', answer(`GET ${PATH}`, { status: 403, code: 'NOT_YOURS' }), list(1), 'violated'],
      ['it is stopped', answer(`POST ${PATH}/stop`, { status: 200 }), list(1), 'violated'],
      ['it is listed', unheld, list(1, 4), 'violated'],
    ],
  );
}

{
  const write = (status: number, code?: string, over: object = { position: 9 }) =>
    answer('POST /algos/halt', { status, ...(code !== undefined && { code }), ...over });
  const denied = write(403, 'CAPABILITY_DENIED');
  const replayed = write(403, 'CAPABILITY_DENIED', { position: 9, replay: true });
  const created = write(201);

  judges(
    writesNeedAlgosManage,
    {
      created,
      without: [denied, denied],
      'without, again': [replayed, replayed],
      misshapen: write(400, 'MALFORMED_REQUEST', {}),
      with: [write(200), write(409, 'CONFIG_PENDING')],
    },
    [
      ['the capability is needed', {}, 'pass'],
      ['the capability is not needed to halt', { without: [denied, write(200)] }, 'violated'],
      ['the capability is judged at the door', { without: [denied, write(403, 'CAPABILITY_DENIED', {})] }, 'violated'],
      ['a retry is judged again', { 'without, again': [replayed, denied] }, 'violated'],
      ['the capability is judged before the shape', { misshapen: denied }, 'violated'],
      ['the capability is not enough', { with: [write(200), denied] }, 'violated'],
      ['the capability is not enough to create', { created: denied }, 'violated'],
    ],
  );

  judges(writesNeedAlgosManage, { created: write(422, 'INVALID_FIELD') }, [
    ['an instance that is not created for another reason proves nothing', {}, 'inconclusive'],
  ]);
}

const stop = answersTo('POST /algos/instances/7/stop');
const malformed = stop(400, 'MALFORMED_REQUEST');

judges(
  keyGrammar,
  {
    created: answer('POST /algos/instances', { status: 201 }),
    taken: [stop(200), stop(409, 'IDEMPOTENCY_KEY_REUSED'), stop(200)],
    refused: [malformed, stop(400, 'INVALID_KEY')],
    contradicted: [malformed, malformed],
  },
  [
    ['as the interface says', {}, 'pass'],
    ['narrower', { taken: [stop(200), malformed] }, 'violated'],
    ['wider', { refused: [malformed, stop(200)] }, 'violated'],
    [
      'a key outside the grammar is refused by the owner',
      { refused: stop(400, 'MALFORMED_REQUEST', { position: 9 }) },
      'violated',
    ],
    ['a restated key is refused', { taken: [stop(200), malformed] }, 'violated'],
    ['a contradicting key is accepted', { contradicted: [malformed, stop(200)] }, 'violated'],
    ['a contradicting key is refused as a conflict', { contradicted: stop(409, 'IDEMPOTENCY_KEY_REUSED') }, 'violated'],
  ],
);

judges(keyGrammar, { created: answer('POST /algos/instances', { status: 422, code: 'INVALID_FIELD' }) }, [
  ['no instance to write on', {}, 'inconclusive'],
]);
