/**
 * An expected value beside the one that was seen, as the lines of a diff: what differs, with a little around it, and the
 * keys that lead to it. A matcher is written in words: `<one of ["OPEN","FILLED"]>`.
 */
import { differences, isMatcher, valueWords } from '../format/matchers.ts';
import { isExactNumber } from './exact-json.ts';
import { cut } from './terminal-text.ts';

export interface DiffLine {
  /** `-`: expected, `+`: seen, a space: both. */
  readonly mark: '-' | '+' | ' ';
  readonly text: string;
}

/** A value of an answer twice: to compare, and as it was written. Both undefined: there is none. */
export interface SeenValue {
  readonly value: unknown;
  readonly exact: unknown;
}

const NOTHING: SeenValue = { value: undefined, exact: undefined };
/** Unchanged lines beside a changed one. */
const AROUND = 2;
const LONGEST_TEXT = 400;

interface Spot {
  readonly indent: string;
  /** `"name": ` in a mapping. */
  readonly key: string;
  /** The comma after it. */
  readonly end: string;
}

function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isExactNumber(value);
}

function inner({ indent }: Spot, key: string | undefined, isLast: boolean): Spot {
  return {
    indent: `${indent}  `,
    key: key === undefined ? '' : `${JSON.stringify(key)}: `,
    end: isLast ? '' : ',',
  };
}

/** Every line of a value. `wanted`: it is an expected one, which may hold matchers. */
function whole(mark: DiffLine['mark'], value: unknown, at: Spot, wanted: boolean): readonly DiffLine[] {
  const { indent, key, end } = at;
  const isList = Array.isArray(value);
  if (!(isList || isMapping(value)) || (wanted && isMatcher(value))) {
    const words = wanted && isMatcher(value) ? `<${valueWords(value)}>` : (JSON.stringify(value) ?? 'nothing');
    return [{ mark, text: `${indent}${key}${cut(words, LONGEST_TEXT)}${end}` }];
  }
  const entries = Object.entries(value);
  const [open, close] = isList ? '[]' : '{}';
  if (entries.length === 0) return [{ mark, text: `${indent}${key}${open}${close}${end}` }];
  return [
    { mark, text: `${indent}${key}${open}` },
    ...entries.flatMap(([name, one], i) =>
      whole(mark, one, inner(at, isList ? undefined : name, i === entries.length - 1), wanted),
    ),
    { mark, text: `${indent}${close}${end}` },
  ];
}

function below(seen: SeenValue, key: string | number): SeenValue {
  const { value, exact } = seen;
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return NOTHING;
  return {
    value: (value as Record<string | number, unknown>)[key],
    exact: (exact as Record<string | number, unknown>)[key],
  };
}

function compared(expected: unknown, seen: SeenValue, at: Spot): readonly DiffLine[] {
  if (differences(expected, seen.value).length === 0) {
    return seen.value === undefined ? [] : whole(' ', seen.exact, at, false);
  }
  const bothMappings = isMapping(expected) && !isMatcher(expected) && isMapping(seen.value);
  const bothLists = Array.isArray(expected) && Array.isArray(seen.value);
  if (!bothMappings && !bothLists) {
    return [...whole('-', expected, at, true), ...(seen.value === undefined ? [] : whole('+', seen.exact, at, false))];
  }
  const [open, close] = bothLists ? '[]' : '{}';
  const seenKeys = Object.keys(seen.value as object);
  const keys = [...seenKeys, ...Object.keys(expected).filter((key) => !seenKeys.includes(key))];
  return [
    { mark: ' ', text: `${at.indent}${at.key}${open}` },
    ...keys.flatMap((key, i) => {
      const spot = inner(at, bothLists ? undefined : key, i === keys.length - 1);
      const one = below(seen, key);
      if (Object.hasOwn(expected, key)) return compared((expected as Record<string, unknown>)[key], one, spot);
      // A mapping may have further keys, a list no further items.
      return whole(bothLists ? '+' : ' ', one.exact, spot, false);
    }),
    { mark: ' ', text: `${at.indent}${close}${at.end}` },
  ];
}

const indentOf = ({ text }: DiffLine) => text.length - text.trimStart().length;

/** The lines that are changed or beside a changed one, and those that lead to one; `...` for each gap. */
function withContext(lines: readonly DiffLine[]): readonly DiffLine[] {
  const kept = new Set<number>();
  for (const [i, line] of lines.entries()) {
    if (line.mark === ' ') continue;
    for (let near = i - AROUND; near <= i + AROUND; near += 1) kept.add(near);
    for (const step of [-1, 1]) {
      let indent = indentOf(line);
      for (let at = i + step; at >= 0 && at < lines.length && indent > 0; at += step) {
        const other = lines[at];
        if (other === undefined || other.mark !== ' ' || indentOf(other) >= indent) continue;
        indent = indentOf(other);
        kept.add(at);
      }
    }
  }
  return lines.flatMap((line, i) => {
    if (kept.has(i)) return [line];
    return kept.has(i - 1) || i === 0 ? [{ mark: ' ', text: `${' '.repeat(indentOf(line))}...` }] : [];
  });
}

/** Empty if they match. */
export function jsonDiff(expected: unknown, seen: SeenValue): readonly DiffLine[] {
  const lines = compared(expected, seen, { indent: '', key: '', end: '' });
  return lines.every(({ mark }) => mark === ' ') ? [] : withContext(lines);
}

/** A value as JSON in several lines. */
export function jsonLines(exact: unknown): readonly string[] {
  return whole(' ', exact, { indent: '', key: '', end: '' }, false).map(({ text }) => text);
}
