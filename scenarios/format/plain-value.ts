/** The plain value of a YAML document: what JSON can hold, and integers past the exact range of JSON numbers as bigints. */
import type { Node, Pair } from 'yaml';
import { isAlias, isMap, isScalar, isSeq } from 'yaml';

/** Why a node has no plain value, and where. */
export class UnplainNode extends Error {
  readonly offset: number;

  constructor(node: Node, message: string) {
    super(message);
    this.offset = node.range?.[0] ?? 0;
  }
}

const MOST_LEVELS = 100;
/** With every alias replaced by what it stands for. */
const MOST_NODES = 200_000;
const MOST_KEYS = 1_000;

interface Anchored {
  readonly value: unknown;
  /** The nodes of the value. */
  readonly nodes: number;
  readonly levels: number;
}

class PlainReader {
  /** An anchor whose node is not complete yet has no value. */
  readonly #anchors = new Map<string, Anchored | undefined>();
  #nodes = 0;
  #deepest = 0;

  /** @param level of the document's own value: 0. */
  read(node: Node, level: number): unknown {
    this.#count(node, 1, level);
    if (isAlias(node)) return this.#aliased(node, node.source, level);
    const anchor = isMap(node) || isSeq(node) || isScalar(node) ? node.anchor : undefined;
    if (anchor === undefined) return this.#unnamed(node, level);
    const [before, deepest] = [this.#nodes, this.#deepest];
    this.#deepest = level;
    this.#anchors.set(anchor, undefined);
    const value = this.#unnamed(node, level);
    this.#anchors.set(anchor, { value, nodes: this.#nodes - before, levels: this.#deepest - level });
    this.#deepest = Math.max(deepest, this.#deepest);
    return value;
  }

  #unnamed(node: Node, level: number): unknown {
    if (isMap(node)) return this.#mapping(node, node.items as readonly Pair<Node, Node | null>[], level);
    if (isSeq(node)) return node.items.map((item) => this.read(item as Node, level + 1));
    return isScalar(node) ? plainScalar(node, node.value) : null;
  }

  #mapping(node: Node, pairs: readonly Pair<Node, Node | null>[], level: number): unknown {
    if (pairs.length > MOST_KEYS) throw new UnplainNode(node, `a mapping has at most ${MOST_KEYS} keys`);
    const entries = new Map<string, unknown>();
    for (const { key, value } of pairs) {
      if (!isScalar(key))
        throw new UnplainNode(key, 'a key must be text, not a mapping, sequence or alias: put it in quotes');
      const name = key.value === null ? '' : String(key.value);
      if (entries.has(name))
        throw new UnplainNode(key, `the key '${name}' is in this mapping twice: delete one of them`);
      entries.set(name, value === null ? null : this.read(value, level + 1));
    }
    // Own properties, also under the name __proto__.
    return Object.fromEntries(entries);
  }

  #aliased(node: Node, name: string, level: number): unknown {
    const found = this.#anchors.get(name);
    if (found !== undefined) {
      this.#count(node, found.nodes, level + found.levels);
      return found.value;
    }
    const why = this.#anchors.has(name) ? 'stands within its own value, which has no end' : 'has no earlier anchor';
    throw new UnplainNode(node, `the alias *${name} ${why}: write the value out`);
  }

  #count(node: Node, nodes: number, level: number): void {
    this.#nodes += nodes;
    this.#deepest = Math.max(this.#deepest, level);
    if (level > MOST_LEVELS) {
      throw new UnplainNode(node, `the file is nested too deeply: a scenario has at most ${MOST_LEVELS} levels`);
    }
    if (this.#nodes > MOST_NODES) {
      throw new UnplainNode(node, `the file has more than ${MOST_NODES} values, with each alias written out`);
    }
  }
}

function plainScalar(node: Node, value: unknown): unknown {
  if (typeof value === 'bigint') {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : value;
  }
  if (typeof value === 'number' && !Number.isFinite(value)) {
    throw new UnplainNode(node, `${value} is not a JSON number: put it in quotes`);
  }
  if (typeof value === 'object' && value !== null) {
    throw new UnplainNode(node, 'a scenario has no YAML tags: delete the tag, and put texts in quotes');
  }
  return value ?? null;
}

/** An empty document is null. Throws UnplainNode for what JSON cannot hold, and for what is too large. */
export function plainValue(root: Node | null): unknown {
  return root === null ? null : new PlainReader().read(root, 0);
}
