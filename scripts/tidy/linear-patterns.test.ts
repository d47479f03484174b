/**
 * Every pattern of the product meets a text that a stranger wrote sooner or later: a body, a header, a file. None may take
 * more than linear time for any text, or a few hundred kilobytes stop a command for minutes. So each is run over its own
 * worst texts of that length. A pattern that is not linear takes from half a minute to years for that, one that is takes
 * milliseconds: the limit between them only ends a hang.
 */
import { createContext, Script } from 'node:vm';
import { expect, test } from 'vitest';
import { startStopwatch } from '../../conformance/runner/stopwatch.ts';
import { walkSource } from './imports.ts';
import { sourceFiles, sourceOf } from './source-files.ts';

interface Pattern {
  readonly where: string;
  readonly source: string;
  readonly flags: string;
}

const PRODUCT =
  /^(gateway|platform-sim|conformance|scenarios|reports|scripts\/(cli|api|recording))\/(?!.*(\.test\.|\/testing\/)).*\.(ts|tsx|js)$/;
/** Without one of these a pattern looks at a bounded number of characters from each place. */
const UNBOUNDED = /[*+]|\{\d+,\d*\}|\{\d{2,}/;
const HANG_MS = 10_000;
const LONG = 250_000;
/** Long enough to tell which of a pattern's texts is its worst, and short enough to try thousands. */
const TRIAL = 400;

const ATOM =
  /\\[pP]\{[^}]*\}|\\u\{[^}]*\}|\\u[0-9a-fA-F]{4}|\\x[0-9a-fA-F]{2}|\\.|\[(?:\\.|[^\]\\])*\]|[^()|?*+{}^$]/gs;
const CHARACTERS = [
  ...Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)),
  ...['\n', '\t', '\r', '\0', '\u0085', '\u2028', 'é', '\u200b', '\ud800'],
];

/** One character of each kind that the pattern tells apart. */
function alphabetOf({ source, flags }: Pattern): readonly string[] {
  const atoms = [...new Set(source.match(ATOM))].flatMap((atom) => {
    try {
      return [new RegExp(`^(?:${atom})$`, flags.replaceAll(/[gy]/g, ''))];
    } catch {
      return [];
    }
  });
  const byKind = Map.groupBy(CHARACTERS, (one) => atoms.map((atom) => Number(atom.test(one))).join(''));
  return [...byKind.values()].map(([first = '']) => first).slice(0, 8);
}

/** Runs of plain characters, such as `eyJ`. */
function wordsOf({ source }: Pattern): readonly string[] {
  const plain = source.replaceAll(/\\[bBdDwWsSpPk]|\[[^\]]*\]/g, ' ').replaceAll(/\\(.)/g, '$1');
  return [...new Set(plain.match(/[^()|?*+{}^$[\] ]{2,}/g))].slice(0, 4);
}

/** What to begin with, what to repeat, and what to end with. */
function textsOf(pattern: Pattern): readonly (readonly [string, string, string])[] {
  const alphabet = alphabetOf(pattern);
  const words = wordsOf(pattern);
  const pairs = alphabet.flatMap((a) => alphabet.map((b) => a + b));
  const triples = alphabet.length > 5 ? [] : pairs.flatMap((pair) => alphabet.map((one) => pair + one));
  const joined = words.flatMap((word) => alphabet.flatMap((one) => [word + one, one + word]));
  const repeated = [...alphabet, ...pairs, ...triples, ...words, ...joined];
  return ['', ...words].flatMap((first) =>
    repeated.flatMap((pump) => ['', '\u0001\n'].map((last) => [first, pump, last] as const)),
  );
}

function textOf([first, pump, last]: readonly [string, string, string], length: number): string {
  return first + pump.repeat(Math.ceil(length / pump.length)) + last;
}

const INSIDE = createContext({ now: () => stopwatch.nowMs() });
const EACH = new Script(
  '{ const { texts, pattern, took, now } = globalThis; for (const text of texts) { const from = now(); text.replace(pattern, ""); took.push(now() - from); } }',
);

/** Runs a pattern over texts; undefined: it took too long. */
function timesOf({ source, flags }: Pattern, texts: readonly string[], limitMs: number): readonly number[] | undefined {
  const took: number[] = [];
  const pattern = new RegExp(source, flags.includes('g') ? flags : `${flags}g`);
  Object.assign(INSIDE, { pattern, texts, took });
  try {
    EACH.runInContext(INSIDE, { timeout: limitMs });
    return took;
  } catch {
    return undefined;
  }
}

/** A text that is too much for the pattern; undefined: there is none. */
function tooMuch(pattern: Pattern, hangMs = HANG_MS): string | undefined {
  const texts = textsOf(pattern);
  const took = timesOf(
    pattern,
    texts.map((one) => textOf(one, TRIAL)),
    hangMs,
  );
  const slowest = texts.map((_, i) => i).toSorted((a, b) => (took?.[b] ?? 0) - (took?.[a] ?? 0));
  const worst = slowest.slice(0, 3).flatMap((i) => (texts[i] === undefined ? [] : [texts[i]]));
  return worst
    .find((one) => took === undefined || timesOf(pattern, [textOf(one, LONG)], hangMs) === undefined)
    ?.join('|');
}

const stopwatch = startStopwatch();
const patterns = new Map<string, Pattern>();
const computed: string[] = [];
for (const file of sourceFiles(PRODUCT)) {
  const text = sourceOf(file);
  walkSource(file, text, (node, line) => {
    const regex = node['regex'] as { readonly pattern: string; readonly flags: string } | undefined;
    const where = `${file}:${line()}`;
    if (regex !== undefined && UNBOUNDED.test(regex.pattern)) {
      patterns.set(`${regex.pattern}/${regex.flags}`, { where, source: regex.pattern, flags: regex.flags });
    }
    const callee = node['callee'] as { readonly name?: unknown } | undefined;
    if (callee?.name === 'RegExp') computed.push(`${where} ${text.slice(node.start, node.end)}`);
  });
}

test('what is not linear is found', () => {
  const known = [
    ['eyJ[A-Za-z0-9_-]{8,}\\.[A-Za-z0-9_-]*', 'g'],
    ['(a+)+$', ''],
    ['\\s+$', ''],
    ['"(?:[^"\\\\]|\\\\.)*"', 'g'],
    ['^.*:.*:.*$', ''],
  ] as const;
  expect(known.map(([source, flags]) => tooMuch({ where: '', source, flags }, 250) === undefined)).toEqual(
    known.map(() => false),
  );
});

test('each pattern of the product takes linear time', () => {
  expect(patterns.size).toBeGreaterThan(0);
  const slow = [...patterns.values()].flatMap((pattern) => {
    const text = tooMuch(pattern);
    return text === undefined ? [] : [`${pattern.where} /${pattern.source}/${pattern.flags}: ${JSON.stringify(text)}`];
  });
  expect(slow).toEqual([]);
});

test('a pattern that is put together is anchored, or known here', () => {
  /** Each with what bounds it. */
  const KNOWN = {
    'conformance/runner/plan/listing.ts': 'looks at a line of the terminal',
    'gateway/routes/document-schema.ts': 'the pattern is of the world, the text a name in a document of 6 KB',
    'gateway/variations/rows/algos.ts': 'begins with its own mark',
    'scenarios/contrast/contrast.ts': 'made here, anchored',
    'scenarios/format/bounded-match.ts': 'is only compiled there, and runs for a bounded time',
  };
  const unknown = computed.filter((one) => !/RegExp\(\s*`\^/.test(one) && !((one.split(':')[0] ?? '') in KNOWN));
  expect(unknown).toEqual([]);
});
