/** A scenario's text as YAML: its value, and the place of each part. */
import type { Node } from 'yaml';
import { isMap, isScalar } from 'yaml';
import { plainValue, UnplainNode } from './plain-value.ts';
import type { Place } from './problem.ts';
import { ScenarioProblem } from './problem.ts';
import { readYaml } from './yaml-document.ts';

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

/** Throws ScenarioProblem if the text is not YAML, or not the YAML of plain values. */
export function readSource(text: string, file: string): Source {
  const { document, placeAt } = readYaml(text, file);
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
    value: plainOf(document.contents, file, placeAt),
    placeOf: (way) => placeAt(offsetOf(way)),
    placeOfKey(way) {
      const parent = way.length === 1 ? document.contents : document.getIn(way.slice(0, -1), true);
      const pair = isMap(parent)
        ? parent.items.find(({ key }) => String(isScalar(key) ? key.value : key) === String(way.at(-1)))
        : undefined;
      return placeAt((pair?.key as Node | undefined)?.range?.[0] ?? offsetOf(way));
    },
  };
}

function plainOf(root: Node | null, file: string, placeAt: (offset: number) => Place): unknown {
  try {
    return plainValue(root);
  } catch (thrown) {
    if (!(thrown instanceof UnplainNode)) throw thrown;
    throw new ScenarioProblem([{ file, ...placeAt(thrown.offset), message: thrown.message }]);
  }
}
