import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RunRecord } from '../conformance/runner/run-record.ts';
import { anyRecord, anyText, HOSTILE } from './any-record.ts';
import { canonicalJson } from './canonical-json.ts';
import type { ReportFormat } from './index.ts';
import { REPORT_FORMATS, renderReport } from './index.ts';
import { block, code, inline } from './markdown-text.ts';
import type { Element } from './markup.ts';
import { readMarkup } from './markup.ts';
import { readRunRecord } from './read-record.ts';
import { visible } from './visible-text.ts';

const RUNS = { numRuns: 150 };

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

const skeleton = (elements: readonly Element[]) =>
  elements.map(({ name, attributes, depth }) => `${depth} ${name} ${Object.keys(attributes).join(' ')}`);

function rowsOf(format: ReportFormat, text: string, id: string): number {
  switch (format) {
    case 'json':
      return (JSON.parse(text) as RunRecord).requirements.filter((row) => row.id === id).length;
    case 'junit':
      return readMarkup(text).filter(({ name, attributes }) => name === 'testcase' && attributes['name'] === id).length;
    case 'html':
      return readMarkup(text).filter(({ name, attributes }) => name === 'tr' && attributes['id'] === id).length;
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
    const of = { title: 'a claim', proves: [requirement.id], runs: 1, durationMs: 1, evidence: [] };
    const error = { request: 'PUT /policies/{id}', status: 500, code: 'INTERNAL_ERROR', message: 'oh no', count: 3 };
    const record: RunRecord = {
      ...sample,
      requirements: [{ ...requirement, verdict: 'fail', checks: ['a/failing'] }],
      checks: [
        { ...of, id: 'a/failing', verdict: 'fail', serverErrors: [error] },
        { ...of, id: 'a/flaky', verdict: 'pass', flaky: true, unreached: ['a lease that ends'] },
      ],
    };
    const text = renderReport(record, format).replaceAll('\\', '');
    for (const said of ['answered 500', 'INTERNAL', '3 times', 'a/flaky', 'a lease that ends'])
      expect(text).toContain(said);
  },
);

describe('for any record', () => {
  test.each(Object.keys(REPORT_FORMATS) as ReportFormat[])('every requirement has one row in %s', (format) => {
    fc.assert(
      fc.property(anyRecord, (record) => {
        const text = renderReport(record, format);
        expect(record.requirements.map(({ id }) => [id, rowsOf(format, text, id)])).toEqual(
          record.requirements.map(({ id }) => [id, 1]),
        );
      }),
      RUNS,
    );
  });

  test.each(['junit', 'html'] as const)('%s is well-formed, and no text changes its elements', (format) => {
    fc.assert(
      fc.property(anyRecord, (record) => {
        const elements = readMarkup(renderReport(record, format));
        expect(skeleton(elements)).toEqual(skeleton(readMarkup(renderReport(tamed(record), format))));
      }),
      RUNS,
    );
  });

  test('the page shows what was sent, and runs none of it', () => {
    fc.assert(
      fc.property(anyRecord, (record) => {
        const elements = readMarkup(renderReport(record, 'html'));
        const texts = elements.filter(({ name }) => name === 'h3').map(({ text }) => text);
        for (const { title, verdict } of record.checks) {
          if (verdict === 'fail') expect(texts.some((text) => text.endsWith(visible(title)))).toBe(true);
        }
        for (const { name, attributes } of elements) {
          expect(['script', 'img', 'iframe', 'object', 'link', 'form']).not.toContain(name);
          expect(
            Object.keys(attributes).filter((key) => key.startsWith('on') || key === 'style' || key === 'src'),
          ).toEqual([]);
          if (attributes['href'] !== undefined) expect(attributes['href']).toMatch(/^#[A-Z]+-[0-9]+$/);
        }
      }),
      RUNS,
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
        const fenceless = renderReport(record, 'md')
          .replace(/^(`{3,})\n[\s\S]*?\n\1$/gm, '')
          .replace(/(`+)[^\n]*?[^`]\1(?!`)/g, '');
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
  }));
  const counterexample = {
    seed: 1,
    path: long,
    given: long,
    expected: long,
    seen: long,
    exchanges: [],
    rerun: long,
    curl: long,
  };
  const checks = Array.from({ length: 400 }, (_, i) => ({
    id: `${i}/${long}`,
    title: long,
    proves: requirements.map(({ id }) => id),
    verdict: i % 2 === 0 ? ('fail' as const) : ('inconclusive' as const),
    reason: long,
    runs: 1,
    durationMs: 1,
    counterexample,
    evidence: [],
  }));
  const passing = ['a/b', ...requirements.map((_, i) => `not-run/${i}`)].map((id, i) => ({
    id,
    title: long,
    proves: ['IDEM-01' as const],
    verdict: i === 0 ? ('pass' as const) : ('not-exercised' as const),
    reason: `${i} of what the profile does not name`,
    runs: 1,
    durationMs: 1,
    evidence: [],
  }));
  const text = renderReport({ ...record, requirements, checks: [...checks, ...passing] }, 'md');
  expect(text.length).toBeLessThan(65_536);
});
