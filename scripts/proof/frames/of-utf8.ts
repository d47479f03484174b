/** Autobahn section 6: text is UTF-8, judged over the whole message and over no single frame of it. */
import { asked, type FrameCase, octets, op, opOfBytes } from './frame-case.ts';
import { fragments, OPCODES, text } from './raw-frame.ts';

const RIGHT: Readonly<Record<string, string>> = {
  'two bytes': 'ñ',
  'three bytes': '€',
  'four bytes': '😀',
  'the Greek of the Autobahn': 'κόσμε',
  'the first of two bytes': '\u0080',
  'the last of two bytes': '\u07ff',
  'the first of three bytes': '\u0800',
  'the last below the surrogates': '\ud7ff',
  'the first above the surrogates': '\ue000',
  'the replacement character': '\ufffd',
  'no character U+FFFE': '\ufffe',
  'no character U+FFFF': '\uffff',
  'the first of four bytes': '\u{10000}',
  'the last of four bytes': '\u{10ffff}',
  'a byte order mark inside': 'a\ufeffb',
  'marks that combine': 'e\u0301\u0327',
  'right to left': 'שלום',
};

const WRONG: Readonly<Record<string, readonly number[]>> = {
  'a byte of a continuation': [0x80],
  'the last byte of a continuation': [0xbf],
  'two bytes of a continuation': [0x80, 0xbf],
  'a lone first of two': [0xc3, 0x20],
  'a lone first of three': [0xe2, 0x20],
  'a lone first of four': [0xf0, 0x20],
  'three bytes without the last': [0xe2, 0x82, 0x22],
  'four bytes without the last': [0xf0, 0x9f, 0x98, 0x22],
  'overlong /, two bytes': [0xc0, 0xaf],
  'overlong /, three bytes': [0xe0, 0x80, 0xaf],
  'overlong /, four bytes': [0xf0, 0x80, 0x80, 0xaf],
  'overlong NUL': [0xc0, 0x80],
  'the largest overlong of two': [0xc1, 0xbf],
  'the largest overlong of three': [0xe0, 0x9f, 0xbf],
  'the largest overlong of four': [0xf0, 0x8f, 0xbf, 0xbf],
  'a high surrogate': [0xed, 0xa0, 0x80],
  'a low surrogate': [0xed, 0xb0, 0x80],
  'a pair of surrogates': [0xed, 0xa0, 0x80, 0xed, 0xb0, 0x80],
  'above the last character': [0xf4, 0x90, 0x80, 0x80],
  'five bytes': [0xf8, 0x88, 0x80, 0x80, 0x80],
  'six bytes': [0xfc, 0x84, 0x80, 0x80, 0x80, 0x80],
  'the byte FE': [0xfe],
  'the byte FF': [0xff],
};

const right = Object.entries(RIGHT).flatMap(([name, characters]) => {
  const bytes = Buffer.from(op('r1', characters));
  const middle = bytes.indexOf(Buffer.from(characters)) + 1;
  return [
    asked(name, 'r1', text(bytes)),
    asked(
      `${name}, cut between two frames`,
      'r1',
      ...fragments(OPCODES.text, [bytes.subarray(0, middle), bytes.subarray(middle)]),
    ),
    asked(`${name}, a byte at a time`, 'r1', ...octets(text(bytes))),
  ];
});

const wrong = Object.entries(WRONG).flatMap(([name, spoilt]): readonly FrameCase[] => {
  const bytes = opOfBytes('r1', Uint8Array.from(spoilt));
  const middle = Math.floor(bytes.length / 2);
  return [
    { name: `${name}: not UTF-8`, sends: [text(bytes)], sees: [{ closes: [1007] }] },
    {
      name: `${name}: not UTF-8, in two frames`,
      sends: fragments(OPCODES.text, [bytes.subarray(0, middle), bytes.subarray(middle)]),
      sees: [{ closes: [1007] }],
    },
  ];
});

export const UTF8_CASES: readonly FrameCase[] = [...right, ...wrong];
