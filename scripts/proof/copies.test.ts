/** A shell, a test runner or a player runs what a user copies from an exchange. Text from strangers must stay text there. */
import { execFileSync } from 'node:child_process';
import { createContext, runInContext } from 'node:vm';
import fc from 'fast-check';
import { parseSync } from 'oxc-parser';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { HeaderLines } from '../../conformance/member/exchange/exchange.ts';
import { curlOf as checkCurlOf } from '../../conformance/runner/record/describe-exchange.ts';
import { commandLine } from '../../conformance/runner/run/command-line.ts';
import { answer } from '../../conformance/testing/sample-history.ts';
import { curlOf, stepOf, vitestOf } from '../../platform-sim/control/console/traffic/copies.ts';
import type { WholeExchange } from '../../platform-sim/control/console/traffic/whole-exchange.ts';
import { substitute } from '../../scenarios/format/variables.ts';

const CODE = 'globalThis.ran=1';
/** A template placeholder, or a reference of a scenario. */
const hole = (inside: string) => `$\{${inside}}`;
const words = (text: string): readonly string[] => text.split(' ');
const PIECES = [
  ...[hole(CODE), `\\${hole(CODE)}`, hole('key'), `$${hole('key')}`, '$(touch /x)', ': ', ' #', '- '],
  ...words(
    `\` \\ ' '\\'' " $x ! !! @file */ // </script> <!-- - -- [1-9] {a,b} # &a *a % %s \\n é 🎉 a 0 ~ << __proto__`,
  ),
  ...['\n', '\r\n', '\t', '\u001b[201~', '\u0003', '\u0085', '\u007f', '\u202e', '\ufeff', '\u{e0001}'],
  ...['\u2028', '\u2029', '\ud800', '\udc00'],
];
const hostile = fc
  .array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ unit: 'grapheme', maxLength: 3 })), { maxLength: 8 })
  .map((pieces) => pieces.join('').replaceAll('\0', ''));
/** The characters that Node's HTTP parser accepts in a target and in a header value. */
const target = hostile.map((text) => `/me?x=${text.replaceAll(/[^\u0021-\u007e\u0080-\u00ff]/g, '')}`);
const value = hostile.map((text) => text.replaceAll(/[^\t\u0020-\u007e\u0080-\u00ff]/g, '').trim());
/** The value after JSON serialisation by the control plane: JSON has no -0. */
const jsonValue = fc.jsonValue().map((any) => JSON.parse(JSON.stringify({ any })) as { readonly any: unknown });
const body = fc.oneof(hostile, fc.record({ a: hostile, b: jsonValue }), fc.dictionary(hostile, hostile));

const exchange = fc
  .record({
    target,
    value,
    body,
    method: fc.constantFrom('GET', 'POST', 'HEAD'),
    principal: fc.constantFrom(null, 'trader'),
  })
  .map(({ target: sent, value: header, body: content, method, principal }) => {
    const of = { n: 1, atNs: '1', member: 'm1', requestId: 'r-1', status: 400, key: header, principal };
    const names = ['Idempotency-Key', 'If-Match'].map((name) => [name, header]);
    return {
      ...{ ...of, method, target: sent, path: sent },
      refused: { code: 'MALFORMED_REQUEST', message: header, stage: 'shape' },
      request: { headers: [['Content-Type', 'application/json'], ...names], body: content },
      response: { headers: [], body: null },
    } as unknown as WholeExchange;
  });
const where = { baseUrl: 'http://127.0.0.1:4010' } as Parameters<typeof curlOf>[1];

const textOf = (content: unknown) => (typeof content === 'string' ? content : JSON.stringify(content));
/** The text after encoding as UTF-8. */
const carried = (text: string) => text.toWellFormed();

/** The arguments that a shell passes to the curl of the script. */
function wordsIn(script: string): readonly string[] {
  const words = execFileSync('sh', ['-c', `curl() { printf '%s\\0' "$@"; }; ${script}`], {
    encoding: 'utf8',
    env: { ...process.env, TRADER_TOKEN: 't' },
  });
  return words.split('\0').slice(0, -1);
}

/** The values of an option, in order. */
const valuesOf = (words: readonly string[], option: string) =>
  words.flatMap((word, i) => (words[i - 1] === option ? [word] : []));

/** Matches a character that controls a terminal when it is pasted, or that hides the text after it. */
const HIDDEN = /(?!\n)[\p{Cc}\p{Cf}\u2028\u2029\ufeff]/u;

