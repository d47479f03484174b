import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ExchangeContent } from '../../gateway/http/exchange-event.ts';
import { KeptContents } from './kept-contents.ts';

const headers = fc.array(
  fc.tuple(fc.stringMatching(/^[A-Z][a-z]{0,5}$/), fc.stringMatching(/^[ -~\u00a0-\u00ff]{0,20}$/)),
);
const text = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.nat(60_000).map((length) => 'ab '.repeat(length / 3)),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
);
const content: fc.Arbitrary<ExchangeContent> = fc.record({
  target: fc.stringMatching(/^\/[!-~]{0,20}$/),
  requestHeaders: headers.map((lines) => lines.flat()),
  requestBody: fc.option(text),
  responseHeaders: headers.map((lines) => Object.fromEntries(lines)),
  responseBody: fc.oneof(fc.constant(null), text, fc.constant({ op: 'order' }), fc.constant(Buffer.from('bytes'))),
});

test('the last exchanges are told as they were, the newest ones first, as far back as they are kept', () => {
  fc.assert(
    fc.property(fc.array(fc.option(content), { maxLength: 120 }), fc.integer({ min: 1, max: 40 }), (all, count) => {
      const kept = new KeptContents(count);
      all.forEach((one, index) => {
        kept.keep(index + 1, one ?? undefined);
      });
      let isForgotten = false;
      for (let n = all.length; n > Math.max(0, all.length - count); n -= 1) {
        const told = kept.of(n);
        const sent = all[n - 1];
        isForgotten ||= sent !== null && told === undefined;
        if (sent === null || isForgotten) expect(told).toBeUndefined();
        else expect(told).toEqual({ ...sent, isCut: false });
      }
      // Of the newest nothing is forgotten, whatever came before it.
      if (all.at(-1) != null) expect(kept.of(all.length)).toBeDefined();
    }),
    { numRuns: 200 },
  );
});
