import type { RouteRow } from './route-row.ts';

/** A part of the interactive page. Each is its own route, so an unknown part is an unknown path. */
function docsPart<Path extends string>(path: Path) {
  const row = {
    method: 'GET',
    column: 'open',
    tag: null,
    summary: 'A part of the page',
    query: [],
  } as const;
  return { ...row, path, answers: { status: 200, body: null } } as const;
}

/** The routes without authentication, and the contract of the sockets. */
export const OPEN_ROUTES = {
  getContract: {
    method: 'GET',
    path: '/openapi.json',
    column: 'open',
    tag: 'Contract',
    summary: 'The contract of this member',
    query: [],
    answers: { status: 200, body: null },
  },
  // By the interface only the contract and its page are open to callers without a token (decision A4).
  getSocketContract: {
    method: 'GET',
    path: '/asyncapi.json',
    column: 'read',
    tag: 'Contract',
    summary: 'The contract of this member’s sockets',
    query: [],
    assumed: true,
    answers: { status: 200, body: null },
  },
  getDocs: {
    method: 'GET',
    path: '/docs',
    column: 'open',
    tag: 'Contract',
    summary: 'The interactive page of the contract',
    query: [],
    answers: { status: 200, body: null },
  },
  getDocsStyle: docsPart('/docs/swagger-ui.css'),
  getDocsBundle: docsPart('/docs/swagger-ui-bundle.js'),
  getDocsStart: docsPart('/docs/start.js'),
  getDocsContract: docsPart('/docs/openapi.json'),
  getSocketDocsStyle: docsPart('/docs/sockets.css'),
  getSocketDocsContract: docsPart('/docs/asyncapi.json'),
  getSocketDocsScript: docsPart('/docs/sockets.js'),
} as const satisfies Record<string, RouteRow>;
