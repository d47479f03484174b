/** Defects on requests and responses: the documents of algo instances. */
import { everyObject, type Json, jsonOf, type Layer, withJson } from '../variations/layer.ts';
import { both, changeWhere, coded, inJson, of, recoded, settingHeader, statusOf, withStatus } from './changes.ts';
import { defects } from './defect.ts';
import { spendingKeys } from './key-changes.ts';

const CONFIG = /^PUT \/algos\/instances\/[0-9]+\/config$/;
const READ = of(/^GET \/algos\/instances\/[0-9]+\/configs/);
const ONE = of(/^GET \/algos\/instances\/[0-9]+\/configs\/[0-9]+$/);
const STAGED = both(of(CONFIG), statusOf(200));
const TOO_LARGE = coded('DOCUMENT_TOO_LARGE');

/** Changes the records of documents on every read. */
const inDocuments = (change: (row: Json) => Json, when = READ) =>
  inJson((json) => everyObject(json, (row) => ('outcomeAtNs' in row ? change(row) : row)), when);
const inText = (change: (document: string) => string) => inDocuments((row) => ({ ...row, document: change(String(row['document'])) }));

/** Changes a document with an outcome by its first reading and the number of its reads. */
function movingOn(change: (first: Json, now: Json, reads: number) => Json): Layer {
  const first = new Map<string, { readonly row: Json; reads: number }>();
  return async (request, next) => {
    const response = await next(request);
    const row = ONE(response, request) && response.status === 200 ? jsonOf(response) : undefined;
    if (row === undefined || row['outcome'] === 'STAGED') return response;
    const known = first.get(request.path) ?? { row, reads: 0 };
    known.reads += 1;
    first.set(request.path, known);
    return withJson(response, change(known.row, row, known.reads));
  };
}

/** Accepts a second document while one waits: the response is made up. */
const takenMeanwhile = changeWhere(coded('CONFIG_PENDING'), (response, request) => ({
  ...withJson(response, {
    seq: 2,
    document: jsonOf(request)?.['document'],
    remark: null,
    outcome: 'STAGED',
    outcomeAtNs: null,
    detail: null,
  }),
  status: 200,
}));

export const ALGO_DOCUMENTS_DEFECTS = defects([
  ['ALG-05 | ALG-06 ALG-08 SVC-11', 'a document is answered 201', withStatus(201, STAGED)],
  ['ALG-05 | POS-08 SVC-11', 'a document is answered with the instance', inJson((row) => ({ instanceId: row['instanceId'], configSeq: row['seq'] }), STAGED)],
  ['ALG-05', 'a document is answered with an ETag', settingHeader('ETag', () => '"2"', STAGED)],
  ['ALG-05', 'a document is applied at once', inJson((row) => ({ ...row, outcome: 'APPLIED' }), STAGED)],
  ['ALG-06', 'a second document is taken', takenMeanwhile],
  ['ALG-06', 'a second document is stale', recoded('CONFIG_SEQ_CONFLICT', coded('CONFIG_PENDING'))],
  ['ALG-07', 'a document is never judged', inDocuments((row) => (row['outcome'] === 'STAGED' ? { ...row, outcome: 'APPLIED' } : row))],
  ['ALG-07', 'a verdict has no time', inDocuments((row) => ({ ...row, outcomeAtNs: null }))],
  ['ALG-07', 'a refusal has no reason', inDocuments((row) => ({ ...row, detail: null }))],
  ['ALG-07', 'a reason without a refusal', inDocuments((row) => ({ ...row, detail: row['detail'] ?? 'accepted' }))],
  [
    'ALG-07',
    'a verdict is moved later',
    () => movingOn((_, now, reads) => (reads > 2 ? { ...now, outcomeAtNs: `${BigInt(String(now['outcomeAtNs'])) + 1n}` } : now)),
  ],
  ['ALG-12 | ALG-15', 'a long document is malformed', withStatus(400, TOO_LARGE)],
  ['ALG-13', 'names stay', inText((document) => document.replace(/1 \/\* main \*\//, '"main"'))],
  [
    'ALG-14',
    'comments past the bound',
    inText((document) => (document.length > 6_000 ? document.replace(/"account": 1/, '"account": 1 /* main */').padEnd(6_145) : document)),
  ],
  [
    'ALG-14',
    'a comment ends where a name does',
    inText((document) => document.replace(/"account": ([0-9]{9,10}),/, '"account": $1 /* touchstone-*/ desk */,')),
  ],
  ['ALG-15 | ALG-12', 'what grows is invalid', recoded('INVALID_FIELD', TOO_LARGE)],
  ['ALG-16', 'an unknown account is not found', withStatus(404, coded('REFERENCE_UNKNOWN_ACCOUNT'))],
  ['ALG-16', 'an unknown instrument is not live', recoded('INSTRUMENT_NOT_LIVE', coded('REFERENCE_UNKNOWN_INSTRUMENT'))],
  ['ALG-16', 'an unknown name spends its key', spendingKeys(coded('REFERENCE_UNKNOWN_INSTRUMENT'))],
  ['ALG-17', 'a late version is unknown', recoded('ALGO_VERSION_NOT_LOADED', coded('FIELD_TYPE_MISMATCH'))],
  ['ALG-22 | ALG-07 SVC-11', 'a document is an object', inDocuments((row) => ({ ...row, document: { text: row['document'] } }))],
  ['ALG-22 | ALG-13', 'a document is trimmed', inText((document) => document.trim())],
  ['ALG-22 | ALG-07 SVC-11', 'a record without its detail', inDocuments(({ detail: _, ...row }) => row, ONE)],
  ['ALG-22 | ALG-02', 'a record of another seq', inDocuments((row) => ({ ...row, seq: Number(row['seq']) + 1 }), ONE)],
  ['ALG-13', 'a name leaves no comment', inText((document) => document.replace(/1 \/\* main \*\//, '1'))],
  [
    'ALG-07',
    'a verdict is dated an hour before its document',
    inDocuments((row) => (row['outcomeAtNs'] === null ? row : { ...row, outcomeAtNs: `${BigInt(String(row['outcomeAtNs'])) - 3_600_000_000_000n}` })),
  ],
  ['ALG-22 | ALG-07', 'every read leaves a refusal without its reason', inDocuments((row) => (row['outcome'] === 'REFUSED' ? { ...row, detail: '' } : row))],
]);
