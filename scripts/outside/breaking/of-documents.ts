/** Broken on both ways: the documents of algo instances. */
import type { Asked, Json, Layer } from '../proxy/telling.ts';
import { asking, having, jsonOf, keyOf, routeOf, telling } from '../proxy/telling.ts';
import {
  answering,
  both,
  breakage,
  coded,
  dropping,
  everyObject,
  inJson,
  of,
  POSITION,
  recoded,
  setting,
  stated,
  statusOf,
} from './breakage.ts';
import { refused, to, written } from './on-the-register.ts';

const CREATE = /^POST \/algos\/instances$/;
const CONFIG = /^PUT \/algos\/instances\/[0-9]+\/config$/;
const WRITTEN = /^(POST \/algos\/instances|PUT \/algos\/instances\/[0-9]+\/config)$/;
const READ = of(/^GET \/algos\/instances\/[0-9]+\/configs/);
const ONE = of(/^GET \/algos\/instances\/[0-9]+\/configs\/[0-9]+$/);
const STAGED = both(of(CONFIG), statusOf(200));
const TOO_LARGE = coded('DOCUMENT_TOO_LARGE');

/** Records of documents, wherever they are read. */
const inDocuments = (change: (row: Json) => Json, when = READ) =>
  inJson((json) => everyObject(json, (row) => ('outcomeAtNs' in row ? change(row) : row)), when);
const inText = (change: (document: string) => string) =>
  inDocuments((row) => ({ ...row, document: change(String(row['document'])) }));

/** What is too long is cut until it is not, where `when` says so. */
const cut = (when: (document: string) => boolean, route = WRITTEN) =>
  written(route, (body) => {
    const document = String(body['document']);
    return when(document) ? { ...body, document: document.replace(/\/\*[xé]+\*\/$/, '') } : body;
  });

/** A refused write is asked again as it might be taken. */
const tried =
  (code: string, change: (body: Json) => Json): (() => Layer) =>
  () => {
    let again = 0;
    return async (one, next) => {
      const told = await next(one);
      const body = to(WRITTEN)(one) && coded(code)(told, one) ? jsonOf(one) : undefined;
      if (body === undefined) return told;
      again += 1;
      return next(asking(having(one, 'Idempotency-Key', `${keyOf(one)}-${again}`), change(body)));
    };
  };

/** A refusal of the door is the answer to its key from then on. */
function spending(code: string): Layer {
  const spent = new Map<string, Asked>();
  return async (one, next) => {
    const before = to(CREATE)(one) ? spent.get(keyOf(one) ?? '') : undefined;
    const told = await next(before ?? one);
    if (to(CREATE)(one) && coded(code)(told, one)) spent.set(keyOf(one) ?? '', one);
    return before === undefined ? told : having(told, 'Idempotent-Replay', 'true');
  };
}

/** What a document was first read as, it is read as for good; or the other way about. */
function movingOn(change: (first: Json, now: Json, reads: number) => Json): Layer {
  const first = new Map<string, { readonly row: Json; reads: number }>();
  return async (one, next) => {
    const told = await next(one);
    const row = ONE(told, one) && told.status === 200 ? jsonOf(told) : undefined;
    if (row === undefined || row['outcome'] === 'STAGED') return told;
    const known = first.get(one.path) ?? { row, reads: 0 };
    known.reads += 1;
    first.set(one.path, known);
    return telling(told, change(known.row, row, known.reads));
  };
}

/** A second document is taken while one waits: the answer is made up. */
const takenMeanwhile = answering(coded('CONFIG_PENDING'), (told, one) => ({
  ...telling(told, {
    seq: 2,
    document: jsonOf(one)?.['document'],
    remark: null,
    outcome: 'STAGED',
    outcomeAtNs: null,
    detail: null,
  }),
  status: 200,
}));

