import { judges, judgesOf } from '../../testing/judges.ts';
import { answer, answersTo, type Sample } from '../../testing/sample-history.ts';
import { documentIsKeptVerbatim, documentLimit } from './document-texts.check.ts';
import {
  configAnswersTheStagedDocument,
  secondDocumentIsPending,
  staleIfMatch,
  twoDocumentsAtOnce,
  verdictMovesADocumentOnce,
} from './documents.check.ts';

{
  const created = answer('POST /algos/instances', { status: 201 });
  const STAGED = { seq: 2, document: '{}', remark: 'the second', outcome: 'STAGED', outcomeAtNs: null };
  const put = (body: object, etag?: string, status = 200) =>
    answer('PUT /algos/instances/7/config', {
      status,
      body,
      sentBody: { document: '{}', remark: 'the second' },
      ...(etag !== undefined && { etag }),
    });

  judgesOf(configAnswersTheStagedDocument, (sample: Sample) => ({ created, put: sample }), [
    ['the staged document', put(STAGED), 'pass'],
    ['an ETag beside it', put(STAGED, '"2"'), 'violated'],
    ['201', put(STAGED, undefined, 201), 'violated'],
    ['the instance', put({ instanceId: 7, configSeq: 2 }), 'violated'],
    ['a document with another seq', put({ ...STAGED, seq: 1 }), 'violated'],
    ['a document that is applied', put({ ...STAGED, outcome: 'APPLIED', outcomeAtNs: '17' }), 'violated'],
    ['an outcomeAtNs while it is staged', put({ ...STAGED, outcomeAtNs: '17' }), 'violated'],
    ['a document as an object, not text', put({ ...STAGED, document: {} }), 'violated'],
    ['another remark', put({ ...STAGED, remark: null }), 'violated'],
    ['a refusal', answer('PUT /x', { status: 404, code: 'NOT_FOUND' }), 'violated'],
    ['a promise', put({}, undefined, 202), 'inconclusive'],
  ]);

  const READ = 'GET /algos/instances/7/configs';
  const first = answer(`${READ}/1`, { status: 200, asOf: 100_000_000_000, body: {} });
  const second = (outcomeAtNs: string | null) => answer(`${READ}/2`, { status: 200, body: { outcomeAtNs } });

  judgesOf(configAnswersTheStagedDocument, (verdict: Sample) => ({ created, first, put: put(STAGED), verdict }), [
    ['a verdict of after its document', second('100000000001'), 'pass'],
    ['by a clock that is a minute behind', second('40000000000'), 'pass'],
    ['of before its document', second('39999999999'), 'violated'],
    ['none yet', second(null), 'pass'],
  ]);

  judges(configAnswersTheStagedDocument, { created }, [
    ['without a verdict on the first there is no second', {}, 'inconclusive'],
  ]);
}

{
  const PATH = 'PUT /algos/instances/7/config';
  const conflict = (over: object = {}, error: object = { currentVersion: 2 }) => {
    const body = {
      error: { code: 'CONFIG_SEQ_CONFLICT', message: 'stale', requestId: 'r', retryable: false, ...error },
    };
    return answer(PATH, { status: 412, position: 9, etag: '"2"', body, ...over });
  };
  const row = (configSeq: number) => answer('GET /algos/instances/7', { status: 200, body: { configSeq } });
  const put = answersTo(PATH);
  const unpublished = answer(PATH, {
    status: 412,
    etag: '"2"',
    body: { error: { code: 'CONFIG_SEQ_CONFLICT' }, currentVersion: '2' },
  });

  judges(
    staleIfMatch,
    {
      created: answer('POST /algos/instances', { status: 201 }),
      'moved on': put(200),
      stale: conflict(),
      now: row(2),
      fresh: put(200),
    },
    [
      ['answered with the current version', {}, 'pass'],
      ['answered at the door with a version string beside the error', { stale: unpublished }, ['pass', 'violated']],
      ['taken', { stale: put(200), now: row(3) }, 'violated'],
      ['a conflict of another code', { stale: conflict({}, { code: 'VERSION_CONFLICT' }) }, 'violated'],
      ['a conflict of another status', { stale: conflict({ status: 409 }) }, 'violated'],
      ['answered without currentVersion', { stale: conflict({}, { currentVersion: undefined }) }, 'violated'],
      ['answered with another version', { stale: conflict({}, { currentVersion: 1 }) }, 'violated'],
      ['answered without an ETag', { stale: conflict({ etag: undefined }) }, 'violated'],
      ['answered with the stale ETag', { stale: conflict({ etag: '"1"' }) }, 'violated'],
      ['refused and applied', { now: row(3) }, 'violated'],
      [
        'answered with an ETag that the next write is refused for',
        { fresh: put(412, 'CONFIG_SEQ_CONFLICT') },
        'violated',
      ],
      ['the second document was not accepted', { 'moved on': put(412, 'CONFIG_SEQ_CONFLICT') }, 'inconclusive'],
    ],
  );
}

