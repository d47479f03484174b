/** A page of Chromium whose frames and memory are measured. */
import type { CDPSession, Page } from 'playwright';
import { launchChromium } from '../../proof/testing/chromium.ts';

const MB = 1_048_576;

export interface MeasuredPage {
  readonly page: Page;
  /** MB of the script's heap, once garbage is collected. */
  heapMb(): Promise<number>;
  nodes(): Promise<number>;
  /** Over so many seconds: frames a second, and the milliseconds between two frames in order of their length. */
  frames(seconds: number): Promise<{ readonly rate: number; readonly apartMs: readonly number[] }>;
  close(): Promise<void>;
}

export async function measuredPage(url: string): Promise<MeasuredPage> {
  const browser = await launchChromium();
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  const session: CDPSession = await page.context().newCDPSession(page);
  await page.goto(url);
  return {
    page,
    async heapMb() {
      // The second one collects what the finalisers of the first have let go.
      for (let n = 0; n < 2; n += 1) await session.send('HeapProfiler.collectGarbage');
      return (await session.send('Runtime.getHeapUsage')).usedSize / MB;
    },
    nodes: async () => (await session.send('Memory.getDOMCounters')).nodes,
    async frames(seconds) {
      const at = (await page.evaluate(
        `new Promise((done) => { const at = []; const until = performance.now() + ${seconds * 1000};
         const frame = (now) => { at.push(now); if (now < until) requestAnimationFrame(frame); else done(at); };
         requestAnimationFrame(frame); })`,
      )) as number[];
      const apartMs = at.slice(1).map((now, i) => now - (at[i] ?? now));
      const rate = (apartMs.length * 1000) / apartMs.reduce((sum, one) => sum + one, 0);
      return { rate, apartMs: apartMs.toSorted((a, b) => a - b) };
    },
    close: () => browser.close(),
  };
}
