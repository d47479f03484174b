import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readClientFrame } from './client-frame.ts';

const GOOD = '{"op":"auth","reqId":"r-1","params":{"token":"t"}}';

test('a frame has an op, a reqId and params', () => {
  expect(readClientFrame(GOOD)).toEqual({ kind: 'op', op: 'auth', reqId: 'r-1', params: { token: 't' }, strange: [] });
});

describe('an unreadable frame', () => {
  test.each([
    ['binary', null],
    ['empty', ''],
    ['not JSON', `${GOOD},`],
    ['two frames', GOOD + GOOD],
    ['an array', `[${GOOD}]`],
    ['a string', '"auth"'],
    ['null', 'null'],
    ['a member twice', '{"op":"auth","op":"auth","reqId":"r-1","params":{}}'],
    ['a member twice, once in escapes', '{"op":"auth","reqId":"r-1","req\\u0049d":"r-1","params":{}}'],
    ['a member twice inside', '{"op":"auth","reqId":"r-1","params":{"token":"t","token":"t"}}'],
    ['no op', '{"reqId":"r-1","params":{}}'],
    ['an op that is not a string', '{"op":1,"reqId":"r-1","params":{}}'],
    ['half a surrogate pair', '{"op":"auth","reqId":"r-1","params":{"token":"\\ud800"}}'],
  ])('%s', (_name, text) => {
    expect(readClientFrame(text)).toMatchObject({ kind: 'unreadable' });
  });

  test('is not quoted, because it may hold a token', () => {
    const secret = 'eyJhbGciOiJFUzI1NiJ9';
    for (const text of [secret, `{"${secret}":1,"${secret}":2}`, `{"op":"auth","token":{"${secret}":1.5}}`]) {
      expect(JSON.stringify(readClientFrame(text))).not.toContain(secret);
    }
  });
});

describe('an unsupported number', () => {
  test.each([
    ['a fraction', '{"op":"submit","reqId":"r-1","params":{"accountId":1.5}}'],
    ['an id past 2^53', '{"op":"cancel","reqId":"r-1","params":{"orderId":1767752516000027000}}'],
    ['before the reqId', '{"params":{"qty":1e3},"op":"submit","reqId":"r-1"}'],
  ])('%s: the refusal names the frame', (_name, text) => {
    const { op } = JSON.parse(text) as { op: string };
    expect(readClientFrame(text)).toMatchObject({
      kind: 'faulty',
      op,
      reqId: 'r-1',
      why: expect.stringContaining('plain integers'),
    });
  });

  test.each([
    ['a member stated twice behind it', '{"params":{"qty":1.5},"op":"submit","reqId":"r-1","reqId":"r-2"}'],
    ['no op', '{"params":{"qty":1.5},"reqId":"r-1"}'],
  ])('with %s: unreadable', (_name, text) => {
    expect(readClientFrame(text)).toMatchObject({ kind: 'unreadable' });
  });

  test('with a reqId that cannot be echoed', () => {
    const frame = readClientFrame('{"op":"submit","reqId":"\\u0061","params":{"qty":1.5}}');
    expect(frame).toMatchObject({ kind: 'faulty', op: 'submit', reqId: null });
  });
});

describe('a reqId', () => {
  const frame = (reqId: string) => `{"op":"auth","reqId":${reqId},"params":{"token":"\\u0061"}}`;

  test.each([
    ['missing', '{"op":"auth","params":{}}'],
    ['null', frame('null')],
    ['a number', frame('1')],
    ['empty', frame('""')],
    ['129 characters', frame(`"${'a'.repeat(129)}"`)],
    ['an escaped letter', frame('"\\u0061"')],
    ['an escaped quote', frame('"\\""')],
    ['an escaped solidus', frame('"\\/"')],
    ['an escaped letter under an escaped name', frame('"a"').replace('"reqId":"a"', '"req\\u0049d":"\\u0061"')],
    ['not ASCII', frame('"é"')],
    ['a control character', frame('"\\u0007"')],
    ['DEL', frame('"\u007f"')],
  ])('that cannot be echoed: %s', (_name, text) => {
    expect(readClientFrame(text)).toMatchObject({ kind: 'faulty', op: 'auth', reqId: null });
  });

  // biome-ignore format: an aligned table
  test.each([
    ['one character',                          frame('"a"')],
    ['128 characters',                         frame(`"${'~'.repeat(128)}"`)],
    ['a space',                                frame('" "')],
    ['escapes elsewhere',                      frame('"a"')],
    ['an escaped name',                        frame('"a"').replace('reqId', 'req\\u0049d')],
    ['another reqId further in, with escapes', '{"params":{"reqId":"\\u0061","a":[{"reqId":"\\u0061"}]},"op":"auth","reqId":"a"}'],
    ['a value that spells the name',           '{"op":"auth","params":{"a":"reqId","b":"\\u0061"},"reqId":"a"}'],
  ])('that is echoed: %s', (_name, text) => {
    expect(readClientFrame(text)).toMatchObject({ kind: 'op' });
  });

  test('of any printable ASCII without quote and backslash is accepted unchanged', () => {
    const characters = Array.from({ length: 0x7f - 0x20 }, (_, index) => String.fromCharCode(0x20 + index)).filter(
      (character) => character !== '"' && character !== '\\',
    );
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...characters), minLength: 1, maxLength: 128 }), (reqId) => {
        expect(readClientFrame(`{"op":"x","reqId":"${reqId}","params":{"t":"\\n"}}`)).toMatchObject({ reqId });
      }),
    );
  });

  test('with an escape in its text is refused, for any character', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 20 }), fc.nat(), (text, at) => {
        const letters = [...text];
        const index = at % letters.length;
        const raw = letters
          .map((letter, place) =>
            place === index
              ? `\\u${(letter.codePointAt(0) ?? 0x61).toString(16).padStart(4, '0').slice(-4)}`
              : JSON.stringify(letter).slice(1, -1),
          )
          .join('');
        expect(readClientFrame(`{"op":"x","reqId":"${raw}"}`)).not.toMatchObject({ kind: 'op' });
      }),
    );
  });
});

test('names unknown members, but not their values', () => {
  expect(readClientFrame('{"op":"x","reqId":"a","params":{},"token":"secret"}')).toMatchObject({ strange: ['token'] });
});
