import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RequirementRow, RunRecord } from '../conformance/runner/record/run-record.ts';
import { canonicalJson } from './canonical-json.ts';
import { REPORT_FORMATS, type ReportFormat } from './formats.ts';
import { comparisonPage } from './html.ts';
import { block, code, inline } from './markdown.ts';
import type { ComparisonData, PageData } from './page-data.ts';
import { readRunRecord } from './read-record.ts';
import { anyRecord, anyText, HOSTILE } from './testing/any-record.ts';
import { type Element, readMarkup } from './testing/markup.ts';
import { rendered } from './testing/rendered.ts';
import { check, passing, recordOf } from './testing/sample-record.ts';
import { visible } from './visible-text.ts';

const RUNS = { numRuns: 150 };
/** A page is as long as its script: fewer of them show the same. */
const PAGES = { numRuns: 60 };
const WITH_ROWS = (Object.keys(REPORT_FORMATS) as ReportFormat[]).filter((format) => format !== 'badge');

/** Replaces every text of a record by a harmless one; empty ones stay empty. */
function tamed(record: RunRecord): RunRecord {
  const known = new Map<string, string>();
  const tame = (text: string) => {
    if (text === '') return text;
    if (!known.has(text)) known.set(text, `t${known.size}`);
    return known.get(text) ?? '';
  };
  const kept = new Set(['verdict', 'stopped', 'schema', 'name', 'version']);
  const walk = (value: unknown, key: string): unknown => {
    if (typeof value === 'string') return kept.has(key) || /^[A-Z]+-[0-9]+$/.test(value) ? value : tame(value);
    if (Array.isArray(value)) return value.map((one) => walk(one, key));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, walk(inner, name)]));
  };
  return walk(record, '') as RunRecord;
}

const markupOf = (format: ReportFormat, record: RunRecord) => {
  const text = rendered(record, format);
  // A badge has no prologue: it is part of a page, or a whole file.
  return format === 'badge' ? `<!doctype html>\n${text.trimEnd()}` : withoutScripts(text);
};

const skeleton = (elements: readonly Element[]) =>
  elements.map(({ name, attributes, depth }) => `${depth} ${name} ${Object.keys(attributes).join(' ')}`);

/** What the page holds apart from its own style and script, and from the data, none of which is markup. */
function withoutScripts(page: string): string {
  return page.replace(/(<(style|script)[^>]*>)[\s\S]*?<\/\2>/g, '$1</$2>');
}

function dataOf(page: string): PageData {
  const [, text = ''] = /<script type="application\/json" id="data">([\s\S]*?)<\/script>/.exec(page) ?? [];
  return JSON.parse(text) as PageData;
}

function rowsOf(format: ReportFormat, text: string, id: string): number {
  switch (format) {
    case 'json':
      return (JSON.parse(text) as RunRecord).requirements.filter((row) => row.id === id).length;
    case 'junit':
      return readMarkup(text).filter(({ name, attributes }) => name === 'testcase' && attributes['name'] === id).length;
    case 'html':
      return readMarkup(withoutScripts(text)).filter(({ name, text: of }) => name === 'th' && of === id).length;
    case 'badge':
      return 1;
    case 'md':
      return text.split('\n').filter((line) => line.startsWith(`| ${id} | `)).length;
  }
}

test.each(['html', 'junit', 'md'] as const)(
  '%s shows server errors, flaky checks and states that were not reached',
  (format) => {
    const [sample] = fc.sample(anyRecord, { numRuns: 1, seed: 7 });
    const [requirement] = sample?.requirements ?? [];
    if (sample === undefined || requirement === undefined) throw new Error('one record with a requirement');
    const proves = [requirement.id];
    const error = { request: 'PUT /policies/{id}', status: 500, code: 'INTERNAL_ERROR', message: 'oh no', count: 3 };
    const record: RunRecord = {
      ...sample,
      requirements: [{ ...requirement, verdict: 'fail', checks: ['a/failing'] }],
      checks: [
        check('a/failing', 'fail', { proves, serverErrors: [error] }),
        check('a/flaky', 'pass', { proves, flaky: true, unreached: ['a lease that ends'] }),
      ],
    };
    const text = rendered(record, format).replaceAll('\\', '');
    for (const said of ['answered 500', 'INTERNAL', '3 times', 'a/flaky', 'a lease that ends'])
      expect(text).toContain(said);
  },
);

test.each(['html', 'junit', 'md', 'badge'] as const)('%s shows the new failure before the accepted one', (format) => {
  const proves = ['MON-01'] as const;
  const clause = (clauseOf: string) => ({ requirement: proves[0], clause: clauseOf, expected: clauseOf, seen: 'x' });
  const accepted = { ...clause('OLD'), known: { reason: 'GW-41', owner: 'edge', expires: '2026-12-31' } };
  const requirement = { ...passing(proves[0], ['a/old', 'a/both']), verdict: 'fail' as const };
  const record = recordOf(
    [requirement],
    [
      check('a/old', 'fail', { proves, known: true, broken: [accepted] }),
      check('a/both', 'fail', { proves, broken: [clause('FRESH'), accepted] }),
    ],
  );
  const text = rendered(record, format).replace(/<script.*/s, '');
  expect(text).toContain('1 new, 2 known');
  expect(text.indexOf('a/both')).toBeLessThanOrEqual(text.indexOf('a/old'));
  if (format !== 'badge') expect(text).toMatch(/\bMoney\b/);
});

