import { operationsOf } from '../../client/contract-document.ts';
import { check } from '../../runner/check.ts';
import { allOf, pass, violated } from '../../runner/judgement.ts';
import { ofDocument } from './contract-document.ts';

const PREFIX = /^\/v[0-9]+(\/|$)/;
/** The first minor that may list further routes: below it a patch changes nothing published. */
const NEWER = '0.15.0';

export const ticketRouteIsListed = check({
  id: 'svc/ticket-route-is-listed',
  proves: ['SVC-05'],
  title: 'the document lists POST /v1/ws-tickets under the tag WebSocket tickets; no other path has a version prefix',
  needs: ['trader'],

  async drive({ trader }) {
    await trader.get('/openapi.json', { label: 'document' });
  },

  judge: (history) =>
    ofDocument(history, (document, served) => {
      const all = operationsOf(document);
      const route = all.find(({ method, path }) => method === 'POST' && path === '/v1/ws-tickets');
      const tags = route?.object['tags'];
      const prefixed = all.find(({ path }) => path !== '/v1/ws-tickets' && PREFIX.test(path));
      return allOf(
        route === undefined ? violated('POST /v1/ws-tickets in the document', served) : pass,
        Array.isArray(tags) && tags.includes('WebSocket tickets')
          ? pass
          : violated('the tag WebSocket tickets on POST /v1/ws-tickets', served),
        prefixed === undefined || history.since(NEWER)
          ? pass
          : violated(`${prefixed.path} without a version prefix`, served),
      );
    }),
});
