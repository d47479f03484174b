/** Defects of the document: tickets. */
import type { Json } from '../variations/layer.ts';
import { inDocument } from './changes.ts';
import { defects } from './defect.ts';

/** Of a contract with tickets. */
const inPaths = (change: (paths: Json) => Json) =>
  inDocument((document) => {
    const paths = document['paths'] as Json;
    return '/v1/ws-tickets' in paths ? { ...document, paths: change(paths) } : document;
  });
const inMint = (change: (operation: Json) => unknown) =>
  inPaths((paths) => {
    const item = paths['/v1/ws-tickets'] as Json;
    return { ...paths, '/v1/ws-tickets': { ...item, post: change(item['post'] as Json) } };
  });

export const TICKET_ROUTE_DEFECTS = defects([
  ['SVC-05', 'the document lists no tickets', inPaths(({ '/v1/ws-tickets': _, ...paths }) => paths)],
  ['SVC-05', 'tickets under another tag', inMint((operation) => ({ ...operation, tags: ['Tickets'] }))],
  ['SVC-05 | SVC-04 VER-04', 'tickets under no tag', inMint(({ tags: _, ...operation }) => operation)],
  ['SVC-05', 'tickets without a version in their path', inPaths(({ '/v1/ws-tickets': item, ...paths }) => ({ ...paths, '/ws-tickets': item }))],
  ['SVC-05 | SVC-11', 'another path with a version', inPaths(({ '/orders': item, ...paths }) => ({ ...paths, '/v1/orders': item }))],
]);
