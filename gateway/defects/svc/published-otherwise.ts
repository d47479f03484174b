import type { Defect } from '../defect.ts';
import { editedDocument, partOf, schemaOf } from './edited-document.ts';

type Tree = Record<string, unknown>;
type Row = readonly [name: string, breaks: string, story: string, edit: (document: Tree) => void];

function also(schema: Tree, required: string): void {
  schema['required'] = [...((schema['required'] as string[] | undefined) ?? []), required];
}

/** Each publishes one thing other than the interface has it, and serves all as it should. */
const ROWS: readonly Row[] = [
  [
    'states-another-version',
    'SVC-01',
    'says that its contract is of the version before',
    (document) => {
      partOf(document, 'info')['version'] = '0.13.0';
    },
  ],
  [
    'publishes-no-openapi-version-of-3',
    'SVC-01',
    'says that its document is of OpenAPI 2',
    (document) => {
      document['openapi'] = '2.0';
    },
  ],
  [
    'states-an-older-orders-schema',
    'SVC-02',
    'names the wire schema of orders before the last change',
    (document) => {
      partOf(document, 'info')['x-service-orders-schema'] = '111.v1';
    },
  ],
  [
    'states-no-algos-schema',
    'SVC-02',
    'does not name the wire schema of algos',
    (document) => {
      delete partOf(document, 'info')['x-service-algos-schema'];
    },
  ],
  [
    'leaves-an-operation-untagged',
    'SVC-04',
    'publishes the cancel without a tag',
    (document) => {
      delete partOf(document, 'paths', '/orders/{id}/cancel', 'post')['tags'];
    },
  ],
  [
    'tags-an-operation-as-anothers',
    'SVC-04',
    'publishes the cancel under the tag of executions',
    (document) => {
      partOf(document, 'paths', '/orders/{id}/cancel', 'post')['tags'] = ['Executions'];
    },
  ],
  [
    'names-two-operations-alike',
    'SVC-04',
    'publishes order and orders under one operationId',
    (document) => {
      partOf(document, 'paths', '/orders/{id}', 'get')['operationId'] = 'listOrders';
    },
  ],
  [
    'tags-the-ticket-route-as-another',
    'SVC-05',
    'publishes the ticket route under the tag Tickets',
    (document) => {
      partOf(document, 'paths', '/v1/ws-tickets', 'post')['tags'] = ['Tickets'];
    },
  ],
  [
    'publishes-no-ticket-route',
    'SVC-05',
    'serves the ticket route and does not list it',
    (document) => {
      delete partOf(document, 'paths')['/v1/ws-tickets'];
    },
  ],
  [
    'publishes-the-ticket-route-without-its-version',
    'SVC-05',
    'lists the ticket route as /ws-tickets',
    (document) => {
      const paths = partOf(document, 'paths');
      paths['/ws-tickets'] = partOf(paths, '/v1/ws-tickets');
      delete paths['/v1/ws-tickets'];
    },
  ],
  [
    'publishes-a-version-before-another-path',
    'SVC-05',
    'lists GET /me a second time, under /v1 as it does the ticket route',
    (document) => {
      const get = partOf(document, 'paths', '/me', 'get');
      partOf(document, 'paths')['/v1/me'] = { get: { ...get, operationId: 'getMeOfVersion1' } };
    },
  ],
  [
    'requires-a-message-of-an-error',
    'SVC-06',
    'publishes message as a property that every error has, older members included',
    (document) => also(schemaOf(document, 'ErrorBody'), 'message'),
  ],
  [
    'publishes-no-retryable',
    'SVC-06',
    'does not publish retryable of an error',
    (document) => {
      delete partOf(schemaOf(document, 'ErrorBody'), 'properties')['retryable'];
      schemaOf(document, 'ErrorBody')['additionalProperties'] = true;
    },
  ],
  [
    'requires-a-cursor-of-a-page',
    'SVC-07',
    'publishes nextCursor as a property that every page has, older members included',
    (document) => also(schemaOf(document, 'ExecutionPage'), 'nextCursor'),
  ],
  [
    'publishes-a-fee-of-any-length',
    'SVC-10',
    'publishes the fee of an execution without maxLength',
    (document) => {
      delete partOf(schemaOf(document, 'ExecutionRecorded'), 'properties', 'fee')['maxLength'];
    },
  ],
  [
    'publishes-a-price-of-another-pattern',
    'SVC-10',
    'publishes a pattern that takes a bare point for the price of a submission',
    (document) => {
      partOf(schemaOf(document, 'SubmitOrderBody'), 'properties', 'price')['pattern'] = '^-?[0-9]*\\.?[0-9]*$';
    },
  ],
  [
    'publishes-a-trade-id-as-a-number',
    'SVC-11',
    'serves text where it publishes an integer',
    (document) => {
      partOf(schemaOf(document, 'ExecutionRecorded'), 'properties')['tradeId'] = { type: 'integer' };
    },
  ],
  [
    'publishes-no-404-of-an-order',
    'SVC-11',
    'answers with a status that it does not publish',
    (document) => {
      delete partOf(document, 'paths', '/orders/{id}', 'get', 'responses')['404'];
    },
  ],
  [
    'publishes-any-of-the-materials',
    'SVC-08',
    'publishes the material of a credential as anyOf its two schemas',
    (document) => {
      const material = schemaOf(document, 'CredentialMaterial');
      material['anyOf'] = material['oneOf'];
      delete material['oneOf'];
    },
  ],
  [
    'publishes-an-open-material',
    'SVC-08',
    'publishes a material that takes further legs',
    (document) => {
      delete schemaOf(document, 'CredentialMaterialB')['additionalProperties'];
    },
  ],
  [
    'publishes-a-venue-of-no-account-group',
    'SVC-08',
    'does not say which account group serves the second venue',
    (document) => {
      const venues = schemaOf(document, 'CredentialMaterial')['x-service-intake-venues'] as Tree[];
      delete venues[1]?.['accountGroup'];
    },
  ],
  [
    'tags-algos-otherwise',
    'SVC-09',
    'publishes the operations of algos under the tag Strategies',
    (document) => {
      for (const [path, item] of Object.entries(partOf(document, 'paths'))) {
        if (!path.startsWith('/algos/')) continue;
        for (const operation of Object.values(item as Tree)) (operation as Tree)['tags'] = ['Strategies'];
      }
    },
  ],
  [
    'delists-the-retired-reason',
    'SVC-12',
    'no longer lists SCALE_UNKNOWN among the reasons of a rejection',
    (document) => {
      const reasons = schemaOf(document, 'OrderRejectedReason');
      reasons['enum'] = (reasons['enum'] as string[]).filter((reason) => reason !== 'SCALE_UNKNOWN');
    },
  ],
];

export const PUBLISHED_OTHERWISE: readonly Defect[] = ROWS.map(([name, requirement, story, edit]) => ({
  name,
  breaks: [requirement],
  story,
  document: editedDocument(edit),
}));
