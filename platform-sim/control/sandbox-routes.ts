import { controlRoute, JSON_TYPE, json } from './control-route.ts';
import { exchanges, exchangesQuery, noQuery } from './shapes.ts';
import { statusPage } from './status-page.ts';

/** The page loads nothing else, and no other page may frame it. */
const PAGE_HEADERS = {
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
} as const;

/** Reads the last exchanges and the status page. */
export const SANDBOX_ROUTES = [
  controlRoute({
    operationId: 'readExchanges',
    method: 'GET',
    path: '/exchanges',
    tag: 'Sandbox',
    summary: 'The last exchanges, newest first, with why each refusal was made',
    query: exchangesQuery,
    answer: { status: 200, type: JSON_TYPE, shape: exchanges },
    run: ({ exchanges: kept }, { query }) => {
      const limit = Number(query.limit ?? 100);
      return json({ items: query.bodies === 'true' ? kept.latestWithBodies(limit) : kept.latest(limit) });
    },
  }),
  controlRoute({
    operationId: 'readStatusPage',
    method: 'GET',
    path: '/',
    tag: 'Sandbox',
    summary: 'The same for a person',
    query: noQuery,
    answer: { status: 200, type: 'text/html', shape: null },
    run: async (controlled) => ({
      status: 200,
      headers: PAGE_HEADERS,
      type: 'text/html; charset=utf-8',
      body: await statusPage(controlled),
    }),
  }),
] as const;
