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
  for (const row of rows) void bytes.of([row], ENVELOPE);
  void bytes.of(rows.slice(0, 1), ENVELOPE);
  expect(rendered).toBe(pages + joins);
});

test('a long page is made in slices, those that are asked for at once one after another, and the same one once', async () => {
  let rendered = 0;
  const bytes = new PageBytes<Row>(({ text }) => {
    rendered += 1;
    return text;
  });
  const rows = Array.from({ length: 20_000 }, (_, n): Row => ({ text: `"${n} é"` }));
  const expected = `[${rows.map(({ text }) => text).join(',')}]`;
  const others = rows.slice(1);
  const asked = Promise.all([
    ...Array.from({ length: 40 }, () => bytes.of(rows, ENVELOPE)),
    bytes.of(others, ENVELOPE),
  ]);
  let isDone = false;
  void asked.then(() => {
    isDone = true;
  });
  let most = rendered;
  while (!isDone) {
    const before = rendered;
    await new Promise((resolve) => setImmediate(resolve));
    most = Math.max(most, rendered - before);
  }
  expect(most).toBeLessThanOrEqual(1_000);
  const pages = await asked;
  expect(pages.slice(0, 40).every((page) => page.toString() === expected)).toBe(true);
  expect(JSON.parse(`${pages[40]}`)).toHaveLength(others.length);
  expect(rendered).toBe(rows.length + others.length);
});