describe('a copied command line', () => {
  test('passes a shell exactly what was sent', () => {
    fc.assert(
      fc.property(exchange, (one) => {
        const script = curlOf({ ...one, principal: null }, where, 'http://127.0.0.1:4011') ?? '';
        expect(script).not.toMatch(HIDDEN);
        const words = wordsIn(script);
        const { headers = [], body: sent } = one.request ?? {};
        expect(words).toContain(`${where.baseUrl}${one.target}`);
        expect(valuesOf(words, '--data-raw')).toEqual([carried(textOf(sent))]);
        expect(valuesOf(words, '-H')).toEqual(
          headers.map(([name, text]) => (text === '' ? `${name};` : `${name}: ${text}`)),
        );
        expect(words.includes('-g') || !/[[\]{}]/.test(one.target ?? '')).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  test("so does that of a check's failure", () => {
    fc.assert(
      fc.property(exchange, ({ target: path, request }) => {
        const headers: HeaderLines = [
          ['User-Agent', 'touchstone/1'],
          ['Authorization', 'Bearer <token of trader>'],
          ...(request?.headers ?? []),
        ];
        const sample = answer('POST /orders', { status: 400 })(1, null);
        const sent = { ...sample, request: { method: 'POST', path: path ?? '', headers, body: textOf(request?.body) } };
        const line = checkCurlOf(sent, where.baseUrl) ?? '';
        expect(line).not.toMatch(HIDDEN);
        const words = wordsIn(line);
        expect(words).toContain(`${where.baseUrl}${path}`);
        expect(valuesOf(words, '--data-raw')).toEqual([carried(textOf(request?.body))]);
        expect(valuesOf(words, '-H')[0]).toBe('Authorization: Bearer t');
      }),
      { numRuns: 60 },
    );
  });

  test('any quoted word is read back unchanged', () => {
    fc.assert(
      fc.property(fc.array(hostile, { minLength: 1, maxLength: 8 }), (words) => {
        const line = commandLine(['curl', ...words]);
        expect(line).not.toMatch(HIDDEN);
        expect(wordsIn(line)).toEqual(words.map(carried));
      }),
      { numRuns: 60 },
    );
  });

  test('there is none if a shell cannot express the body, or the target is not a path', () => {
    const [one] = fc.sample(exchange, { numRuns: 1, seed: 1 }) as [WholeExchange];
    const request = { headers: [], body: 'a\0b' };
    expect(curlOf({ ...one, request }, where, '')).toBeNull();
    for (const away of ['*', 'http://evil.example/me', '@evil.example/me', '.evil.example/me'])
      for (const copied of [
        curlOf({ ...one, target: away }, where, ''),
        stepOf({ ...one, target: away }),
        vitestOf({ ...one, target: away }),
      ])
        expect(copied).toBeNull();
  });
});

describe('a copied test', () => {
  /** Runs it with a fetch that records its arguments. */
  async function ran(source: string): Promise<{ readonly titles: unknown[]; readonly calls: unknown[][] }> {
    const seen = { titles: [] as unknown[], calls: [] as unknown[][] };
    const inner = source.replace(/^import .*$/gm, '').replaceAll('await using', 'const');
    const bodies: (() => Promise<void>)[] = [];
    const given = {
      test: (title: unknown, run: () => Promise<void>) => {
        seen.titles.push(title);
        bodies.push(run);
      },
      expect: () => ({ toBe: () => {} }),
      startSandbox: async () => ({ baseUrl: where.baseUrl, token: async () => 't' }),
      fetch: async (...args: unknown[]) => {
        seen.calls.push(args);
        return { json: async () => ({ error: {} }) };
      },
    };
    const inside = createContext(given);
    runInContext(inner, inside);
    for (const run of bodies) await run();
    expect(inside).not.toHaveProperty('ran');
    return seen;
  }

  test('runs no code of a page that chose the address', async () => {
    const [one] = fc.sample(exchange, { numRuns: 1, seed: 1 }) as [WholeExchange];
    const { calls } = await ran(vitestOf({ ...one, target: `/me?x=\\${hole(CODE)}` }) ?? '');
    expect(calls[0]?.[0]).toBe(`${where.baseUrl}/me?x=\\${hole(CODE)}`);
  });

  test('sends what was sent, and runs no code in it', async () => {
    await fc.assert(
      fc.asyncProperty(exchange, async (one) => {
        const source = vitestOf(one) ?? '';
        expect(source).not.toMatch(HIDDEN);
        expect(parseSync('copied.test.ts', source).errors).toEqual([]);
        const { titles, calls } = await ran(source);
        expect(titles).toEqual([expect.stringContaining(`${one.method} ${one.path}`)]);
        expect(calls[0]?.[0]).toBe(`${where.baseUrl}${one.target}`);
        expect(calls[0]?.[1]).toMatchObject({ method: one.method, body: textOf(one.request?.body) });
      }),
    );
  });
});

describe('a copied step', () => {
  test('is a step of a scenario with the texts that were sent, and contains no reference of a stranger', () => {
    fc.assert(
      fc.property(exchange, (one) => {
        const source = stepOf(one) ?? '';
        expect(source).not.toMatch(HIDDEN);
        // Throws if a text contains a reference.
        const [step = {}] = substitute(parse(source) as readonly Record<string, unknown>[], new Map());
        expect(Object.keys(step).filter((name) => !/^(as|request|key|headers|text|body|expect)$/.test(name))).toEqual(
          [],
        );
        expect(step['request']).toBe(`${one.method} ${one.target}`);
        const sent = one.request?.body;
        expect(step[typeof sent === 'string' ? 'text' : 'body']).toEqual(sent);
      }),
    );
  });
});
