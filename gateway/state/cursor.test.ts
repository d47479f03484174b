/** A cursor with a valid seal over invalid content is refused. */
import { hash } from 'node:crypto';
import { expect, test } from 'vitest';
import { CursorCodec } from './cursor.ts';

const KEY = Buffer.from('a key of this test');
const GOOD = ['orders', 1, 'view=latest&', 'next', '9'] as const;

function sealed(text: string | Buffer): string {
  const bytes = Buffer.from(text);
  const inner = hash('sha256', Buffer.concat([KEY, bytes]), 'buffer');
  const seal = hash('sha256', Buffer.concat([KEY, inner]), 'buffer').subarray(0, 12);
  return Buffer.concat([seal, bytes]).toString('base64url');
}

const replaced = (index: number, value: unknown): string => JSON.stringify(GOOD.with(index, value as never));

test('a cursor with a seal is read', () => {
  expect(new CursorCodec(KEY).decode(sealed(JSON.stringify(GOOD)))).toEqual({
    collection: 'orders',
    orgId: 1,
    filter: 'view=latest&',
    toward: 'next',
    beside: '9',
  });
});

test('an issued cursor has the same seal when it is issued again, and is read, whatever was issued in between', () => {
  const [codec, other] = [new CursorCodec(KEY), new CursorCodec(KEY)];
  const cursor = { collection: 'orders', orgId: 1, filter: 'view=latest&', toward: 'next' } as const;
  for (const n of [...Array.from({ length: 3_000 }, (_, at) => at), 0, 2_999, 1]) {
    const issued = codec.encode({ ...cursor, beside: `${n}` });
    expect(issued).toBe(sealed(JSON.stringify(GOOD.with(4, `${n}` as never))));
    expect(codec.decode(issued)).toEqual({ ...cursor, beside: `${n}` });
    if (n % 500 === 0) expect(other.decode(issued)).toEqual({ ...cursor, beside: `${n}` });
    expect(codec.decode(`${issued.slice(1)}${issued[0]}`)).toBeUndefined();
  }
});

test.each<readonly [string, string | Buffer]>([
  ['no JSON', '{'],
  ['no UTF-8', Buffer.from([0xff, 0xfe])],
  ['null', 'null'],
  ['a number', '1'],
  ['an object', '{"collection":"orders"}'],
  ['too short', JSON.stringify(GOOD.slice(0, 4))],
  ['too long', JSON.stringify([...GOOD, 1])],
  ...[0, 2, 3, 4].flatMap((index) =>
    [null, 7, true, {}, ['9']].map(
      (value) => [`member ${index}: ${JSON.stringify(value)}`, replaced(index, value)] as const,
    ),
  ),
  ...[null, '1', 1.5, {}].map((value) => [`member 1: ${JSON.stringify(value)}`, replaced(1, value)] as const),
  ['another direction', replaced(3, 'sideways')],
])('invalid content under a seal is no cursor: %s', (_, text) => {
  expect(new CursorCodec(KEY).decode(sealed(text))).toBeUndefined();
});
