import { describe, expect, test } from 'vitest';
import { gatesAt } from '../contract/versions.ts';
import { ACCOUNTS, refused, STATE, sent, VERSION } from '../testing/sample-documents.ts';
import { DOCUMENT_LIMIT_BYTES, sendableDocument } from './algo-document.ts';

describe('a name becomes its id, and stays as a comment', () => {
  // biome-ignore format: an aligned table
  test.each<[string, string, string]>([
    ['an account', '{"account":"main"}', '{"account":1 /* main */}'],
    ['an instrument', '{"instrument": "BTC-USD"}', '{"instrument": 3 /* BTC-USD */}'],
    ['in the kind that the schema states', '{"account":"BTC-USD"}', '{"account":16 /* BTC-USD */}'],
    ['in an array', '{"accounts":["main",5,"m"]}', '{"accounts":[1 /* main */,5,2147483647 /* m */]}'],
    ['in a tuple, and not past it', '{"pair":["main","ETH-USD","main"]}', '{"pair":[1 /* main */,4 /* ETH-USD */,"main"]}'],
    ['through $ref', '{"legs":[{"account":"main"},{}]}', '{"legs":[{"account":1 /* main */},{}]}'],
    ['through a $ref with an escape', '{"all":"main"}', '{"all":1 /* main */}'],
    ['through additionalProperties', '{"byName":{"x":"main","note":"main"}}', '{"byName":{"x":1 /* main */,"note":"main"}}'],
    [
      'through patternProperties',
      '{"byPattern":{"a1":"main","note":"main","(":"ETH-USD"}}',
      '{"byPattern":{"a1":1 /* main */,"note":"main","(":4 /* ETH-USD */}}',
    ],
    ['in a then', '{"whether":"main"}', '{"whether":1 /* main */}'],
    ['in an else', '{"whether":{"a":"main"}}', '{"whether":{"a":1 /* main */}}'],
    ['through anyOf', '{"either":"main"}', '{"either":1 /* main */}'],
    ['through oneOf', '{"one":{"a":"main","b":"ETH-USD"}}', '{"one":{"a":1 /* main */,"b":4 /* ETH-USD */}}'],
    ['of the first kind that holds it', '{"any":["main"],"any":"ETH-USD"}', '{"any":["main"],"any":4 /* ETH-USD */}'],
    ['in a recursive schema', '{"tree":{"left":{"at":"main"}}}', '{"tree":{"left":{"at":1 /* main */}}}'],
    ['next to a name with escapes', '{"acc\\u006funt":"m\\u0061in"}', '{"acc\\u006funt":1 /* main */}'],
    ['of a member stated twice', '{"account":"main","account":"m"}', '{"account":1 /* main */,"account":2147483647 /* m */}'],
    ['of any script', '{"account":"Zürich 💶"}', '{"account":7 /* Zürich 💶 */}'],
    ['that looks like a comment', '{"accounts":["/*","*","//"]}', '{"accounts":[9 /* /* */,10 /* * */,17 /* // */]}'],
    ['among comments', '{/*"account":"x"*/"account"/**/:/*a*/"main"//b', '{/*"account":"x"*/"account"/**/:/*a*/"main"//b'],
    ['among comments that end', '{"account":/*a*/"main"/*b*/}//c', '{"account":/*a*/1 /* main *//*b*/}//c'],
    ['with trailing commas', '{"accounts":["main",],}', '{"accounts":[1 /* main */,],}'],
    ['across line ends of two kinds', '{\r\n\t"account" :\r\n "main"\n}', '{\r\n\t"account" :\r\n 1 /* main */\n}'],
    ['that is a quotation mark', '{"account":"\\""}', '{"account":15 /* " */}'],
  ])('%s', async (_, written, expected) => {
    expect(await sent(written)).toBe(expected);
  });
});

describe('everything else is sent unchanged', () => {
  test.each<[string, string]>([
    ['an id', '{ "account": 1 , "instrument":3.0}'],
    ['neither a name nor an id', '{"account":null,"instrument":{"a":["main"]},"accounts":"main"}'],
    ['a string without a reference', '{"note":"main","open":"main","unknown":{"account":"main"}}'],
    ['a reference of a kind that has no names', '{"strange":"main"}'],
    ['a $ref that leads nowhere', '{"lost":"main","elsewhere":"main"}'],
    ["a member of JavaScript's own", '{"__proto__":{"account":"main"},"toString":"main","constructor":"main"}'],
    ['no object at all', '"main"'],
    ['an empty text', ''],
    ['white space', ' \n'],
    ['a byte order mark', '\ufeff{"account":"main"}'],
    ['text that breaks off', '{"account":"main"'],
    ['text after its end', '{"account":"main"} x'],
    ['a name in single quotes', "{'account':'main'}"],
    ['an invalid escape', '{"account":"main","note":"\\x"}'],
    ['a control character in a string', '{"account":"main","note":"\u0001"}'],
    ['a comment that does not end', '{"account":"main"}/*'],
    ['a missing comma', '{"accounts":["main" "main"]}'],
    ['six thousand brackets', '['.repeat(6_144)],
    ['more levels than mean anything', `{"accounts":${'['.repeat(300)}${']'.repeat(300)},"account":"main"}`],
  ])('%s', async (_, written) => {
    expect(await sent(written)).toBe(written);
  });

  test('brackets in comments and strings do not nest', async () => {
    const brackets = '['.repeat(2_000);
    expect(await sent(`{"note":"${brackets}","account":"main"}//${brackets}`)).toContain('"account":1 /* main */');
  });

  test('of a version that this member does not hold', () => {
    const document = '{"account":"absent"}';
    expect(sendableDocument({ gates: gatesAt('0.14.0'), state: STATE }, 1, undefined, document)).toBe(document);
  });

  test('before 0.11.1', () => {
    const document = '{"account":"main"}';
    expect(sendableDocument({ gates: gatesAt('0.11.0'), state: STATE }, 1, VERSION, document)).toBe(document);
    expect(sendableDocument({ gates: gatesAt('0.11.1'), state: STATE }, 1, VERSION, document)).not.toBe(document);
  });
});

