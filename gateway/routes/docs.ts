import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Answer } from '../stage.ts';
import type { OpenHandler } from './handler.ts';

// This member serves every part; the page fetches nothing from another host (SVC-03).
const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Trading gateway: the contract</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="/docs/swagger-ui.css">
    <link rel="stylesheet" href="/docs/sockets.css">
  </head>
  <body>
    <noscript>This page needs scripts. The contract itself is at <a href="/openapi.json">/openapi.json</a>, that of the sockets at <a href="/docs/asyncapi.json">/docs/asyncapi.json</a>.</noscript>
    <p id="signed-in" role="status" hidden></p>
    <div id="contract"></div>
    <main id="sockets"></main>
    <script src="/docs/swagger-ui-bundle.js"></script>
    <script src="/docs/start.js"></script>
    <script type="module" src="/docs/sockets.js"></script>
  </body>
</html>
`;

const HEADERS = {
  'Cache-Control': 'no-cache',
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'",
};

/** The page of the REST contract. */
export const getDocs: OpenHandler = () => page('text/html', PAGE);

/** The script that starts Swagger UI. */
export const getDocsStart: OpenHandler = async () => page('text/javascript', await own('start.js'));

/** The style sheet of Swagger UI. */
export const getDocsStyle: OpenHandler = async () => page('text/css', await distributed('swagger-ui.css'));

/** The script of Swagger UI. */
export const getDocsBundle: OpenHandler = async () =>
  page('text/javascript', await distributed('swagger-ui-bundle.js'));

/** The style sheet of the part about the sockets. */
export const getSocketDocsStyle: OpenHandler = async () => page('text/css', await own('sockets.css'));

/** The script of the part about the sockets. */
export const getSocketDocsScript: OpenHandler = async () => page('text/javascript', await own('sockets.js'));

/** The charset is always stated: without it the browser reads the bundle as latin1 and cannot parse it. */
function page(mediaType: string, body: string | Buffer): Answer {
  return { status: 200, headers: { ...HEADERS, 'Content-Type': `${mediaType}; charset=utf-8` }, body };
}

/**
 * A file of Swagger UI: in the published package it is bundled (scripts/tooling/package/build.ts), in a clone it comes
 * from the installed package. As a published dependency Swagger UI would bring an install script that reports its
 * users.
 */
function distributed(name: string): Promise<Buffer> {
  return kept(name, () => beside(name).catch(() => readFile(join(swaggerHome(), name))));
}

function own(name: string): Promise<Buffer> {
  return kept(name, () => beside(name));
}

function beside(name: string): Promise<Buffer> {
  return readFile(new URL(`docs/${name}`, import.meta.url));
}

function swaggerHome(): string {
  return dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
}

const files = new Map<string, Promise<Buffer>>();

/** Reads a file once, so that clients without a token cannot cause repeated reads of a megabyte. */
function kept(name: string, read: () => Promise<Buffer>): Promise<Buffer> {
  const known = files.get(name);
  if (known !== undefined) return known;
  const reading = read();
  files.set(name, reading);
  reading.catch(() => files.delete(name));
  return reading;
}
