/** Defects on responses: rows of algo instances, their orders and the catalogue, on one route or in one state. */
import type { ConfigDocumentRow } from '../facts.ts';
import { type Json, jsonOf, withJson, withoutHeaders } from '../variations/layer.ts';
import { both, changeWhere, coded, inItems, inJson, of, settingHeader, statusOf, type When } from './changes.ts';
import { defects, ofPlatform } from './defect.ts';
import { receiving, receivingRows } from './platform-changes.ts';
import { lentAcross, page, row } from './read-changes.ts';
import { refused } from './register-changes.ts';

const INSTANCE = row('algos/instances');
const DOCUMENT: When = both(of(/^GET \/algos\/instances\/[0-9]+\/configs\/[0-9]+$/), statusOf(200));
const DOCUMENTS: When = both(of(/^GET \/algos\/instances\/[0-9]+\/configs(\/[0-9]+)?$/), statusOf(200));
const isDeleted: When = (response, request) => INSTANCE(response, request) && jsonOf(response)?.['status'] === 'DELETED';

const inDocuments = (change: (document: Json) => Json, when = DOCUMENTS) =>
  inJson((json) => (Array.isArray(json['items']) ? { ...json, items: json['items'].map(change) } : change(json)), when);
const inText = (change: (document: string) => string) => inDocuments((record) => ({ ...record, document: change(String(record['document'])) }));

export const ALGO_ROWS_DEFECTS = defects([
  [
    'ALG-01 | AUTH-16 ERR-01 ERR-02 ERR-03 ERR-09 ERR-11 SVC-11',
    'an instance of another organisation has placed no orders yet',
    changeWhere(both(of(/^GET \/algos\/instances\/[0-9]+\/orders$/), coded('NOT_FOUND')), (response) => withJson({ ...response, status: 200 }, { items: [] })),
  ],
  ['AUTH-16', 'the orders of an instance are served to another organisation', lentAcross(/^GET \/algos\/instances\/[0-9]+\/orders$/)],
  [
    'ALG-04',
    'the ETag of an instance is of the document that its engine applied last',
    settingHeader('ETag', (response) => `"${jsonOf(response)?.['appliedConfigSeq'] ?? 0}"`, INSTANCE),
  ],
  ['ALG-04', 'a deleted instance has no ETag', changeWhere(isDeleted, (response) => withoutHeaders(response, 'ETag'))],
  ['ALG-10 POS-08', 'a deleted instance is not found', refused(404, 'NOT_FOUND', isDeleted)],
  [
    'ALG-07',
    'the first document of an instance has its outcome time while it awaits the verdict',
    ofPlatform(
      receivingRows('ConfigDocumentRecorded', (fact) => {
        const { seq, outcomeAtNs, createdAtNs } = fact.config;
        return seq > 1 ? fact : { ...fact, config: { ...fact.config, outcomeAtNs: outcomeAtNs ?? createdAtNs } };
      }),
    ),
  ],
  [
    'ALG-07',
    'a verdict on a document moves the outcome time of the one before it',
    ofPlatform(
      receiving(() => {
        const judged = new Map<string, ConfigDocumentRow>();
        return (fact, { atNs }) => {
          if (fact.kind !== 'ConfigDocumentRecorded' || fact.config.outcome === 'STAGED') return [fact];
          const { instanceId, seq } = fact.config;
          judged.set(`${instanceId}/${seq}`, fact.config);
          const former = judged.get(`${instanceId}/${seq - 1}`);
          return former === undefined ? [fact] : [fact, { ...fact, config: { ...former, outcomeAtNs: atNs } }];
        };
      }),
    ),
  ],
  [
    'ALG-07',
    'a refused document is applied once the next one is',
    ofPlatform(
      receiving(() => {
        const refusedOnes = new Map<string, ConfigDocumentRow>();
        return (fact) => {
          if (fact.kind !== 'ConfigDocumentRecorded') return [fact];
          const { instanceId, seq, outcome } = fact.config;
          if (outcome === 'REFUSED') refusedOnes.set(`${instanceId}/${seq}`, fact.config);
          const former = outcome === 'APPLIED' ? refusedOnes.get(`${instanceId}/${seq - 1}`) : undefined;
          return former === undefined ? [fact] : [fact, { ...fact, config: { ...former, outcome: 'APPLIED', detail: null } }];
        };
      }),
    ),
  ],
  [
    'ALG-19 | PAGE-03 PAGE-05',
    'a page of all orders leaves out the orders of instances',
    inItems((items) => items.filter((order) => order['algoInstanceId'] === null), page('orders')),
  ],
  [
    'ALG-21',
    'an instance that the engine moved was updated by its creator',
    ofPlatform(
      receivingRows('AlgoInstanceRecorded', (fact) => {
        const { createdByUserId, lastUpdatedByUserId } = fact.instance;
        return { ...fact, instance: { ...fact.instance, lastUpdatedByUserId: lastUpdatedByUserId ?? createdByUserId } };
      }),
    ),
  ],
  ...(
    [
      ['STARTED', 'an instance that the engine moved has the cause of a start'],
      ['CREATED', 'an instance that the engine moved has the cause of its creation'],
    ] as const
  ).map(
    ([lastCause, story]) =>
      [
        'ALG-21',
        story,
        ofPlatform(
          receivingRows('AlgoInstanceRecorded', (fact) =>
            fact.instance.lastCause === 'ENGINE_APPLIED' ? { ...fact, instance: { ...fact.instance, lastCause } } : fact,
          ),
        ),
      ] as const,
  ),
  ['ALG-22', 'a document by its seq has no remark', inDocuments((record) => ({ ...record, remark: null }), DOCUMENT)],
  ['ALG-22', 'a document by its seq refers to no account', inDocuments((record) => ({ ...record, accountIds: [] }), DOCUMENT)],
  [
    'ALG-22',
    'a document refers to no account',
    ofPlatform(receivingRows('ConfigDocumentRecorded', (fact) => ({ ...fact, config: { ...fact.config, accountIds: [] } }))),
  ],
  ['ALG-22', 'a document that ends in a comment loses it', inText((document) => document.replace(/(?<=^|\n)([^/\n]*)\/\/[^\n]*\n[ \t]*$/, '$1'))],
  ['ALG-13', 'a name within a comment is replaced', inText((document) => (document.includes(' /* main */') ? document.replaceAll('"main"', '1') : document))],
]);
