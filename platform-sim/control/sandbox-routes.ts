import { readFile } from 'node:fs/promises';
import { ControlError, noSuch } from './control-error.ts';
import { controlRoute, JSON_TYPE, json } from './control-route.ts';
import { wholeFrame } from './frame-shapes.ts';
import { exchange, exchanges, exchangesQuery, noQuery } from './shapes.ts';

/** The page may load only its own script and style and may call only this plane. No other page may frame it. */
const PAGE_HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
} as const;

function pageRoute(operationId: string, path: string, file: string, type: string, summary: string) {
  return controlRoute({
    operationId,
    method: 'GET',
    path,
    tag: 'Sandbox',
    summary,
    query: noQuery,
    answer: { status: 200, type, shape: null },
    run: async () => ({
      status: 200,
      headers: PAGE_HEADERS,
      type: `${type}; charset=utf-8`,
      body: await consoleFile(file),
    }),
  });
}

/** Reads the last exchanges and the console. */
export const SANDBOX_ROUTES = [
  controlRoute({
    operationId: 'readExchanges',
    method: 'GET',
    path: '/exchanges',
    tag: 'Sandbox',
    summary: 'The last exchanges, newest first, with the reason of each refusal',
    query: exchangesQuery,
    answer: { status: 200, type: JSON_TYPE, shape: exchanges },
    run: ({ exchanges }, { query }) => {
      const limit = Number(query.limit ?? 100);
      return json({ items: query.bodies === 'true' ? exchanges.latestWithBodies(limit) : exchanges.latest(limit) });
    },
  }),
  controlRoute({
    operationId: 'readExchange',
    method: 'GET',
    path: '/exchanges/:n',
    tag: 'Sandbox',
    summary: 'One exchange, with its headers and bodies if they are still kept',
    query: noQuery,
    answer: { status: 200, type: JSON_TYPE, shape: exchange },
    run: ({ exchanges }, { params }) => {
      const found = exchanges.whole(Number(params['n']));
      if (found === undefined) throw noSuch('exchange', params['n']);
      return json(found);
    },
  }),
  controlRoute({
    operationId: 'readFrame',
    method: 'GET',
    path: '/frames/:n',
    tag: 'Sandbox',
    summary:
      'One event frame of a session with its content. The last 1,000 quotes and the last 5,000 other frames are kept',
    query: noQuery,
    answer: { status: 200, type: JSON_TYPE, shape: wholeFrame },
    run: ({ frames }, { params }) => {
      const found = frames.whole(Number(params['n']));
      if (found === undefined) throw noSuch('frame', params['n']);
      return json(found);
    },
  }),
  pageRoute('readConsole', '/', 'index.html', 'text/html', 'The console: a page that shows and controls the sandbox'),
  pageRoute('readConsoleScript', '/page.js', 'page.js', 'text/javascript', 'The script of the console'),
  pageRoute('readConsoleStyle', '/page.css', 'page.css', 'text/css', 'The style of the console'),
] as const;

/**
 * A file of the console as Vite built it (scripts/tooling/pages). `npm run setup` builds it; the package contains it.
 * @throws ControlError NOT_FOUND if it is not built
 */
async function consoleFile(name: string): Promise<string> {
  try {
    return await readFile(new URL(`./console/built/${name}`, import.meta.url), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new ControlError('NOT_FOUND', 'the console is not built here: npm run setup builds it');
  }
}