{
  const put = answersTo('PUT /algos/instances/7/config');
  const pending = put(409, 'CONFIG_PENDING', { position: 9 });
  const documents = (...items: object[]) => answer('GET /algos/instances/7/configs', { status: 200, body: { items } });
  const STAGED = { seq: 1, outcome: 'STAGED' };

  judges(
    secondDocumentIsPending,
    {
      created: answer('POST /algos/instances', { status: 201 }),
      pending: [pending, pending],
      documents: documents(STAGED),
      after: put(200),
    },
    [
      ['refused', {}, 'pass'],
      ['refused at the door', { pending: put(409, 'CONFIG_PENDING') }, ['pass', 'violated']],
      ['taken', { pending: [pending, put(200)], documents: documents(STAGED, STAGED) }, 'violated'],
      ['refused under another code', { pending: put(409, 'BUSY') }, 'violated'],
      ['refused under another status', { pending: put(412, 'CONFIG_PENDING') }, 'violated'],
      ['refused and recorded', { documents: documents(STAGED, STAGED) }, 'violated'],
      ['refused after the verdict too', { after: pending }, 'violated'],
      ['the first document no longer waits', { documents: documents({ outcome: 'APPLIED' }) }, 'inconclusive'],
    ],
  );
}

{
  const CONFIG = 'PUT /algos/instances/7/config';
  const created = answer('POST /algos/instances', { status: 201, body: { instanceId: 7 } });
  const staged = answer(CONFIG, { status: 200, body: { outcome: 'STAGED' } });
  const pending = answer(CONFIG, { status: 409, code: 'CONFIG_PENDING', position: 9 });
  const documents = (...outcomes: readonly string[]) =>
    answer('GET /algos/instances/7/configs', {
      status: 200,
      body: { items: outcomes.map((outcome) => ({ outcome })) },
    });

  judgesOf(
    twoDocumentsAtOnce,
    (sent: readonly Sample[], listed: Sample) => ({ created, 'round 0': sent, documents: listed }),
    [
      ['the second refused', [staged, pending], documents('APPLIED', 'STAGED'), 'pass'],
      ['the first that was sent refused', [pending, staged], documents('APPLIED', 'STAGED'), 'pass'],
      [
        'refused with retryable true',
        [staged, answer(CONFIG, { status: 409, code: 'CONFIG_PENDING', position: 9, retryable: true })],
        documents('APPLIED', 'STAGED'),
        'violated',
      ],
      ['a verdict between', [staged, staged], documents('APPLIED', 'APPLIED', 'STAGED'), 'not-exercised'],
      ['both await a verdict', [staged, staged], documents('APPLIED', 'STAGED', 'STAGED'), 'violated'],
      [
        'refused with another code',
        [staged, answer(CONFIG, { status: 409, code: 'IN_USE' })],
        documents('STAGED'),
        'violated',
      ],
      [
        'refused with another status',
        [staged, answer(CONFIG, { status: 422, code: 'CONFIG_PENDING' })],
        documents('STAGED'),
        'violated',
      ],
    ],
  );
}