describe('for any record', () => {
  test.each(WITH_ROWS)('every requirement has one row in %s', (format) => {
    fc.assert(
      fc.property(anyRecord, (record) => {
        const text = rendered(record, format);
        expect(record.requirements.map(({ id }) => [id, rowsOf(format, text, id)])).toEqual(
          record.requirements.map(({ id }) => [id, 1]),
        );
      }),
      RUNS,
    );
  });

  test.each(['junit', 'html', 'badge'] as const)('%s is well-formed, and no text changes its elements', (format) => {
    fc.assert(
      fc.property(anyRecord, (record) => {
        // What is marked depends on the texts.
        const of = (one: RunRecord) => readMarkup(markupOf(format, one)).filter(({ name }) => name !== 'mark');
        expect(skeleton(of(record))).toEqual(skeleton(of(tamed(record))));
      }),
      RUNS,
    );
  });

  test('the page runs its own script alone, fetches nothing, and holds the record whole', () => {
    fc.assert(
      fc.property(anyRecord, (record) => {
        const page = rendered(record, 'html');
        const data = dataOf(page);
        expect(data.kind === 'report' && data.record).toEqual(JSON.parse(JSON.stringify(record)));
        expect(page.match(/<script/g)).toHaveLength(2);
        expect(page.match(/<\/script/g)).toHaveLength(2);
        const elements = readMarkup(withoutScripts(page));
        const texts = elements.filter(({ name }) => name === 'h3').map(({ text }) => text);
        for (const { title, verdict } of record.checks) {
          if (verdict === 'fail') expect(texts.some((text) => text.endsWith(visible(title)))).toBe(true);
        }
        for (const { name, attributes } of elements) {
          expect(['img', 'iframe', 'object', 'link', 'form', 'a', 'base']).not.toContain(name);
          expect(Object.keys(attributes).filter((key) => /^(on|style$|src$|href$)/.test(key))).toEqual([]);
        }
      }),
      PAGES,
    );
  });

  test('its policy allows the style and the script that it has, by their hashes, and nothing else', () => {
    const [record] = fc.sample(anyRecord, { numRuns: 1, seed: 5 });
    if (record === undefined) throw new Error('a record');
    const page = rendered(record, 'html');
    const hashOf = (element: string) => {
      const [, text = ''] = new RegExp(`<${element}>([\\s\\S]*?)</`).exec(page) ?? [];
      return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
    };
    const policy = readMarkup(withoutScripts(page)).find(({ attributes }) => 'http-equiv' in attributes)?.attributes[
      'content'
    ];
    expect(policy).toBe(
      `default-src 'none'; script-src ${hashOf('script type="module"')}; style-src ${hashOf('style')}; base-uri 'none'; form-action 'none'`,
    );
  });

  test('the comparison keeps hostile texts as data', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const summary = { pass: 0, fail: 1, inconclusive: 0, 'not-applicable': 0, 'not-exercised': 0 };
        const clause = { check: text, requirement: text, clause: text };
        const changes = { changed: [text], newFailures: [clause], fixed: [], stillFailing: [], flaky: [text] };
        const trend = { file: text, headline: text, tone: 'bad', startedAt: text, durationMs: 1, requests: 1 } as const;
        const data: ComparisonData = {
          kind: 'comparison',
          changes: { ...changes, newlyExercised: [], lost: [], depth: [] },
          trend: [{ ...trend, target: text, contract: text, summary }],
          unsteady: [],
          statements: {},
        };
        const page = comparisonPage(data);
        expect(dataOf(page)).toEqual(data);
        readMarkup(withoutScripts(page));
      }),
      { ...PAGES, examples: HOSTILE.map((text): [string] => [text]) },
    );
  });

  test('report.json is the record, with its properties in a fixed order', () => {
    const reversed = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(reversed);
      if (typeof value !== 'object' || value === null) return value;
      return Object.fromEntries(
        Object.entries(value)
          .map(([k, v]) => [k, reversed(v)] as const)
          .reverse(),
      );
    };
    fc.assert(
      fc.property(anyRecord, (record) => {
        const text = canonicalJson(record);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(record)));
        expect(canonicalJson(reversed(record) as RunRecord)).toBe(text);
        expect(canonicalJson(readRunRecord(text, 'report.json'))).toBe(text);
      }),
      RUNS,
    );
  });

  test('Markdown contains only its own tags', () => {
    fc.assert(
      fc.property(anyRecord, (record) => {
        const fenceless = rendered(record, 'md')
          .replace(/^(`{3,})\n[\s\S]*?\n\1$/gm, '')
          // An escaped backtick begins no span.
          .replace(/\\.|(`+)[^\n]*?[^`]\1(?!`)/g, '');
        const tags = [...fenceless.matchAll(/<[^>\n]*>?/g)].map(([tag]) => tag);
        const own = ['<details>', '</details>', '<summary>', '</summary>', '<sub>', '</sub>'];
        expect(tags.filter((tag) => !own.includes(tag))).toEqual([]);
      }),
      RUNS,
    );
  });

  test('a line of Markdown stays a line, without links, mentions or markup', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const line = inline(text);
        expect(line).not.toMatch(/[\n\r<>]/);
        expect(line).not.toMatch(/(?<!\\)(?:\\\\)*[`*_[\]|~$]/);
        expect(line).not.toMatch(/@[\w-]|#[\w]|:\/\//);
      }),
      { numRuns: 1_000, examples: HOSTILE.map((text): [string] => [text]) },
    );
  });
});

test('code in Markdown is fenced by more backticks than it holds', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const [fence = '', ...lines] = block(text).split('\n');
      expect(fence).toMatch(/^`{3,}$/);
      expect(lines.pop()).toBe(fence);
      expect(lines.join('\n')).toBe(visible(text));
      expect(lines.some((line) => line.includes(fence))).toBe(false);
      const [span = ''] = /^`+/.exec(code(text)) ?? [];
      expect(code(text).slice(span.length, -span.length)).not.toContain(span);
      expect(code(text)).not.toContain('\n');
    }),
    { numRuns: 1_000, examples: HOSTILE.map((text): [string] => [text]) },
  );
});

test('a comment has room for the largest report', () => {
  const long = '@`|<&*'.repeat(5_000);
  const [record] = fc.sample(anyRecord, { numRuns: 1, seed: 1 });
  if (record === undefined) throw new Error('no record');
  const requirements = Array.from({ length: 265 }, (_, i) => ({
    id: `IDEM-${i + 100}` as RunRecord['requirements'][number]['id'],
    ...(i % 2 === 0
      ? { verdict: 'not-exercised' as const, reason: `${i} ${long}`, checks: [] }
      : { verdict: 'pass' as const, checks: ['a/b', `not-run/${i}`] }),
    exercised: 0,
    depth: { seen: 1_234, known: 12_345 },
  }));
  const texts = { path: long, given: long, expected: long, seen: long, rerun: long, curl: long };
  const counterexample = { seed: 1, exchanges: [], ...texts };
  const proves = requirements.map(({ id }) => id);
  const failing = Array.from({ length: 400 }, (_, i) =>
    check(`${i}/${long}`, i % 2 === 0 ? 'fail' : 'inconclusive', { title: long, proves, reason: long, counterexample }),
  );
  const notRun = ['a/b', ...requirements.map((_, i) => `not-run/${i}`)].map((id, i) =>
    check(id, i === 0 ? 'pass' : 'not-exercised', {
      ...{ title: long, proves: ['IDEM-01'], reason: `${i} of what the profile does not name` },
      depth: { seen: 1_234, known: 12_345, unit: long },
    }),
  );
  const lost = requirements.map(({ id }) => ({ id, why: long }));
  const since = { file: long, startedAt: long, newFailures: [], fixed: [], lost };
  const text = rendered({ ...record, since, requirements, checks: [...failing, ...notRun] }, 'md');
  expect(text.length).toBeLessThan(65_536);
});

