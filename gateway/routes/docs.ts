import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Refusal } from '../contract/refusals.ts';
import type { OpenHandler } from './handler.ts';

/** What the page is made of: each part is served by this member, none is fetched from anywhere else (SVC-03). */
const ASSETS: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  // Without the charset the bundle is read as latin1, and fails to parse.
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'start.js': 'text/javascript; charset=utf-8',
};

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Trading gateway: the contract</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="/docs/swagger-ui.css">
  </head>
  <body>
    <noscript>This page needs scripts. The contract itself is at <a href="/openapi.json">/openapi.json</a>.</noscript>
    <div id="contract"></div>
    <script src="/docs/swagger-ui-bundle.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`;

const START = `SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#contract',
  deepLinking: true,
  displayOperationId: true,
  persistAuthorization: false,
  validatorUrl: null,
  tryItOutEnabled: true,
});
`;

const HEADERS = {
  'Cache-Control': 'no-cache',
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'",
};

export const getDocs: OpenHandler = () => ({
  status: 200,
  headers: { ...HEADERS, 'Content-Type': 'text/html; charset=utf-8' },
  body: PAGE,
});

export const getDocsAsset: OpenHandler = async ({ params }) => {
  const name = params['asset'] ?? '';
  const type = Object.hasOwn(ASSETS, name) ? ASSETS[name] : undefined;
  if (type === undefined) throw new Refusal('ROUTE_NOT_FOUND', 'no such part of the page');
  return {
    status: 200,
    headers: { ...HEADERS, 'Content-Type': type },
    body: name === 'start.js' ? START : await distributed(name),
  };
};

async function distributed(name: string): Promise<Uint8Array> {
  const home = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  return readFile(join(home, name));
}
