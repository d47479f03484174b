import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PageBytes } from './page-bytes.ts';

interface Row {
  readonly text: string;
}

const ENVELOPE = { before: '[', after: ']' };

test('a page has the texts of its rows in its own envelope, whatever was read before it', () => {
  // Few rows, so that pages share their first row and differ in another, in their length, or in the envelope.
  const rows: readonly Row[] = Array.from({ length: 4 }, (_, n) => ({ text: `"row ${n} ${'é'.repeat(n)}"` }));
  const page = fc.record({
    read: fc.array(fc.constantFrom(...rows), { maxLength: 4 }),
    envelope: fc.record({ before: fc.constantFrom('[', '1['), after: fc.constantFrom(']', ']2') }),
  });
  fc.assert(
    fc.property(fc.array(page, { maxLength: 20 }), (pages) => {
      const bytes = new PageBytes<Row>((row) => row.text);
      for (const { read, envelope } of pages) {
        const expected = envelope.before + read.map(({ text }) => text).join(',') + envelope.after;
        expect(bytes.of(read, envelope).toString()).toBe(expected);
      }
    }),
  );
});

test.each([
  ['joined once', 'was just read', 1, 10, 0],
  ['joined again', 'was read long before others', 1_000, 10, 1],
  ['joined again', 'is longer than what is kept', 1, 100_000, 1],
])('a page that is read again is %s if it %s', (_, __, pages, characters, joins) => {
  let rendered = 0;
  const bytes = new PageBytes<Row>(({ text }) => {
    rendered += 1;
    return text;
  });
  const rows = Array.from({ length: pages }, (): Row => ({ text: 'x'.repeat(characters) }));
  for (const row of rows) bytes.of([row], ENVELOPE);
  bytes.of(rows.slice(0, 1), ENVELOPE);
  expect(rendered).toBe(pages + joins);
});
