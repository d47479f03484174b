import { describe, expect, test } from 'vitest';
import { BaselineProblem, knownFailures } from './baseline.ts';
import { FAILED, record, row } from './sample-record.ts';

describe('a baseline', () => {
  test('knows what failed', () => {
    expect(knownFailures(JSON.stringify(record([row('a/b'), FAILED])), 'r.json')).toEqual(new Set(['test/bad']));
  });

  test.each([
    ['no JSON', 'x', /^r\.json is no JSON/],
    ['another JSON', '{}', /^r\.json is no report of touchstone check/],
    ['null', 'null', /no report/],
    ['a later schema', '{"schema":2,"checks":[]}', /no report/],
  ])('that is %s is refused', (_, text, message) => {
    expect(() => knownFailures(text, 'r.json')).toThrow(BaselineProblem);
    expect(() => knownFailures(text, 'r.json')).toThrow(message);
  });
});