test('a stored report of an earlier version has no pass without a case', () => {
  const [record] = fc.sample(anyRecord, { numRuns: 1, seed: 1 });
  if (record === undefined) throw new Error('no record');
  const row = (id: RequirementRow['id'], exercised: number) => ({ ...passing(id, []), exercised });
  const summary = { ...record.summary, pass: 2, 'not-exercised': 0 };
  const text = canonicalJson({ ...record, summary, requirements: [row('WSS-06', 0), row('WSS-07', 1)] });
  const { requirements, summary: counted } = readRunRecord(text, 'report.json');
  expect(requirements.map(({ id, verdict }) => [id, verdict])).toEqual([
    ['WSS-06', 'not-exercised'],
    ['WSS-07', 'pass'],
  ]);
  expect(counted).toMatchObject({ pass: 1, 'not-exercised': 1 });
});

const TOLERATED = [
  { id: 'A7', kind: 'not judged', point: 'does an unknown route register a caller', accepts: 'untested' },
  { id: 'A24', kind: 'either', point: 'Idempotent-Replay on an attached answer', accepts: 'either' },
] as const;

test.each(['json', 'md', 'html'] as const)('what no verdict rests on is listed by its ids: %s', (format) => {
  const [record] = fc.sample(anyRecord, { numRuns: 1, seed: 1 });
  if (record === undefined) throw new Error('no record');
  const { tolerations: _, ...older } = record;
  const listed = rendered({ ...record, tolerations: TOLERATED }, format);
  for (const { id, point } of TOLERATED) {
    expect(listed).toMatch(new RegExp(`${id}\\b[^\\n]*${point}`));
    expect(rendered(older, format)).not.toContain(point);
  }
});
