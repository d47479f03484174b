/**
 * The pages of reports in Chromium, from disk and without network: a real run against a member with one defect, a comparison
 * with a run against a valid member, and a record with hostile texts.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withSince } from '../../conformance/runner/record/compare.ts';
import type { RunRecord } from '../../conformance/runner/record/run-record.ts';
import { DEFECTS } from '../../gateway/defects/index.ts';
import { startSandbox } from '../../platform-sim/sandbox.ts';
import { clientHtml } from '../../reports/client-html.ts';
import { renderReport } from '../../reports/index.ts';
import { HOSTILE } from '../../reports/testing/any-record.ts';
import { clientRecordOf } from '../../reports/testing/client-record.ts';
import { visible } from '../../reports/visible-text.ts';
import { commandIn } from '../cli/testing/command-in.ts';
import { axeFindings } from './testing/axe-findings.ts';
import { isChromiumHere, launchChromium } from './testing/chromium.ts';

const FAILING = 'ord/held-key-replays-whatever-is-named';

let folder = '';
let browser: Browser;
let context: BrowserContext;
/** Network requests of a page. Each test expects none. */
const asked: string[] = [];

async function cli(...args: readonly string[]): Promise<string> {
  return (await commandIn(folder).run(args)).out;
}

async function checked(out: string, defect?: string): Promise<void> {
  const sandbox = await startSandbox({
    port: 0,
    controlPort: 0,
    defects: DEFECTS.filter(({ name }) => name === defect),
  });
  try {
    await writeFile(join(folder, `${out}.profile.json`), JSON.stringify(sandbox.profile));
    const of = ['--target', `${out}.profile.json`, '--select', FAILING, '--select', 'rid/*', '--seed', '1'];
    await cli('check', ...of, '--out', out, '--format', 'html', '--quiet');
  } finally {
    await sandbox.close();
  }
}

/** Pages by their files. A test leaves its page open for the next one. */
const pages = new Map<string, Page>();

