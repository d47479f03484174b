/**
 * The failures that a release manager has accepted for some time, in a file that a person edits: one entry for each
 * requirement, check and broken clause, with a reason, an owner and an expiry date.
 */
import type { Node, Pair, YAMLMap } from 'yaml';
import { isMap, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';

/** A file that cannot be used; its message is one line for a person. */
export class BaselineProblem extends Error {
  override readonly name = 'BaselineProblem';
}

const MEMBERS = ['requirement', 'check', 'clause', 'reason', 'owner', 'expires'] as const;
type Member = (typeof MEMBERS)[number];

/** `expires` is the last day, in UTC, on which the failure is accepted: `2026-12-31`. */
export interface BaselineEntry extends Readonly<Record<Member, string>> {
  readonly line: number;
}

export interface Baseline {
  /** The entry's name in messages. */
  readonly file: string;
  readonly entries: readonly BaselineEntry[];
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return DAY.test(text) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** Each entry has a line number for messages, so that a person finds it in an editor. */
class BaselineFile {
  readonly #file: string;
  readonly #lines = new LineCounter();
  readonly #text: string;

  constructor(text: string, file: string) {
    this.#text = text;
    this.#file = file;
  }

  read(): Baseline {
    const document = parseDocument(this.#text, { lineCounter: this.#lines });
    const [error] = document.errors;
    if (error !== undefined) {
      const [first = ''] = error.message.split('\n', 1);
      const isTooDeep = /call stack/i.test(first);
      throw new BaselineProblem(
        `${this.#file}: ${isTooDeep ? 'nested too deeply for a baseline' : first.replace(/:$/, '')}`,
      );
    }
    const root = document.contents as Node | null;
    if (isMap(root) && root.has('schema') && root.has('checks')) {
      throw new BaselineProblem(
        `${this.#file} is a report, not a baseline: write a baseline with touchstone check --update-baseline FILE, fill in its reasons and owners, and name that`,
      );
    }
    const failures = isMap(root) ? root.get('failures') : undefined;
    if (!isMap(root) || !isSeq(failures)) {
      throw new BaselineProblem(
        `${this.#file} is no baseline: a list named failures is needed, as --update-baseline writes it`,
      );
    }
    for (const { key } of root.items as Pair<Node>[]) {
      if (String(key) !== 'failures') this.#refuse(key, `${String(key)} is no part of a baseline`);
    }
    const entries = failures.items.map((item) => this.#entry(item as Node));
    const seen = new Map<string, number>();
    for (const { requirement, check, clause, line } of entries) {
      const name = `${requirement} ${check} ${clause}`;
      const earlier = seen.get(name);
      if (earlier !== undefined) {
        throw new BaselineProblem(`${this.#file}:${line}: the same entry as in line ${earlier}; delete one`);
      }
      seen.set(name, line);
    }
    return { file: this.#file, entries };
  }

  #lineOf(node: Node | null): number {
    return node?.range == null ? 1 : this.#lines.linePos(node.range[0]).line;
  }

  #refuse(node: Node | null, what: string): never {
    throw new BaselineProblem(`${this.#file}:${this.#lineOf(node)}: ${what}`);
  }

  #entry(item: Node): BaselineEntry {
    if (!isMap(item)) this.#refuse(item, `an entry with ${MEMBERS.join(', ')} is needed`);
    const strange = (item as YAMLMap<Node>).items.find(({ key }) => !MEMBERS.some((name) => name === String(key)));
    if (strange !== undefined) {
      this.#refuse(strange.key, `${String(strange.key)} is no part of an entry; it has ${MEMBERS.join(', ')}`);
    }
    const of = (name: Member) => {
      const node = item.get(name, true) as Node | undefined;
      const value = isScalar(node) ? node.value : undefined;
      const text = typeof value === 'string' ? value.trim() : '';
      if (text === '') this.#refuse(node ?? item, `${name} must be filled in, as text`);
      return text;
    };
    const [requirement, check, clause, reason] = [of('requirement'), of('check'), of('clause'), of('reason')];
    const [owner, expires] = [of('owner'), of('expires')];
    if (!isDay(expires)) this.#refuse(item, `expires ${expires}: a day such as 2026-12-31 is needed`);
    return { requirement, check, clause, reason, owner, expires, line: this.#lineOf(item) };
  }
}

/** Parses a baseline file. `file` is its name in messages. Throws a BaselineProblem. */
export function readBaseline(text: string, file: string): Baseline {
  return new BaselineFile(text, file).read();
}
