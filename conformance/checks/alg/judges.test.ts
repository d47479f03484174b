import { cases, judges, judgesOf } from '../../testing/judges.ts';
import { answer, answersTo, type Sample } from '../../testing/sample-history.ts';
import { LIMIT_BYTES, padded } from './names-in-a-document.ts';

const POST = 'POST /algos/instances';
const CONFIG = 'PUT /algos/instances/7/config';
const CONFIGS = 'GET /algos/instances/7/configs';
const [main, BTC] = [
  { id: 1, name: 'main' },
  { id: 2, name: 'BTC-USD' },
];
const post = answersTo(POST);
const put = answersTo(CONFIG);
const [created, invalid] = [post(201), post(422, 'INVALID_FIELD')];
const tooLarge = post(413, 'DOCUMENT_TOO_LARGE');
const notThere = (line: string) => answer(line, { status: 404, code: 'NOT_FOUND' });
/** A read of one row, and of a page of rows. */
const row = (line: string, body: object, position?: number) =>
  answer(line, { status: 200, body, ...(position !== undefined && { position }) });
const page = (line: string, ...items: readonly object[]) => row(line, { items });
const read = (document: unknown) => row(`${CONFIGS}/1`, { document });
const sent = (document: string, over: object = {}) => answer(POST, { status: 201, sentBody: { document }, ...over });

const refusedAtFirst = [
  'alg/config-answers-the-staged-document',
  'alg/arms-answer-the-row',
  'alg/creation-answers-the-row',
  'alg/writes-need-algos-manage',
  'alg/key-grammar',
].map((id) => [id, 'nothing is created', { created: invalid }, 'inconclusive'] as const);

cases([
  ...refusedAtFirst,
  ['alg/config-answers-the-staged-document', 'a promise', { created, put: put(202) }, 'inconclusive'],
  ['alg/catalogue-of-versions', 'none', { catalogue: page('GET /algos/versions') }, 'inconclusive'],
  ['alg/orders-of-an-instance', 'none', { orders: page('GET /algos/instances/7/orders') }, 'inconclusive'],
]);

const NAMES = '{ // "main"\n "account": "main", "instrument": "BTC-USD" }  ';
const OURS = '{ // "main"\n "account": 1 /* main */, "instrument": 2 /* BTC-USD */ }  ';
const refusedNames = sent(NAMES, { status: 422, code: 'INVALID_FIELD' });

// biome-ignore format: an aligned table
judges(
  'alg/names-become-ids',
  { created: sent(NAMES), kept: read(OURS) },
  [
    ['kept with a comment of a line',       { kept: read(OURS.replace('/* BTC-USD */', '// BTC-USD\n')) }, ['pass', 'violated']],
    ['kept with the comments elsewhere',    { kept: read(OURS.replace('1 /* main */', '/* main */ 1')) },  ['pass', 'violated']],
    ['not kept',                            { kept: read(undefined) },                                     'inconclusive'],
    ['names of a document that is refused', { created: refusedNames, kept: [] },                           'inconclusive'],
  ],
  { given: [main, BTC] },
);

const PADDED = padded('{ "account": "main" }', LIMIT_BYTES);
const BARE = PADDED.replace('"main"', '1');

judges(
  'alg/comments-past-the-bound',
  { created: sent(PADDED), kept: read(BARE) },
  [['ids and what still fits', { kept: read(BARE.replace(': 1', ': 1/**/')) }, ['pass', 'violated']]],
  { given: [main] },
);

const UNWRITABLE = sent(`{ "account": ${JSON.stringify('touchstone-*/\u2028 desk')}, "instrument": "BTC-USD" }`);
const IDS = '{ "account": 9, "instrument": 2 }';
const CHANGED = read(IDS.replace('9,', '9 /* touchstone-* / desk */,'));

judges(
  'alg/name-that-no-comment-carries',
  { account: answer('GET /accounts/9', { status: 200 }), plain: created, created: UNWRITABLE, kept: read(IDS) },
  [
    ['a comment with the other name', { kept: read(IDS.replace('2 }', '2 /* BTC-USD */ }')) }, ['pass', 'violated']],
    ['a comment with a changed name', { kept: CHANGED }, ['pass', 'violated']],
    ['refused', { created: invalid }, ['inconclusive', 'violated']],
    ["the fixture's own names are refused too", { plain: invalid }, 'inconclusive'],
  ],
  { given: [main, BTC] },
);

judges('alg/too-long-once-replaced', { 'too long': tooLarge, fits: created }, [
  ['its key is spent', { fits: post(413, 'DOCUMENT_TOO_LARGE', { replay: true }) }, 'violated'],
  ['a document at the limit is refused for another reason', { fits: invalid }, ['pass', 'violated']],
  ['the name is not resolved yet', { 'too long': post(422, 'REFERENCE_UNKNOWN_ACCOUNT') }, 'inconclusive'],
]);

judges('alg/document-limit', { over: [tooLarge, tooLarge, tooLarge], 'at the limit': [created, post(200)] }, [
  ['its key is spent', { 'at the limit': post(413, 'DOCUMENT_TOO_LARGE', { replay: true }) }, 'violated'],
  ['the limit itself is refused for another reason', { 'at the limit': invalid }, ['pass', 'violated']],
]);

