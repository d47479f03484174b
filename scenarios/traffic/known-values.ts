/**
 * The ids, cursors and versions that answers brought, so that a later request names them as `${order}`. A value is only
 * taken for the same where it is long enough to be no coincidence, or where both sides name it alike and the answer was
 * that of a write: an `accountId` of 1 is anybody's.
 */
import type { StepDraft } from './step-draft.ts';

interface Known {
  readonly member: string;
  readonly step: StepDraft;
  readonly way: string;
  /** The answer made it: the answer to a write. */
  readonly isNew: boolean;
  name?: string;
}

export interface Tag {
  readonly path: string;
  readonly step: StepDraft;
  /** The step's answer has it as `headers.etag`; false: as the body's number, at `way`. */
  readonly isHeader: boolean;
  readonly way: string;
  name?: string;
}

const ID_LIKE = /(^|[a-z_])(id|Id|ID)$|[cC]ursor$|^(configSeq|currentVersion|version|seq|globalSequence|ticket)$/;
/** The version of a row, as an If-Match states it. */
const VERSION_LIKE = /^(configSeq|currentVersion|version|seq)$/;
const SHORTEST = 6;
const LONGEST = 4_096;
const DEEPEST = 6;
const MOST_ITEMS = 200;

function wayTo(way: string, key: string | number): string {
  if (typeof key === 'number') return `${way}[${key}]`;
  if (/^[A-Za-z_][\w-]*$/.test(key)) return `${way}.${key}`;
  return key.includes("'") ? '' : `${way}['${key}']`;
}

/** The name of a saved value: `orderId` is `order`, `nextCursor` is `cursor`. */
function nameOf(member: string): string {
  if (/^next_?cursor$/i.test(member)) return 'cursor';
  if (/^prev_?cursor$/i.test(member)) return 'back';
  const plain = member.replace(/[^\w]/g, '_').replace(/(?<=[a-z0-9_])(_?id|Id|ID)$/, '');
  return /^[A-Za-z_]/.test(plain) ? plain : 'value';
}

/** What the answers brought so far. */
export class KnownValues {
  readonly #values = new Map<string, Known[]>();
  readonly #tags: (Tag & { readonly value: string })[] = [];
  readonly #taken = new Set<string>();

  /** An answer's body or a frame, which `step` may save of. `path` is that of the request. */
  learn(body: unknown, step: StepDraft, { isNew, path }: { readonly isNew: boolean; readonly path: string }): void {
    this.#walk(body, '', '$', { step, isNew, path }, 0);
  }

  /** The ETag of an answer. */
  learnTag(value: string, path: string, step: StepDraft): void {
    this.#tags.push({ value, path, step, isHeader: true, way: 'headers.etag' });
  }

  /** A text with the reference in it; undefined: no answer brought the value. `as`: how the request names it. */
  reference(value: string, as: readonly string[]): string | undefined {
    const candidates = this.#values.get(value);
    if (candidates === undefined) return undefined;
    const alike = (known: Known) => as.some((name) => name.toLowerCase() === known.member.toLowerCase());
    const found =
      value.length >= SHORTEST
        ? (candidates.find(alike) ?? candidates[0])
        : candidates.find((known) => known.isNew && alike(known));
    return found === undefined ? undefined : this.#named(found);
  }

  /** The reference of a value that a step saves already. */
  savedReference(value: string): string | undefined {
    if (value.length < SHORTEST) return undefined;
    const known = this.#values.get(value)?.find(({ name }) => name !== undefined);
    return known === undefined ? undefined : this.#named(known);
  }

  has(value: string): boolean {
    return this.#values.has(value);
  }

  /** An If-Match with the reference in it: of the latest answer about the same row that stated this version. */
  tagReference(ifMatch: string, path: string): string | undefined {
    const plain = /^"(.*)"$/.exec(ifMatch)?.[1];
    const isOfRow = (one: Tag) =>
      path === one.path || path.startsWith(`${one.path}/`) || one.path.startsWith(`${path}/`);
    const tag =
      this.#tags.findLast((one) => one.isHeader && one.value === ifMatch && isOfRow(one)) ??
      this.#tags.findLast((one) => !one.isHeader && one.value === plain && isOfRow(one));
    if (tag === undefined) return undefined;
    tag.name ??= this.#fresh(tag.isHeader ? 'etag' : 'version');
    tag.step.save[tag.name] = tag.way;
    return tag.isHeader ? `\${${tag.name}}` : `"\${${tag.name}}"`;
  }

  #named(known: Known): string {
    known.name ??= this.#fresh(nameOf(known.member));
    known.step.save[known.name] = known.way;
    return `\${${known.name}}`;
  }

  #fresh(name: string): string {
    let free = name;
    for (let count = 2; this.#taken.has(free) || free === 'pass'; count += 1) free = `${name}${count}`;
    this.#taken.add(free);
    return free;
  }

  #walk(
    value: unknown,
    member: string,
    way: string,
    of: { readonly step: StepDraft; readonly isNew: boolean; readonly path: string },
    depth: number,
  ): void {
    if (depth > DEEPEST || way === '') return;
    if (typeof value === 'string' || typeof value === 'number') {
      const text = String(value);
      if (text === '' || text.length > LONGEST || !ID_LIKE.test(member)) return;
      const { step, isNew, path } = of;
      const known = this.#values.get(text) ?? [];
      known.push({ member, step, way, isNew });
      this.#values.set(text, known);
      if (VERSION_LIKE.test(member)) this.#tags.push({ value: text, path, step, isHeader: false, way });
      return;
    }
    if (typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) {
      for (const [i, item] of value.slice(0, MOST_ITEMS).entries())
        this.#walk(item, member, wayTo(way, i), of, depth + 1);
      return;
    }
    for (const [key, inner] of Object.entries(value)) this.#walk(inner, key, wayTo(way, key), of, depth + 1);
  }
}