describe('ids without comments', () => {
  test.each(['a*/b', 'two\nlines', 'line\u2028end', 'half \ud83d pair', 'tab\tbed'])(
    '%j cannot be a comment',
    async (name) => {
      const id = ACCOUNTS.find(([known]) => known === name)?.[1];
      expect(await sent(`{"accounts":["main",${JSON.stringify(name)}]}`)).toBe(`{"accounts":[1,${id}]}`);
    },
  );

  test('comments would exceed the limit', async () => {
    const document = '{"account":"main","note":"…"}';
    const commented = padded(document, DOCUMENT_LIMIT_BYTES - 6);
    expect(await sent(commented)).toBe(commented.replace('"main"', '1 /* main */'));
    const bare = padded(document, DOCUMENT_LIMIT_BYTES - 5);
    expect(await sent(bare)).toBe(bare.replace('"main"', '1'));
  });
});

describe('too large', () => {
  test.each<[string, number, boolean]>([
    ['exactly the bound passes', DOCUMENT_LIMIT_BYTES, true],
    ['a byte more does not', DOCUMENT_LIMIT_BYTES + 1, false],
  ])('%s', async (_, bytes, passes) => {
    for (const document of ['{"note":"…"}', 'no JSONC …']) {
      const written = padded(document, bytes);
      if (passes) expect(await sent(written)).toBe(written);
      else expect((await refused(written)).code).toBe('DOCUMENT_TOO_LARGE');
    }
  });

  test('as written is checked before any name in it, for any version', async () => {
    const document = padded('{"account":"absent"}', DOCUMENT_LIMIT_BYTES + 1);
    expect((await refused(document)).code).toBe('DOCUMENT_TOO_LARGE');
    const services = { gates: gatesAt('0.11.0'), state: STATE };
    expect(() => sendableDocument(services, 1, undefined, document)).toThrow('longer than 6144 bytes of UTF-8');
  });

  test('that fits as written does not fit with ids', async () => {
    // Three bytes a name become ten.
    const document = padded('{"accounts":["m","m","m"]}', DOCUMENT_LIMIT_BYTES - 20);
    const refusal = await refused(document);
    expect([refusal.code, refusal.message]).toEqual([
      'DOCUMENT_TOO_LARGE',
      'document: with ids in place of its names longer than 6144 bytes of UTF-8; nothing was sent',
    ]);
    expect(Buffer.byteLength(await sent(document.slice(0, -1)))).toBe(DOCUMENT_LIMIT_BYTES);
  });
});

describe('an unknown name', () => {
  // biome-ignore format: an aligned table
  test.each<[string, string, string, string]>([
    ['an account',                    '{"account":"absent"}',                        'REFERENCE_UNKNOWN_ACCOUNT',    'line 1, column 12'],
    ['an instrument',                 '{\r\n"instrument":"X"}',                      'REFERENCE_UNKNOWN_INSTRUMENT', 'line 2, column 14'],
    ['another spelling',              '{"account":"Main"}',                          'REFERENCE_UNKNOWN_ACCOUNT',    'line 1, column 12'],
    ['a space more',                  '{"account":" main"}',                         'REFERENCE_UNKNOWN_ACCOUNT',    'line 1, column 12'],
    ['no name',                       '{"account":""}',                              'REFERENCE_UNKNOWN_ACCOUNT',    'line 1, column 12'],
    ['digits',                        '{"account":"1"}',                             'REFERENCE_UNKNOWN_ACCOUNT',    'line 1, column 12'],
    ['a symbol for an account',       '{"account":"ETH-USD"}',                       'REFERENCE_UNKNOWN_ACCOUNT',    'line 1, column 12'],
    ['a member that is stated again', '{"account":"x","account":1}',                 'REFERENCE_UNKNOWN_ACCOUNT',    'line 1, column 12'],
    ['of either kind',                '{"any":"absent"}',                            'REFERENCE_UNKNOWN_ACCOUNT',    'line 1, column 8'],
    ['the first of several',          '{"legs":[{"instrument":"X","account":"x"}]}', 'REFERENCE_UNKNOWN_INSTRUMENT', 'column 24'],
  ])('%s', async (_, written, code, place) => {
    const refusal = await refused(written);
    expect([refusal.code, refusal.row.status]).toEqual([code, 422]);
    expect(refusal.message).toContain(place);
  });

  test('gives the same message whether another organisation holds it or none', async () => {
    const [foreign, absent] = [await refused('{"account":"foreign"}'), await refused('{"account":"nowhere"}')];
    expect([foreign.code, foreign.message, foreign.headers]).toEqual([absent.code, absent.message, absent.headers]);
    expect(await sent('{"account":"foreign"}', VERSION, 2)).toBe('{"account":99 /* foreign */}');
  });
});

/** The document with `…` replaced by white space, or with white space appended, up to this many bytes. */
function padded(document: string, bytes: number): string {
  const hole = document.includes('…');
  const missing = ' '.repeat(bytes - Buffer.byteLength(document) + (hole ? Buffer.byteLength('…') : 0));
  return hole ? document.replace('…', missing) : document + missing;
}