const [noAccount, noInstrument] = [post(422, 'REFERENCE_UNKNOWN_ACCOUNT'), post(422, 'REFERENCE_UNKNOWN_INSTRUMENT')];

judges(
  'alg/name-nothing-holds',
  {
    account: [noAccount, noAccount],
    'account, corrected': created,
    instrument: [noInstrument, noInstrument],
    'instrument, corrected': created,
  },
  [
    ['the key bound', { 'instrument, corrected': post(409, 'IDEMPOTENCY_KEY_REUSED') }, 'violated'],
    ['the corrected document is refused too', { 'account, corrected': invalid }, 'inconclusive'],
  ],
);

const mismatch = answer(POST, {
  ...{ status: 422, code: 'FIELD_TYPE_MISMATCH', position: 9 },
  sentBody: { algoVersionId: 5 },
});
const versions = (...ids: number[]) => page('GET /algos/versions', ...ids.map((algoVersionId) => ({ algoVersionId })));

// biome-ignore format: an aligned table
cases([
  ['alg/version-not-caught-up', 'refused by a member that never catches up', { before: versions(1, 2), refused: mismatch }, 'inconclusive'],
  ['alg/version-not-caught-up', 'the member knows the version already',      { before: versions(1, 5), refused: mismatch }, 'inconclusive'],
]);

const SECOND = { seq: 2, document: '{}', remark: 'the second', outcome: 'STAGED', outcomeAtNs: null };
const staged = answer(CONFIG, { status: 200, body: SECOND, sentBody: { document: '{}', remark: 'the second' } });
const verdictAt = (outcomeAtNs: string | null) => row(`${CONFIGS}/2`, { outcomeAtNs });

judges(
  'alg/config-answers-the-staged-document',
  {
    created,
    first: answer(`${CONFIGS}/1`, { status: 200, asOf: 100_000_000_000, body: {} }),
    put: staged,
    verdict: verdictAt('100000000001'),
  },
  [
    ['by a clock that is a minute behind', { verdict: verdictAt('40000000000') }, 'pass'],
    ['none yet', { verdict: verdictAt(null) }, 'pass'],
  ],
);

const conflict = (over: object = {}) => {
  const error = { code: 'CONFIG_SEQ_CONFLICT', message: 'stale', requestId: 'r', retryable: false, currentVersion: 2 };
  return answer(CONFIG, { status: 412, position: 9, etag: '"2"', body: { error }, ...over });
};
const atSeq = (configSeq: number) => row('GET /algos/instances/7', { configSeq });
const unpublished = { error: { code: 'CONFIG_SEQ_CONFLICT' }, currentVersion: '2' };
const atTheDoor = answer(CONFIG, { status: 412, etag: '"2"', body: unpublished });

judges('alg/stale-if-match', { created, 'moved on': put(200), stale: conflict(), now: atSeq(2), fresh: put(200) }, [
  ['answered at the door with a version string beside the error', { stale: atTheDoor }, ['pass', 'violated']],
  ['a conflict of another status', { stale: conflict({ status: 409 }) }, 'violated'],
  ['refused and applied', { now: atSeq(3) }, 'violated'],
  ['the second document was not accepted', { 'moved on': put(412, 'CONFIG_SEQ_CONFLICT') }, 'inconclusive'],
]);

const pending = put(409, 'CONFIG_PENDING', { position: 9 });
const documents = (...outcomes: readonly string[]) => page(CONFIGS, ...outcomes.map((outcome) => ({ outcome })));

judges(
  'alg/second-document-is-pending',
  { created, pending: [pending, pending], documents: documents('STAGED'), after: put(200) },
  [
    ['refused at the door', { pending: put(409, 'CONFIG_PENDING') }, ['pass', 'violated']],
    ['taken', { pending: [pending, put(200)], documents: documents('STAGED', 'STAGED') }, 'violated'],
    ['the first document no longer waits', { documents: documents('APPLIED') }, 'inconclusive'],
  ],
);

const first = post(201, undefined, { body: { instanceId: 7 } });
const taken = put(200, undefined, { body: { outcome: 'STAGED' } });

judgesOf(
  'alg/two-documents-at-once',
  (round: readonly Sample[], listed: Sample) => ({ created: first, 'round 0': round, documents: listed }),
  [
    ['the second refused', [taken, pending], documents('APPLIED', 'STAGED'), 'pass'],
    ['the first that was sent refused', [pending, taken], documents('APPLIED', 'STAGED'), 'pass'],
    ['a verdict between', [taken, taken], documents('APPLIED', 'APPLIED', 'STAGED'), 'not-exercised'],
    ['both await a verdict', [taken, taken], documents('APPLIED', 'STAGED', 'STAGED'), 'violated'],
  ],
);

const REFUSED = { seq: 2, document: '{}', outcome: 'REFUSED', outcomeAtNs: '18', detail: 'RISK_LIMIT' };
const FIRST = { seq: 1, document: '{}', outcome: 'STAGED', outcomeAtNs: null, detail: null };

