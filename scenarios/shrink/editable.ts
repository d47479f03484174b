/**
 * A scenario file whose parts can be taken out and put back. Comments and style of what remains stay, because the YAML
 * document itself is edited.
 */
import type { Document, Node, Pair } from 'yaml';
import { isMap, isPair, isScalar, isSeq, parseDocument, type Scalar, visit, type YAMLMap, type YAMLSeq } from 'yaml';
import { PHASES } from '../format/scenario.ts';
import type { YamlWay } from '../format/source.ts';

/** A key with its value, or an item of a sequence. */
export type Part = Pair | Node;

/** Makes a change and returns what takes it back. */
export type Change = () => () => void;

/** Emptied, they go: `body: {}` and the like mean something else than no body. */
const NOTHING_WHEN_EMPTY = ['expect', 'save', 'headers', 'query', 'steps', 'parallel', 'proves', 'world', 'members'];
/** Of the whole file: they name it, and change nothing of the play. */
const HEAD = ['id', 'story', 'proves'];

function keyOf(part: Part): string | undefined {
  return isPair(part) ? String(isScalar(part.key) ? part.key.value : part.key) : undefined;
}

function itemsOf(node: unknown): readonly Part[] {
  return isMap(node) || isSeq(node) ? (node.items as readonly Part[]) : [];
}

function contentOf(part: Part): unknown {
  return isPair(part) ? part.value : part;
}

/** As the library writes them: `{ a: 1 }`, `[a, b]`. The document has one setting for both. */
function padded(node: YAMLMap | YAMLSeq, flowCollectionPadding: string): void {
  const written = node.toString.bind(node);
  node.toString = (context, ...rest) => written(context && { ...context, flowCollectionPadding }, ...rest);
}

/** A scenario file while it is being made smaller. */
export class EditableScenario {
  readonly #document: Document;

