/** What the document says of tickets, broken. */
import type { Json } from '../proxy/telling.ts';
import { breakage, inDocument } from './breakage.ts';

const inPaths = (change: (paths: Json) => Json) =>
  inDocument((document) => ({ ...document, paths: change(document['paths'] as Json) }));
const inMint = (change: (operation: Json) => unknown) =>
  inPaths((paths) => {
    const item = paths['/v1/ws-tickets'] as Json;
    return { ...paths, '/v1/ws-tickets': { ...item, post: change(item['post'] as Json) } };
  });

export const OF_THE_TICKET_ROUTE = [
  breakage(
    'SVC-05',
    'the document lists no tickets',
    inPaths(({ '/v1/ws-tickets': _, ...paths }) => paths),
  ),
  breakage(
    'SVC-05',
    'tickets under another tag',
    inMint((operation) => ({ ...operation, tags: ['Tickets'] })),
  ),
  breakage(
    'SVC-05',
    'tickets under no tag',
    inMint(({ tags: _, ...operation }) => operation),
  ),
  breakage(
    'SVC-05',
    'tickets by another method',
    inPaths((paths) => {
      const { post, ...item } = paths['/v1/ws-tickets'] as Json;
      return { ...paths, '/v1/ws-tickets': { ...item, put: post } };
    }),
  ),
  breakage(
    'SVC-05',
    'tickets without a version in their path',
    inPaths(({ '/v1/ws-tickets': item, ...paths }) => ({ ...paths, '/ws-tickets': item })),
  ),
  breakage(
    'SVC-05',
    'another path with a version',
    inPaths(({ '/orders': item, ...paths }) => ({ ...paths, '/v1/orders': item })),
  ),
];
