/** What a person sees in the console's views: words in place of ids, what is left out, and how the parts look. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { axeFindings } from './testing/axe-findings.ts';
import { isChromiumHere } from './testing/chromium.ts';
import { openConsolePage } from './testing/console-page.ts';
import { CUT_OFF, PALE_BORDERS, UNEVEN } from './testing/measured-look.ts';

const opened = await openConsolePage({ clock: 'virtual', members: [{ version: '0.13.0' }, { version: '0.14.0' }] });
const { sandbox, page, view, button, grid, region, shows, session, order } = opened;
afterAll(() => opened[Symbol.asyncDispose]());

const VIEWS = [
  ...['traffic', 'sequence', 'faults', 'members', 'clock', 'principals', 'venue', 'sessions', 'worlds', 'operations'],
];

describe.skipIf(!isChromiumHere)('the console', () => {
  test.each([
    ['faults', 'No fault stands'],
    ['members', 'No roll yet'],
    ['sessions', 'No session is open'],
    ['worlds', 'No snapshot yet'],
  ])('says in %s what would be there: %s', async (name, text) => {
    await view(name);
    expect(await page.locator('.empty').filter({ hasText: text }).count()).toBe(1);
    expect(await axeFindings(page)).toEqual([]);
  });

  test('shows in Sequence what was ordered and by whom, marks as lines, and what is left out', async () => {
    await sandbox.clock.advance(7_200_000);
    await order('named-1');
    await fetch(`${sandbox.controlUrl}/members/m1/crash`, { method: 'POST' });
    await order('later-1');
    const head = sandbox.platform.head();
    await view('sequence');
    // A page that is opened later receives the last 200 records.
    await page.reload();
    const rows = grid('Records').getByRole('row');
    const named = rows.filter({ hasText: 'named-1' });
    await named.filter({ hasText: 'BUY 1 BTC-USD at 90' }).filter({ hasText: 'trader' }).waitFor();
    expect(await named.getByTitle('organisation 1, user 2').count()).toBe(1);
    await rows.filter({ hasText: 'm1 crashed' }).waitFor();
    await shows(`the last 200 of ${head} records, 198 heartbeats are hidden`);
    expect(await rows.filter({ hasText: 'heartbeat' }).count()).toBe(0);
    await page.getByLabel('Heartbeats').check();
    await rows.filter({ hasText: 'heartbeat' }).first().waitFor();
    await named.click();
    await page.keyboard.press('ArrowDown');
    expect(await region('Record').getByRole('heading').textContent()).toBe(`Position ${head}`);
  });

  test('lists faults that can never strike again as spent', async () => {
    sandbox.faults.add({ on: { edge: 'answer' }, answer: { status: 429 }, times: 1 });
    sandbox.faults.add({ on: { owner: 'algos' }, delay: '0s', for: '1s' });
    sandbox.faults.add({ on: { owner: 'orders', command: 'fill' }, delay: '0s', times: 1 });
    await order('spends-1').catch(() => undefined);
    await sandbox.clock.advance(2_000);
    await view('faults');
    await region('Spent').getByRole('row').nth(2).waitFor();
    const ids = (title: string) => region(title).getByRole('rowheader').allTextContents();
    expect([await ids('Standing'), await ids('Spent')]).toEqual([['f3'], ['f1', 'f2']]);
    await button('Remove all').click();
    await region('Spent').waitFor({ state: 'detached' });
  });

  test('says in words what each principal may do', async () => {
    // Its first request registers the user, who awaits admission.
    expect((await order('awaits-1', { principal: 'awaiting' })).status).toBe(403);
    await view('principals');
    const may = page.getByRole('row').locator('td:nth-of-type(1)');
    await may.first().waitFor();
    expect(await may.allTextContents()).toEqual([
      ...['everything', 'trades orders', 'approves credentials', 'only reads', 'manages algos'],
      ...['nothing: a disabled user', 'everything, of another organisation', 'nothing: of a suspended organisation'],
      ...['trades orders, of another organisation', 'nothing: not admitted', 'everything'],
    ]);
  });

  describe('with something in every view', () => {
    beforeAll(async () => {
      sandbox.faults.add({ on: { owner: 'orders' }, hold: 'held', for: '1h' });
      sandbox.snapshot('s');
      await session('trader');
      await view('members');
      await button('Plan').click();
    });

    test.each(VIEWS)('has in %s borders of 3:1, labels and buttons on one line, and nothing cut off', async (name) => {
      await page.setViewportSize({ width: 1200, height: 900 });
      await view(name);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await page.evaluate(PALE_BORDERS)).toEqual([]);
      }
      expect(await page.evaluate(UNEVEN)).toEqual([]);
      if (name !== 'traffic' && name !== 'sequence') expect(await page.evaluate(CUT_OFF)).toEqual([]);
    });
  });
});
