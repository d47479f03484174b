import { describe, expect, test } from 'vitest';
import { entry, GATEWAY, har, imported, PLACED, READ } from './testing/sample-har.ts';

describe('a hostile file ends in one clear line:', () => {
  const deep = '['.repeat(200_000);
  test.each([
    ['100 MB', Buffer.alloc(100_000_000, 0x20), /it has 100 MB, and 64 are the most/],
    ['empty', '', /neither JSON nor JSON Lines/],
    ['binary', Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0]), /it is binary/],
    ['no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22]), /no UTF-8 text/],
    ['UTF-16', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(har(), 'utf16le')]), /UTF-16; save it as UTF-8/],
    ['truncated', har(entry(PLACED)).slice(0, -20), /neither JSON nor JSON Lines: .*JSON/],
    ['nested deeply', deep + ']'.repeat(200_000), /no HAR, and none of/],
    ['nested and torn', deep, /neither JSON nor JSON Lines/],
    ['no HAR', '{"log": {"entries": 7}}', /it is no HAR \(log.entries: /],
    ['null', 'null', /it is no HAR/],
    ['no entries', har(), /no entry is a request of the contract/],
    ['wrong types', har({ startedDateTime: 7, request: [], response: null }), /no entry is a request of the contract/],
    ['another site', har(entry({ url: 'https://shop.example.com/cart' })), /--base-url names the gateway/],
    [
      'huge bodies',
      har(...Array.from({ length: 20 }, (_, at) => entry({ at, url: `${GATEWAY}/me`, answer: 'x'.repeat(1_000_000) }))),
      /its bodies have 21 MB, and 16 are the most/,
    ],
    [
      '2,001 requests',
      har(...Array.from({ length: 2_001 }, (_, at) => entry({ at, url: `${GATEWAY}/me?x=${at}` }))),
      /it has 2001 requests, and 2000 are the most/,
    ],
    ['an address of a scheme that runs', har(entry({ url: 'javascript:alert(1)' })), /no entry is a request/],
  ])('%s', async (_, content, line) => {
    const { status, out, err } = await imported(content);
    expect({ status, out }).toEqual({ status: 2, out: '' });
    expect(err).toMatch(line);
    expect(err.trimEnd().split('\n').length).toBeLessThan(3);
  });

  // biome-ignore format: an aligned table
  test.each([
    ['a body that is nested deeply', { ...PLACED, body: undefined, raw: `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}` }],
    ['a body named __proto__',       { ...PLACED, raw: '{"__proto__":{"polluted":true},"constructor":1}' }],
    ['a body of a megabyte',         { ...PLACED, raw: JSON.stringify({ remark: 'x'.repeat(900_000) }) }],
    ['embedded references',       { ...PLACED, raw: `{"remark":"\${fixtures.account.name} \${x} $\${y}"}` }],
  ])('or is imported: %s', async (_, { raw, ...sent }) => {
    const made = entry({ ...sent, body: {} });
    Object.assign(made.request, { postData: { mimeType: 'application/json', text: raw } });
    const { status, err } = await imported(
      har(made, entry({ ...READ, answer: JSON.parse(raw.length > 1_000 ? '{}' : raw) })),
    );
    expect(status, err.slice(0, 2_000)).toBe(0);
    expect(({} as Readonly<Record<string, unknown>>)['polluted']).toBeUndefined();
  });
});