async function opened(file: string): Promise<Page> {
  const before = pages.get(file);
  if (before !== undefined) {
    await before.bringToFront();
    return before;
  }
  const page = await context.newPage();
  pages.set(file, page);
  page.setDefaultTimeout(60_000);
  page.on('pageerror', (error) => asked.push(`error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') asked.push(`console: ${message.text()}`);
  });
  page.on('request', (request) => {
    if (!request.url().startsWith('file:')) asked.push(request.url());
  });
  await page.goto(pathToFileURL(join(folder, file)).href);
  return page;
}

async function recordOf(run: string): Promise<RunRecord> {
  return JSON.parse(await readFile(join(folder, run, 'report.json'), 'utf8')) as RunRecord;
}

/** The failing run with a second failure, which a baseline accepts, compared with the good run. */
async function writeCompared(): Promise<void> {
  const { run, checks, ...rest } = await recordOf('bad');
  const known = { reason: 'GW-41', owner: 'edge', expires: '2027-01-01' };
  const accepted = checks.flatMap((row): typeof checks => {
    const broken = row.broken?.map((one) => ({ ...one, known }));
    return row.id === FAILING && broken !== undefined ? [{ ...row, id: 'ord/accepted', known: true, broken }] : [];
  });
  const commit = { id: '4fcf640', from: 'GITHUB_SHA' };
  const record = { ...rest, run: { ...run, commit }, checks: [...accepted, ...checks] };
  const compared = withSince(record, 'good/report.json', await recordOf('good'));
  await writeFile(join(folder, 'since.html'), await renderReport(compared, 'html'));
}

/** The least contrast of a border of a field or a button with what is around it, and the most that labels of a row are apart. */
const FIELDS = `(() => {
  const light = (colour) => colour.match(/[\\d.]+/g).slice(0, 3).map((v) => v / 255)
    .map((v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const ratio = (a, b) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  const page = light(getComputedStyle(document.body).backgroundColor);
  const fields = [...document.querySelectorAll('button, select, input[type=search], fieldset label')];
  const ratios = fields.map((field) => getComputedStyle(field)).flatMap(({ borderTopColor, backgroundColor }) =>
    [light(backgroundColor), page].map((around) => ratio(light(borderTopColor), around)));
  const labels = [...document.querySelector('#requirements .filters').children].map((label) => {
    const probe = (label.querySelector('legend') ?? label).insertAdjacentElement('afterbegin', document.createElement('i'));
    probe.style.display = 'inline-block';
    return probe.getBoundingClientRect().bottom;
  });
  return [fields.length, Math.min(...ratios), Math.max(...labels.slice(0, 3)) - Math.min(...labels.slice(0, 3))];
})()`;

/** Node's types for `navigator` lack the clipboard. */
interface WithClipboard {
  readonly clipboard: { readText(): Promise<string> };
}

/** The timeout for content that a busy machine draws late. */
const LATER = { timeout: 30_000 };

describe.skipIf(!isChromiumHere)('the pages of a report', () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'report-page-'));
    await checked('good');
    await checked('bad', 'a-retry-resolves-names-anew');
    const files = ['good/report.json', 'bad/report.json'] as const;
    await writeFile(join(folder, 'comparison.html'), await cli('report', 'compare', ...files, '--format', 'html'));
    await writeCompared();
    browser = await launchChromium();
    context = await browser.newContext({ offline: true, permissions: ['clipboard-read', 'clipboard-write'] });
  }, 180_000);
  afterAll(async () => {
    await browser?.close();
    await rm(folder, { recursive: true });
  });

  test('the verdict comes first, and every requirement has a row', async () => {
    const page = await opened('bad/report.html');
    const record = await recordOf('bad');
    expect(await page.title()).toMatch(/^Not conforming/);
    expect(await page.locator('h1').textContent()).toMatch(/^Not conforming/);
    const ids = await page.locator('.requirements > li').evaluateAll((rows) => rows.map(({ id }) => id));
    expect(ids.toSorted()).toEqual(record.requirements.map(({ id }) => id).toSorted());
  });

  test('target, versions and commit, new, known, fixed and lost stand first, then a table of failures', async () => {
    const page = await opened('since.html');
    const [headline, head] = await Promise.all(['h1', '.banner'].map((of) => page.locator(of).textContent()));
    expect(headline).toMatch(/^Not conforming: 1 new, 1 known, 0 fixed, 0 lost \(/);
    expect(head).toMatch(
      /http:\/\/127.*\d{4}-\d\d-\d\d \d\d:\d\d UTC.*REST 0\.14\.0, socket 1\.4\.0.*4fcf640 \(GITHUB_SHA\)/,
    );
    const rows = page.locator('#failures tbody tr');
    expect((await rows.allTextContents()).map((row) => row.split(/(?=POST)/)[0])).toEqual(['new']);
    const [table, card] = [page.getByRole('table').first(), page.locator('details[data-check]').first()];
    expect((await table.boundingBox())?.y).toBeLessThan((await card.boundingBox())?.y ?? 0);
    expect(await card.getAttribute('data-check')).toBe(FAILING);
    expect(await page.locator('.area h3').allTextContents()).toContain('MON Money');
  });

  test('what differs is marked, and shows without colour', async () => {
    const page = await opened('bad/report.html');
    const marks = page.locator(`details[data-check="${FAILING}"] mark`);
    expect(await marks.allTextContents()).toEqual(expect.arrayContaining(['422', '"code": "ACCOUNT_NOT_ACTIVE",']));
    expect(await page.evaluate('getComputedStyle(document.querySelector("mark")).textDecorationLine')).toBe(
      'underline',
    );
  });

  test.each(['light', 'dark'] as const)(
    'borders of fields have 3:1, and labels share one baseline: %s',
    async (colorScheme) => {
      const page = await opened('bad/report.html');
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width: 1600, height: 900 });
      const [fields = 0, contrast, apart] = await page.evaluate<readonly number[]>(FIELDS);
      expect(fields).toBeGreaterThan(8);
      expect(contrast).toBeGreaterThanOrEqual(3);
      expect(apart).toBeLessThanOrEqual(1);
    },
  );

  test('a failure shows expected, actual and its exchange, and its rerun line can be copied', async () => {
    const page = await opened('bad/report.html');
    const card = page.locator(`details[data-check="${FAILING}"]`);
    await card.getByText('the recorded answer, whatever the names are now').waitFor();
    expect(await card.getByText('422 ACCOUNT_NOT_ACTIVE').first().isVisible()).toBe(true);
    expect(await card.locator('.exchange.shows').count()).toBeGreaterThan(0);
    await card.getByRole('button', { name: 'Copy the rerun line' }).click();
    await card.getByText('copied').waitFor();
    expect(await page.evaluate(() => (navigator as unknown as WithClipboard).clipboard.readText())).toContain(
      `--select ${FAILING} --seed 1`,
    );
  });

  test('the timeline is drawn by time and by position', async () => {
    const page = await opened('bad/report.html');
    const path = () => page.locator('.timeline .dots').first().getAttribute('d');
    const byTime = await path();
    await page.locator('#timeline label', { hasText: 'position' }).click();
    await expect.poll(path, LATER).not.toBe(byTime);
  });

  test('on a phone nothing scrolls sideways, with everything open', async () => {
    const page = await opened('bad/report.html');
    await page.setViewportSize({ width: 400, height: 800 });
    await page.locator('h1').waitFor();
    // A requirement draws its body when it is opened.
    const openAll = 'for (const one of document.querySelectorAll("details")) one.open = true';
    await page.evaluate(openAll);
    await page.getByText('Known-bad members that its checks find').first().waitFor();
    await page.evaluate(openAll);
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth'), LATER).toBe(400);
  });

  test('in print, failures are open', async () => {
    const page = await opened('bad/report.html');
    const card = page.locator(`details[data-check="${FAILING}"]`);
    await card.locator('summary').first().click();
    await expect.poll(() => card.getAttribute('open'), LATER).toBe(null);
    await page.emulateMedia({ media: 'print' });
    await expect.poll(() => card.getAttribute('open'), LATER).not.toBe(null);
    await page.emulateMedia({ media: null });
  });

  test('requirements are searched and filtered; a link shows its requirement regardless of the filter', async () => {
    const page = await opened('bad/report.html');
    await page.reload();
    const rows = page.locator('.requirements > li');
    await page.getByLabel('Search').fill('held key names');
    await expect.poll(() => rows.evaluateAll((all) => all.map(({ id }) => id)), LATER).toContain('ORD-07');
    expect(await rows.count()).toBeLessThan(20);
    await page.getByLabel('Search').fill('');
    await page.getByText('fail', { exact: true }).and(page.locator('label')).click();
    await expect.poll(() => rows.evaluateAll((all) => all.map(({ id }) => id)), LATER).toEqual(['ORD-07']);
    await page.getByLabel('Area').selectOption('RID');
    await expect.poll(() => rows.count(), LATER).toBe(0);
    await page.locator(`details[data-check="${FAILING}"] .ids a`).first().click();
    const row = page.locator('#ORD-07');
    await row.getByText('Known-bad members that its checks find').waitFor();
    expect(await row.textContent()).toContain('--defect a-retry-resolves-names-anew');
  });

  test('a comparison names what is newly failing, and shows the trend', async () => {
    const page = await opened('comparison.html');
    expect(await page.locator('h1').textContent()).toBe('1 new, 0 fixed, 0 lost');
    expect(await page.locator('#new').textContent()).toContain(FAILING);
    expect(await page.locator('#trend tbody').first().locator('tr').count()).toBe(2);
  });

  test.each([
    ['since.html', 1200, ['light', 'dark']],
    ['since.html', 400, ['light']],
    ['comparison.html', 1200, ['light', 'dark']],
    ['comparison.html', 400, ['light']],
  ] as const)('axe finds nothing in %s, %i pixels wide, %j', async (file, width, schemes) => {
    const page = await opened(file);
    await page.setViewportSize({ width, height: 900 });
    await page.locator('h1').waitFor();
    // Open everything that a section shows on demand.
    await page.evaluate(
      'for (const one of document.querySelectorAll("main section > details:not([open]) > summary")) one.click()',
    );
    expect(await axeFindings(page, schemes)).toEqual([]);
  });

  test('hostile texts are shown as text', async () => {
    const record = await recordOf('bad');
    const failing = record.checks.find(({ id }) => id === FAILING);
    if (failing?.counterexample === undefined) throw new Error('the record has the failing check');
    const { counterexample } = failing;
    const checks = HOSTILE.map((text, i) => {
      const example = { ...counterexample, expected: text, seen: text, given: text, rerun: text, curl: text };
      return { ...failing, id: `hostile/${i}`, title: text, reason: text, counterexample: example };
    });
    await writeFile(join(folder, 'hostile.html'), await renderReport({ ...record, checks }, 'html'));
    const page = await opened('hostile.html');
    await page.locator('h1').waitFor();
    const cards = page.locator('details[data-check]');
    expect(await cards.locator('h3').evaluateAll((all) => all.map(({ textContent }) => textContent))).toEqual(
      HOSTILE.map(visible),
    );
    expect(await page.locator('script').count()).toBe(2);
    expect(await page.locator('main').locator('img, iframe, object, script, style, [onload]').count()).toBe(0);
  });

  test('the page of a client shows what failed first, and hostile texts as text, on a phone too', async () => {
    await writeFile(join(folder, 'client.html'), clientHtml(clientRecordOf(HOSTILE.join(' '))));
    const page = await opened('client.html');
    expect(await page.locator('h1').textContent()).toMatch(
      /^Not conforming: 1 rule broken, 1 recommendation not followed/,
    );
    expect(await page.locator('article .badge').allTextContents()).toEqual([
      'fail',
      'fail',
      ...Array(2).fill('inconclusive'),
    ]);
    expect(await page.locator('script, main img, main iframe, main object, main style, main [onload]').count()).toBe(0);
    expect(await page.locator('article p').first().textContent()).toBe(visible(HOSTILE.join(' ')));
    for (const width of [400, 1_200]) {
      await page.setViewportSize({ width, height: 900 });
      await page.evaluate('for (const one of document.querySelectorAll("details")) one.open = true');
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      expect(await axeFindings(page)).toEqual([]);
    }
  });

  test('no page sent a network request, broke its policy or threw', () => {
    expect(asked).toEqual([]);
  });
});
