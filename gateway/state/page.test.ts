import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Refusal } from '../contract/refusals.ts';
import { type Cursor, CursorCodec } from './cursor.ts';
import { type Page, pageOf, type Walk } from './page.ts';
import { byInt64, Rows } from './rows.ts';

interface Row {
  readonly id: string;
}

const cursors = new CursorCodec(Buffer.from('a key of this test'));

function walkOver(
  ids: Iterable<string>,
  order: Walk<Row>['order'] = 'descending',
  orgId = 1,
  collection = 'orders',
): Walk<Row> {
  const rows = new Rows<string, Row>(byInt64);
  for (const id of ids) rows.put(id, { id });
  return { collection, orgId, rows, order, keyOf: (row) => row.id };
}

const query = (over: { limit?: number; cursor?: string | null }, includeTotal = false) => ({
  ...(over.limit === undefined ? {} : { limit: over.limit }),
  ...(over.cursor == null ? {} : { cursor: over.cursor }),
  includeTotal,
  view: 'latest' as const,
});

const ids = fc.uniqueArray(fc.bigInt({ min: 1n, max: 2n ** 63n - 1n }).map(String), { maxLength: 40 });
const order = fc.constantFrom('ascending' as const, 'descending' as const);

function inOrder(of: readonly string[], direction: Walk<Row>['order']): string[] {
  const sorted = [...of].sort((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1));
  return direction === 'ascending' ? sorted : sorted.reverse();
}

describe('a walk at rest', () => {
  test('serves every row once, in order, forward and back, for any limit', () => {
    fc.assert(
      fc.property(ids, order, fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }), (of, direction, limits) => {
        const walk = walkOver(of, direction);
        const forward: string[] = [];
        const pages = [];
        let cursor: string | null = null;
        for (let turn = 0; turn === 0 || cursor !== null; turn += 1) {
          const page: Page<Row> = pageOf(
            walk,
            query({ limit: limits[turn % limits.length] as number, cursor }),
            cursors,
          );
          forward.push(...page.items.map((row) => row.id));
          pages.push(page);
          cursor = page.nextCursor;
        }
        expect(forward).toEqual(inOrder(of, direction));
        expect(pages[0]?.prevCursor).toBeNull();

        const back: string[] = [];
        let before = pages.at(-1)?.prevCursor ?? null;
        back.unshift(...(pages.at(-1)?.items ?? []).map((row) => row.id));
        while (before !== null) {
          const page: Page<Row> = pageOf(walk, query({ limit: limits[0] as number, cursor: before }), cursors);
          back.unshift(...page.items.map((row) => row.id));
          before = page.prevCursor;
        }
        expect(back).toEqual(forward);
      }),
    );
  });

  test('without a limit is one page, and total counts it', () => {
    fc.assert(
      fc.property(ids, order, (of, direction) => {
        const page = pageOf(walkOver(of, direction), query({}, true), cursors);
        expect(page).toEqual({
          items: inOrder(of, direction).map((id) => ({ id })),
          nextCursor: null,
          prevCursor: null,
          total: of.length,
        });
      }),
    );
  });
});

test('a walk under writes serves each row that existed throughout exactly once', () => {
  fc.assert(
    fc.property(ids, ids, order, fc.integer({ min: 1, max: 5 }), (standing, coming, direction, limit) => {
      const walk = walkOver(standing, direction);
      const arrivals = coming.filter((id) => !standing.includes(id));
      const seen: string[] = [];
      let cursor: string | null = null;
      do {
        const page: Page<Row> = pageOf(walk, query({ limit, cursor }), cursors);
        seen.push(...page.items.map((row) => row.id));
        cursor = page.nextCursor;
        const arrival = arrivals.pop();
        if (arrival !== undefined) walk.rows.put(arrival, { id: arrival });
      } while (cursor !== null);
      expect(new Set(seen).size).toBe(seen.length);
      expect(seen.filter((id) => standing.includes(id))).toEqual(inOrder(standing, direction));
      expect(seen).toEqual(inOrder(seen, direction));
    }),
  );
});

describe('a cursor', () => {
  const given = () => pageOf(walkOver(['1', '2', '3']), query({ limit: 1 }), cursors).nextCursor as string;

  test('is valid for its own walk', () => {
    expect(pageOf(walkOver(['1', '2', '3']), query({ limit: 1, cursor: given() }), cursors).items).toEqual([
      { id: '2' },
    ]);
  });

  test.each<[string, Walk<Row>]>([
    ['another collection', walkOver(['1', '2', '3'], 'descending', 1, 'executions')],
    ['another organisation', walkOver(['1', '2', '3'], 'descending', 2)],
  ])('is refused by %s', (_, walk) => {
    expect(refusalOf(() => pageOf(walk, query({ limit: 1, cursor: given() }), cursors))).toBe('INVALID_CURSOR');
  });

  test('of another organisation is refused with the message for an invented one', () => {
    const words = (walk: Walk<Row>, cursor: string): string => {
      try {
        return String(pageOf(walk, query({ limit: 1, cursor }), cursors));
      } catch (refusal) {
        return (refusal as Error).message;
      }
    };
    const own = walkOver(['1', '2', '3']);
    const theirs = walkOver(['1', '2', '3'], 'descending', 2);
    expect(words(theirs, given())).toBe(words(own, 'made-up'));
    expect(words(walkOver(['1'], 'descending', 1, 'executions'), given())).not.toBe(words(own, 'made-up'));
  });

  test('does not survive a change of its text, another spelling or another key', () => {
    const text = given();
    for (let index = 0; index < text.length; index += 1) {
      const changed = text.slice(0, index) + (text[index] === 'A' ? 'B' : 'A') + text.slice(index + 1);
      expect(cursors.decode(changed)).toBeUndefined();
    }
    for (const other of ['', `${text}=`, `${text}A`, text.slice(0, -1), ` ${text}`])
      expect(cursors.decode(other)).toBeUndefined();
    expect(new CursorCodec(Buffer.from('another key')).decode(text)).toBeUndefined();
  });

  test('decodes to the encoded value', () => {
    const cursor: Cursor = {
      collection: 'orders',
      orgId: 7,
      filter: 'view=latest',
      toward: 'previous',
      beside: '9'.repeat(18),
    };
    expect(cursors.decode(cursors.encode(cursor))).toEqual(cursor);
  });
});

function refusalOf(run: () => unknown): string | undefined {
  try {
    run();
  } catch (error) {
    return error instanceof Refusal ? error.code : String(error);
  }
  return undefined;
}
