/** Defects on responses: rows of algo instances, their orders and the catalogue, on one route or in one state. */
import { type Json, jsonOf, withoutHeaders } from '../variations/layer.ts';
import { both, changeWhere, inJson, of, statusOf, type When } from './changes.ts';
import { defects, ofPlatform } from './defect.ts';
import { receivingRows } from './platform-changes.ts';
import { row } from './read-changes.ts';
import { refused } from './register-changes.ts';

const INSTANCE = row('algos/instances');
const DOCUMENT: When = both(of(/^GET \/algos\/instances\/[0-9]+\/configs\/[0-9]+$/), statusOf(200));
const DOCUMENTS: When = both(of(/^GET \/algos\/instances\/[0-9]+\/configs(\/[0-9]+)?$/), statusOf(200));
const isDeleted: When = (response, request) => INSTANCE(response, request) && jsonOf(response)?.['status'] === 'DELETED';

const inDocuments = (change: (document: Json) => Json, when = DOCUMENTS) =>
  inJson((json) => (Array.isArray(json['items']) ? { ...json, items: json['items'].map(change) } : change(json)), when);
const inText = (change: (document: string) => string) => inDocuments((record) => ({ ...record, document: change(String(record['document'])) }));

export const ALGO_ROWS_DEFECTS = defects([
  ['ALG-04', 'a deleted instance has no ETag', changeWhere(isDeleted, (response) => withoutHeaders(response, 'ETag'))],
  ['ALG-10 POS-08', 'a deleted instance is not found', refused(404, 'NOT_FOUND', isDeleted)],
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
  ['ALG-22', 'a document that ends in a comment loses it', inText((document) => document.replace(/(?<=^|\n)([^/\n]*)\/\/[^\n]*\n[ \t]*$/, '$1'))],
  ['ALG-13', 'a name within a comment is replaced', inText((document) => (document.includes(' /* main */') ? document.replaceAll('"main"', '1') : document))],
]);
