import { expect, test } from 'vitest';
import { judged as judge } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { interactivePage } from './interactive-page.check.ts';

const html = { 'Content-Type': 'text/html; charset=utf-8' };
const page = (body: string, headers = html) => answer('GET /docs', { status: 200, body, headers });
const script = (body: string, status = 200) => answer('GET /docs/start.js', { status, body });

const own = '<script src="/docs/start.js"></script>';
const elsewhere = '<script src="https://elsewhere.test/ui.js"></script><a href="/openapi.json">contract</a>';
const start = "ui({ url: '/openapi.json' })";

test.each([
  ['a script that loads the contract', page(own), script(start), 'pass'],
  ['a page that names it itself', page(`<script>${start}</script>`), undefined, 'pass'],
  ['no page', answer('GET /docs', { status: 404, code: 'ROUTE_NOT_FOUND' }), undefined, 'violated'],
  ['plain text', page(own, { 'Content-Type': 'text/plain' }), script(start), 'violated'],
  ['a page without a script', page('<a href="/openapi.json">contract</a>'), undefined, 'violated'],
  ['a page of another contract', page(own), script("ui({ url: '/petstore.json' })"), 'violated'],
  ['a script that is not there', page(own), script('', 404), 'violated'],
])('%s', (_, served, loaded, verdict) => {
  const history = historyOf({ page: served, ...(loaded && { script: loaded }) }, { strict: true });
  expect(judge(interactivePage, history).verdict).toBe(verdict);
});

test('scripts of another server are for a deployed member to decide', () => {
  const judged = (strict: boolean) => judge(interactivePage, historyOf({ page: page(elsewhere) }, { strict })).verdict;
  expect([judged(false), judged(true)]).toEqual(['pass', 'violated']);
});