cases([
  [
    'alg/verdict-moves-a-document-once',
    "refuses the fixture's own document",
    { created, staged: row(`${CONFIGS}/1`, FIRST), applied: row(`${CONFIGS}/1`, REFUSED) },
    'inconclusive',
  ],
]);

const TEXT = '\t/* é */\r\n{ "account": 1, "instrument": 2 }  // last\n ';
const KEPT = { document: TEXT, remark: 'of the suite', accountIds: [1], instrumentIds: [2] };
const keptWith = (of: object) => ({ record: row(`${CONFIGS}/1`, { ...KEPT, ...of }) });
const GIVEN = { named: [main], document: '{ "account": 1, "instrument": 2 }', referred: [1, 2] };
const GOOD = {
  created: answer(POST, { status: 201, sentBody: { document: TEXT, remark: 'of the suite' } }),
  ...keptWith({}),
  page: page(CONFIGS, KEPT),
};

judges(
  'alg/document-is-kept-verbatim',
  GOOD,
  [
    ['kept without the accounts that it refers to', keptWith({ accountIds: undefined }), ['pass', 'violated']],
    ['kept with no account', keptWith({ accountIds: [] }), ['pass', 'violated']],
    ['kept with another account', keptWith({ accountIds: [2] }), ['pass', 'violated']],
  ],
  { given: GIVEN },
);

judges('alg/document-is-kept-verbatim', GOOD, [['the fixture names what it refers to', {}, 'inconclusive']], {
  given: { ...GIVEN, document: '{ "account": "main" }' },
});

const VERSION = {
  ...{ algoVersionId: 1, pool: 'a' },
  ...{ manifest: { name: 'quoter', version: '1.0.0' }, documentSchema: { type: 'object' } },
};
const catalogue = (...over: readonly object[]) =>
  page('GET /algos/versions', ...over.map((of) => ({ ...VERSION, ...of })));

judgesOf('alg/catalogue-of-versions', (of: Sample) => ({ catalogue: of }), [
  ['each once', catalogue({}, { pool: 'b' }, { algoVersionId: 2 }), 'pass'],
  ['under other names', catalogue({ documentSchema: undefined, params: { $ref: '#' } }), ['pass', 'violated']],
  ['with another manifest', catalogue({ manifest: { author: 'x' } }), ['pass', 'violated']],
  ['with a schema in text', catalogue({ documentSchema: '{"type":"object"}' }), ['pass', 'violated']],
  ['an id in text', catalogue({ algoVersionId: '1795374046831869000' }), 'pass'],
]);

const DOCUMENT = {
  ...{ seq: 1, document: '{}', remark: null, outcome: 'APPLIED', outcomeAtNs: '17', detail: null },
  ...{ accountIds: [1], instrumentIds: [] },
};
const listed = (...over: readonly object[]) =>
  answer(CONFIGS, {
    ...{ status: 200, position: 9, asOf: 90_000_000_000 },
    body: { items: over.map((of) => ({ ...DOCUMENT, ...of })) },
  });
const recorded = (over: object, position = 9) => row(`${CONFIGS}/1`, { ...DOCUMENT, ...over }, position);
const both = (over: object) => [listed(over), recorded(over)] as const;

judgesOf(
  'alg/config-documents',
  (of: Sample, record: Sample | readonly Sample[]) => ({
    page: of,
    'record of /algos/instances/7/configs': record,
  }),
  [
    ['a refusal', ...both({ outcome: 'REFUSED', detail: 'too wide' }), 'pass'],
    ['a verdict between the reads', listed({ outcome: 'STAGED', outcomeAtNs: null }), recorded({}, 10), 'pass'],
    ['a verdict by a clock a minute ahead', listed({ outcomeAtNs: '150000000000' }), [], 'pass'],
    ['verdicts in order', listed({}, { seq: 2, outcomeAtNs: '18' }), [], 'pass'],
    ['verdicts in another order', listed({ seq: 2 }, { outcomeAtNs: '60000000018' }), [], 'violated'],
    ['references under other names', ...both({ accountIds: undefined, accounts: [1] }), ['pass', 'violated']],
    ['another outcome', ...both({ outcome: 'LIVE' }), 'violated'],
    ['a seq as a string', ...both({ seq: '1' }), 'pass'],
    ['a seq of 0', ...both({ seq: 0 }), 'violated'],
    ['no member for the reason of a refusal', ...both({ detail: undefined }), ['pass', 'violated']],
    ['no record', listed({}), notThere(`${CONFIGS}/1`), 'violated'],
  ],
);

const latest = (etag: string, configSeq: number, position: number) => ({
  row: answer('GET /algos/instances/7', { status: 200, position, body: { configSeq }, etag }),
});
const twoDocuments = answer(CONFIGS, { status: 200, position: 9, body: { items: [{ seq: 1 }, { seq: 2 }] } });

judges('alg/etag-quotes-the-latest-document', { ...latest('"2"', 2, 9), documents: twoDocuments }, [
  ['quotes a later document, read at a later position', latest('"3"', 3, 10), 'pass'],
]);
