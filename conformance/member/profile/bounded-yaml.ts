/** The value of a YAML document of a person's own, which may come from elsewhere: no alias makes it large or endless. */
import { type Document, isAlias, isCollection, isPair, LineCounter, type Node, parseDocument } from 'yaml';

const MOST_LEVELS = 100;
const MOST_VALUES = 100_000;
const MOST_BYTES = 1024 * 1024;

export interface BoundedYaml {
  readonly document: Document;
  readonly value: unknown;
  readonly lines: LineCounter;
}

/** What is wrong with the text, and where. */
export interface YamlProblem {
  readonly message: string;
  readonly line: number;
  readonly column: number;
}

class Unbounded extends Error {
  readonly offset: number;

  constructor(node: Node, message: string) {
    super(message);
    this.offset = node.range?.[0] ?? 0;
  }
}

/** How many values a node stands for; undefined while it is being counted. */
type Counts = Map<string, number | undefined>;

function countOf(node: unknown, level: number, anchors: Counts, what: string): number {
  if (isPair(node)) return countOf(node.key, level, anchors, what) + countOf(node.value, level, anchors, what);
  if (isAlias(node)) {
    const known = anchors.get(node.source);
    // An anchor that is unknown is an error of the document.
    if (known !== undefined || !anchors.has(node.source)) return known ?? 1;
    throw new Unbounded(node, `the alias *${node.source} stands within its own value: write it out`);
  }
  if (!isCollection(node)) return 1;
  if (level > MOST_LEVELS) throw new Unbounded(node, `nested too deeply: a ${what} has at most ${MOST_LEVELS} levels`);
  if (node.anchor !== undefined) anchors.set(node.anchor, undefined);
  let count = 1;
  for (const item of node.items) {
    count += countOf(item, level + 1, anchors, what);
    if (count > MOST_VALUES) throw new Unbounded(node, 'the aliases stand for too many values: write them out');
  }
  if (node.anchor !== undefined) anchors.set(node.anchor, count);
  return count;
}

/** @param what names such a file in messages. Returns the problems of the text where there are any. */
export function boundedYaml(text: string, what: string): BoundedYaml | readonly YamlProblem[] {
  const lines = new LineCounter();
  const problem = (offset: number, message: string): YamlProblem => {
    const { line, col } = lines.linePos(offset);
    return { message: message.replace(/\s+/g, ' ').trim(), line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  if (Buffer.byteLength(text) > MOST_BYTES) return [problem(0, `larger than 1 MiB, the most of a ${what}`)];
  const tooDeep = `nested too deeply: a ${what} has at most ${MOST_LEVELS} levels`;
  try {
    const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: true });
    if (document.errors.length > 0) {
      const deep = document.errors.find(({ message }) => /call stack/i.test(message));
      if (deep !== undefined) return [problem(deep.pos[0], tooDeep)];
      return document.errors.map(({ pos, message }) => problem(pos[0], message));
    }
    countOf(document.contents, 1, new Map(), what);
    return { document, value: document.toJS({ maxAliasCount: -1 }), lines };
  } catch (thrown) {
    if (thrown instanceof Unbounded) return [problem(thrown.offset, thrown.message)];
    if (thrown instanceof RangeError) return [problem(0, tooDeep)];
    throw thrown;
  }
}

/** Whether a text is a list of problems. */
export function isProblems(read: BoundedYaml | readonly YamlProblem[]): read is readonly YamlProblem[] {
  return Array.isArray(read);
}