{
  const STAGED = { seq: 1, document: '{}', outcome: 'STAGED', outcomeAtNs: null, detail: null };
  const APPLIED = { ...STAGED, outcome: 'APPLIED', outcomeAtNs: '17' };
  const REFUSED = { ...STAGED, seq: 2, outcome: 'REFUSED', outcomeAtNs: '18', detail: 'RISK_LIMIT' };
  const document = (body: object) => answer('GET /algos/instances/7/configs/1', { status: 200, body });

  judges(
    verdictMovesADocumentOnce,
    {
      created: answer('POST /algos/instances', { status: 201 }),
      staged: document(STAGED),
      applied: document(APPLIED),
      refused: document(REFUSED),
      'applied still': [document(APPLIED), document(APPLIED)],
      'refused still': document(REFUSED),
    },
    [
      ['moves it once', {}, 'pass'],
      ['moves it before the verdict', { staged: document(APPLIED) }, 'violated'],
      ['states a time while it is staged', { staged: document({ ...STAGED, outcomeAtNs: '0' }) }, 'violated'],
      ['moves it without a time', { applied: document({ ...APPLIED, outcomeAtNs: null }) }, 'violated'],
      ['states a detail without a refusal', { applied: document({ ...APPLIED, detail: 'fine' }) }, 'violated'],
      ['changes its text', { applied: document({ ...APPLIED, document: '{ }' }) }, 'violated'],
      ['refuses it without a detail', { refused: document({ ...REFUSED, detail: null }) }, 'violated'],
      ['moves a refused document to APPLIED', { refused: document({ ...APPLIED, seq: 2 }) }, 'violated'],
      [
        'moves it twice',
        { 'applied still': [document(APPLIED), document({ ...APPLIED, outcomeAtNs: '19' })] },
        'violated',
      ],
      ['moves it back', { 'refused still': document({ ...STAGED, seq: 2 }) }, 'violated'],
      ["refuses the fixture's own document", { applied: document(REFUSED) }, 'inconclusive'],
    ],
  );
}

{
  const GIVEN = { named: [{ id: 1, name: 'main' }], document: '{ "account": 1, "instrument": 2 }', referred: [1, 2] };
  const TEXT = '\t/* é */\r\n{ "account": 1, "instrument": 2 }  // last\n ';
  const CONFIG = { document: TEXT, remark: 'of the suite', accountIds: [1], instrumentIds: [2] };
  const record = (of: object = {}) => answer('GET /x/configs/1', { status: 200, body: { ...CONFIG, ...of } });
  const page = (of: object = {}) => answer('GET /x/configs', { status: 200, body: { items: [{ ...CONFIG, ...of }] } });
  const GOOD: Record<string, Sample> = {
    created: answer('POST /algos/instances', { status: 201, sentBody: { document: TEXT, remark: 'of the suite' } }),
    record: record(),
    page: page(),
  };

  judges(
    documentIsKeptVerbatim,
    GOOD,
    [
      ['kept as it is', {}, 'pass'],
      ['kept trimmed', { record: record({ document: TEXT.trim() }) }, 'violated'],
      ['kept with other line ends', { record: record({ document: TEXT.replace('\r', '') }) }, 'violated'],
      ['kept trimmed on the page', { page: page({ document: TEXT.trim() }) }, 'violated'],
      [
        'kept, but a document without comments is serialized again',
        {
          'created plain': answer('POST /algos/instances', { status: 201, sentBody: { document: '\n {} \t' } }),
          'plain record': record({ document: '{}' }),
          'plain page': page({ document: '\n {} \t' }),
        },
        'violated',
      ],
      [
        'kept without the accounts that it refers to',
        { record: record({ accountIds: undefined }) },
        ['pass', 'violated'],
      ],
      ['kept with no account', { record: record({ accountIds: [] }) }, ['pass', 'violated']],
      ['kept with another account', { record: record({ accountIds: [2] }) }, ['pass', 'violated']],
      ['kept without its remark', { record: record({ remark: null }) }, 'violated'],
    ],
    { given: GIVEN },
  );

  judges(documentIsKeptVerbatim, GOOD, [['the fixture names what it refers to', {}, 'inconclusive']], {
    given: { ...GIVEN, document: '{ "account": "main" }' },
  });
}

const post = answersTo('POST /algos/instances');
const tooLarge = post(413, 'DOCUMENT_TOO_LARGE');

judges(documentLimit, { over: [tooLarge, tooLarge, tooLarge], 'at the limit': [post(201), post(200)] }, [
  ['refused at the door, by its bytes', {}, 'pass'],
  ['its characters are counted, not its bytes', { over: [tooLarge, post(201), post(200)] }, 'violated'],
  ['refused as a body that is too large', { over: post(413, 'PAYLOAD_TOO_LARGE') }, 'violated'],
  ['refused as malformed', { over: post(400, 'DOCUMENT_TOO_LARGE') }, 'violated'],
  ['refused by the owner', { over: post(413, 'DOCUMENT_TOO_LARGE', { position: 9 }) }, 'violated'],
  ['the limit itself is refused', { 'at the limit': [post(201), tooLarge] }, 'violated'],
  ['its key is spent', { 'at the limit': post(413, 'DOCUMENT_TOO_LARGE', { replay: true }) }, 'violated'],
  [
    'the limit itself is refused for another reason',
    { 'at the limit': post(422, 'INVALID_FIELD') },
    ['pass', 'violated'],
  ],
]);