  constructor(text: string) {
    this.#document = parseDocument(text, { intAsBigInt: true });
    visit(this.#document, { Map: (_, map) => padded(map, ' '), Seq: (_, list) => padded(list, '') });
  }

  get text(): string {
    return this.#document.toString({ lineWidth: 0 });
  }

  /** The text after a change, which is taken back: nothing has changed. */
  with(change: Change): string {
    const undo = change();
    try {
      return this.text;
    } finally {
      undo();
    }
  }

  /** Every step, those that hold steps before what they hold. */
  steps(): readonly Part[] {
    const below = (list: unknown): readonly Part[] => itemsOf(list).flatMap((step) => [step, ...heldBy(step)]);
    const heldBy = (step: Part): readonly Part[] => [
      ...below(this.member(step, 'steps')),
      ...itemsOf(this.member(step, 'parallel')).flatMap(below),
    ];
    return PHASES.flatMap((phase) => below((this.#document.contents as YAMLMap | null)?.get(phase, true)));
  }

  /** The steps that hold no others. */
  leaves(): readonly Part[] {
    return this.steps().filter((step) => !this.member(step, 'steps') && !this.member(step, 'parallel'));
  }

  /** The value of a key of a step; undefined: it has none. */
  member(step: Part, key: string): Node | undefined {
    return isMap(step) ? (step.get(key, true) as Node | undefined) : undefined;
  }

  /** The key with its value, as a part of a step. */
  pair(step: Part, key: string): Part | undefined {
    return itemsOf(step).find((part) => keyOf(part) === key);
  }

  /** Every part within a step or of the world, outer ones first; notes stay. */
  parts(): readonly Part[] {
    const steps = new Set(this.steps());
    const within = (node: unknown): readonly Part[] =>
      itemsOf(node).flatMap((part) =>
        steps.has(part) || keyOf(part) === 'note' ? [] : [part, ...within(contentOf(part))],
      );
    const head = itemsOf(this.#document.contents).filter((part) => keyOf(part) === 'world');
    return [...head.flatMap((part) => [part, ...within(contentOf(part))]), ...this.steps().flatMap(within)];
  }

  /** Every scalar value within these parts, with the key that it is below. */
  scalars(parts: readonly Part[]): readonly { readonly scalar: Scalar; readonly below: string }[] {
    const within = (node: unknown, below: string): readonly { scalar: Scalar; below: string }[] =>
      isScalar(node)
        ? [{ scalar: node, below }]
        : itemsOf(node).flatMap((part) => within(contentOf(part), keyOf(part) ?? below));
    return parts.flatMap((part) => within(contentOf(part), keyOf(part) ?? ''));
  }

  /** Whether a part is another one or stands within it. */
  isWithin(part: Part, outer: Part): boolean {
    return part === outer || itemsOf(contentOf(outer)).some((inner) => this.isWithin(part, inner));
  }

  /** Takes parts out. What is emptied by it goes too. */
  removal(parts: ReadonlySet<Part>): Change {
    return () => {
      const before: { readonly of: YAMLMap | YAMLSeq; readonly items: unknown[] }[] = [];
      const prune = (node: unknown, isTop: boolean): void => {
        if (!isMap(node) && !isSeq(node)) return;
        before.push({ of: node, items: node.items });
        const left = (node.items as Part[]).filter((part) => {
          if (parts.has(part)) return false;
          const value = contentOf(part);
          const had = itemsOf(value).length > 0;
          prune(value, false);
          const key = keyOf(part);
          const vanishes =
            key === undefined ? isSeq(value) : NOTHING_WHEN_EMPTY.includes(key) || (isTop && !HEAD.includes(key));
          return !(had && vanishes && itemsOf(value).length === 0);
        });
        (node as { items: unknown[] }).items = left;
      };
      prune(this.#document.contents, true);
      return () => {
        for (const { of, items } of before) (of as { items: unknown[] }).items = items;
      };
    };
  }

  /** Puts the steps that a step holds in its place. */
  unwrapping(step: Part): Change | undefined {
    const held = itemsOf(this.member(step, 'steps'));
    const inner = held.length > 0 ? held : itemsOf(this.member(step, 'parallel')).flatMap(itemsOf);
    const list = this.#listOf(step, this.#document.contents);
    if (inner.length === 0 || list === undefined) return undefined;
    return () => {
      const before = list.items;
      list.items = (before as Part[]).flatMap((one) => (one === step ? [...inner] : [one]));
      return () => {
        list.items = before;
      };
    };
  }

  /** Gives scalars other values, each in the style of a plain or quoted scalar as it needs. */
  replacing(scalars: readonly Scalar[], value: unknown): Change {
    return () => {
      const before = scalars.map(({ value: was, source }) => ({ was, source }));
      for (const scalar of scalars) {
        scalar.value = value;
        delete scalar.source;
      }
      return () => {
        for (const [i, scalar] of scalars.entries()) {
          scalar.value = before[i]?.was;
          const source = before[i]?.source;
          if (source !== undefined) scalar.source = source;
        }
      };
    };
  }

  /** Where a step stands in the text now; undefined: it is not in it. */
  wayOf(step: Part): YamlWay | undefined {
    return wayTo(step, this.#document.contents, []);
  }

  #listOf(step: Part, node: unknown): YAMLSeq | undefined {
    if (isSeq(node) && node.items.includes(step)) return node;
    for (const part of itemsOf(node)) {
      const found = this.#listOf(step, contentOf(part));
      if (found !== undefined) return found;
    }
    return undefined;
  }
}

function wayTo(wanted: Part, node: unknown, way: YamlWay): YamlWay | undefined {
  for (const [i, part] of itemsOf(node).entries()) {
    const here = [...way, isMap(node) ? (keyOf(part) ?? i) : i];
    if (part === wanted) return here;
    const found = wayTo(wanted, contentOf(part), here);
    if (found !== undefined) return found;
  }
  return undefined;
}
