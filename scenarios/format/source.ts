/** A scenario's text as YAML: its value, and the place of each part. */
import type { Node } from 'yaml';
import { isMap, isScalar, LineCounter, parseDocument } from 'yaml';
import type { Place, Problem } from './problem.ts';
import { ScenarioProblem } from './problem.ts';

export type YamlWay = readonly PropertyKey[];

export interface Source {
  readonly file: string;
  /** Integers past the exact range of JSON numbers are bigints. */
  readonly value: unknown;
  /** The place of the value, or of the nearest enclosing part. */
  placeOf(way: YamlWay): Place;
  /** The place of the key itself. */
  placeOfKey(way: YamlWay): Place;
}

/** YAML parses every integer as a bigint here, so that none is rounded; those in range become numbers again. */
function withNumbers(value: unknown): unknown {
  if (typeof value === 'bigint') {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : value;
  }
  if (Array.isArray(value)) return value.map(withNumbers);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withNumbers(inner)]));
}

/** Throws ScenarioProblem if the text is not YAML. */
export function readSource(text: string, file: string): Source {
  const lines = new LineCounter();
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    uniqueKeys: true,
    intAsBigInt: true,
  });
  const at = (offset: number): Place => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  const [error] = document.errors;
  // One YAML error causes many messages: only the first has the right place.
  if (error !== undefined) throw problem({ file, ...at(error.pos[0]), message: error.message });
  const offsetOf = (way: YamlWay): number => {
    for (let length = way.length; length >= 0; length -= 1) {
      const node = length === 0 ? document.contents : document.getIn(way.slice(0, length), true);
      const offset = (node as Node | null | undefined)?.range?.[0];
      if (offset !== undefined) return offset;
    }
    return 0;
  };
  return {
    file,
    value: plainValue(document, file),
    placeOf: (way) => at(offsetOf(way)),
    placeOfKey(way) {
      const parent = way.length === 1 ? document.contents : document.getIn(way.slice(0, -1), true);
      const pair = isMap(parent)
        ? parent.items.find(({ key }) => String(isScalar(key) ? key.value : key) === String(way.at(-1)))
        : undefined;
      return at((pair?.key as Node | undefined)?.range?.[0] ?? offsetOf(way));
    },
  };
}

function plainValue(document: { toJS(options: { maxAliasCount: number }): unknown }, file: string): unknown {
  try {
    return withNumbers(document.toJS({ maxAliasCount: 100 }));
  } catch (thrown) {
    throw problem({ file, line: 1, column: 1, message: thrown instanceof Error ? thrown.message : String(thrown) });
  }
}

function problem(one: Problem): ScenarioProblem {
  return new ScenarioProblem([one]);
}