const documentOf = (one: Asked): string => String(jsonOf(one)?.['document']);
const isLate = (one: Asked): boolean => to(CREATE)(one) && Number(jsonOf(one)?.['algoVersionId']) > 4;
const bytes = (text: string): number => Buffer.byteLength(text);

export const OF_DOCUMENTS = [
  breakage('ALG-05', 'a document is answered 201', stated(201, STAGED)),
  breakage(
    'ALG-05',
    'a document is answered with the instance',
    inJson((row) => ({ instanceId: row['instanceId'], configSeq: row['seq'] }), STAGED),
  ),
  breakage(
    'ALG-05',
    'a document is answered with an ETag',
    setting('ETag', () => '"2"', STAGED),
  ),
  breakage(
    'ALG-05',
    'a document is applied at once',
    inJson((row) => ({ ...row, outcome: 'APPLIED' }), STAGED),
  ),
  breakage('ALG-06', 'a second document is taken', takenMeanwhile),
  breakage('ALG-06', 'a second document is too many', stated(429, coded('CONFIG_PENDING'))),
  breakage('ALG-06', 'a second document is stale', recoded('CONFIG_SEQ_CONFLICT', coded('CONFIG_PENDING'))),
  breakage(
    'ALG-07',
    'a document is never judged',
    inDocuments((row) => (row['outcome'] === 'STAGED' ? { ...row, outcome: 'APPLIED' } : row)),
  ),
  breakage(
    'ALG-07',
    'a verdict has no time',
    inDocuments((row) => ({ ...row, outcomeAtNs: null })),
  ),
  breakage(
    'ALG-07',
    'a refusal has no reason',
    inDocuments((row) => ({ ...row, detail: null })),
  ),
  breakage(
    'ALG-07',
    'a reason without a refusal',
    inDocuments((row) => ({ ...row, detail: row['detail'] ?? 'accepted' })),
  ),
  breakage('ALG-07', 'a verdict is moved later', () =>
    movingOn((_, now, reads) =>
      reads > 2 ? { ...now, outcomeAtNs: `${BigInt(String(now['outcomeAtNs'])) + 1n}` } : now,
    ),
  ),
  breakage('ALG-07', 'a refusal is forgiven', () =>
    movingOn((first, now, reads) =>
      reads > 2 && first['outcome'] === 'REFUSED' ? { ...now, outcome: 'APPLIED' } : now,
    ),
  ),
  breakage(
    'ALG-12',
    'a long document is taken',
    cut((document) => bytes(document) > 6_144),
  ),
  breakage(
    'ALG-12',
    'characters are counted',
    cut((document) => bytes(document) > 6_144 && document.length <= 6_144),
  ),
  breakage('ALG-12', 'a long document is malformed', stated(400, TOO_LARGE)),
  breakage('ALG-12', 'a long document is a long body', recoded('PAYLOAD_TOO_LARGE', TOO_LARGE)),
  breakage(
    'ALG-12',
    'a long document names a position',
    setting(POSITION, () => '45', TOO_LARGE),
  ),
  breakage(
    'ALG-12',
    'the limit itself is too long',
    answering(
      (_, one) => to(WRITTEN)(one) && bytes(documentOf(one)) === 6_144,
      (told) => ({ ...told, status: 413 }),
    ),
  ),
  breakage(
    'ALG-13',
    'names stay',
    inText((document) => document.replace(/1 \/\* main \*\//, '"main"')),
  ),
  breakage(
    'ALG-13',
    'documents are written anew',
    inText((document) => document.replaceAll(/[ \t]*\r?\n[ \t]*/g, '\n')),
  ),
  breakage(
    'ALG-13',
    'comments are dropped',
    inText((document) => document.replaceAll(/^\s*\/\/.*\n/gm, '')),
  ),
  breakage(
    'ALG-13',
    'a name is that of another',
    inText((document) => document.replace(/1 \/\* BTC-USD \*\//, '2 /* BTC-USD */')),
  ),
  breakage(
    'ALG-13',
    'names are not resolved',
    refused(422, 'FIELD_TYPE_MISMATCH', (told, one) => told.status === 201 && /"main",\n/.test(documentOf(one))),
  ),
  breakage(
    'ALG-14',
    'comments must fit',
    refused(
      413,
      'DOCUMENT_TOO_LARGE',
      (told, one) => told.status === 201 && to(CREATE)(one) && bytes(documentOf(one)) === 6_144,
    ),
  ),
  breakage(
    'ALG-14',
    'comments past the bound',
    inText((document) =>
      document.length > 6_000 ? document.replace(/"account": 1/, '"account": 1 /* main */').padEnd(6_145) : document,
    ),
  ),
  breakage(
    'ALG-14',
    'a comment ends where a name does',
    inText((document) => document.replace(/"account": ([0-9]{9,10}),/, '"account": $1 /* touchstone-*/ desk */,')),
  ),
  breakage(
    'ALG-15',
    'what grows is taken',
    tried('DOCUMENT_TOO_LARGE', (body) => ({
      ...body,
      document:
        bytes(String(body['document'])) <= 6_144
          ? String(body['document']).replace(/xxxxxxxxxxxxxxxx\*\/$/, '*/')
          : body['document'],
    })),
  ),
  breakage(
    'ALG-15',
    'what grows is refused by the owner',
    setting(POSITION, () => '45', TOO_LARGE),
  ),
  breakage('ALG-15', 'what grows is invalid', recoded('INVALID_FIELD', TOO_LARGE)),
  breakage('ALG-16', 'an unknown account is not found', stated(404, coded('REFERENCE_UNKNOWN_ACCOUNT'))),
  breakage(
    'ALG-16',
    'an unknown instrument is not live',
    recoded('INSTRUMENT_NOT_LIVE', coded('REFERENCE_UNKNOWN_INSTRUMENT')),
  ),
  breakage(
    'ALG-16',
    'an unknown name is judged by the owner',
    setting(POSITION, () => '45', coded('REFERENCE_UNKNOWN_ACCOUNT')),
  ),
  breakage('ALG-16', 'an unknown name spends its key', () => spending('REFERENCE_UNKNOWN_INSTRUMENT')),
  breakage(
    'ALG-17',
    'a late version is refused at the door',
    dropping(
      POSITION,
      both(coded('FIELD_TYPE_MISMATCH'), (_, one) => isLate(one)),
    ),
  ),
  breakage('ALG-17', 'a late version is unknown', recoded('ALGO_VERSION_NOT_LOADED', coded('FIELD_TYPE_MISMATCH'))),
  breakage('ALG-17', 'a late version leaves its key', (): Layer => {
    const spent = new Set<string>();
    return async (one, next) => {
      const key = keyOf(one) ?? '';
      const told = await next(spent.has(key) ? having(one, 'Idempotency-Key', `${key}-2`) : one);
      if (coded('FIELD_TYPE_MISMATCH')(told, one)) spent.add(key);
      return told;
    };
  }),
  breakage(
    'ALG-22',
    'a document is an object',
    inDocuments((row) => ({ ...row, document: { text: row['document'] } })),
  ),
  breakage(
    'ALG-22',
    'a document is trimmed',
    inText((document) => document.trim()),
  ),
  breakage(
    'ALG-22',
    'a record without its detail',
    inDocuments(({ detail: _, ...row }) => row, ONE),
  ),
  breakage(
    'ALG-22',
    'a record of another seq',
    inDocuments((row) => ({ ...row, seq: Number(row['seq']) + 1 }), ONE),
  ),
  breakage(
    'ALG-22',
    'a page without remarks',
    answering(
      (told, one) => routeOf(one).endsWith('/configs') && told.status === 200,
      (told) =>
        telling(
          told,
          everyObject(jsonOf(told), ({ remark: _, ...row }) => row),
        ),
    ),
  ),
] as const;
