/**
 * Removes known secrets from text before it is recorded: the secret itself, its parts where it is a JWT, its
 * percent-encoded form, its JSON escapes and its base64 forms at each of the three alignments. A mark in its place
 * names the owner, so that a leak is visible and the report does not repeat the secret.
 */

import { type Form, FormIndex } from '../profile/form-index.ts';
import type { HeaderLines } from './exchange.ts';

const SHORTEST = 4;
/** Shorter forms are rare (lines of key material) and are searched for at every position. */
const SHORTEST_LONG = 16;

/** The number of bits for a block (form-index.ts): a session knows few secrets and has its own index. */
const BITS = { run: 18, session: 15 } as const;

/**
 * The base64 of `secret` inside the base64 of any text that contains it, at each alignment, without the edges: groups of
 * three bytes begin at its first, its third or its second byte.
 */
function base64Forms(secret: string): string[] {
  const bytes = Buffer.from(secret);
  return [0, 2, 1].flatMap((from) => {
    const to = bytes.length - ((bytes.length - from) % 3);
    const core = bytes.toString('base64', from, to);
    return core.length < 8 ? [] : [core, bytes.toString('base64url', from, to)];
  });
}

function formsOf(secret: string, name: string): Omit<Form, 'n'>[] {
  const encoded = encodeURIComponent(secret.toWellFormed());
  const parts = secret.split('.');
  const long = parts.length === 3 ? parts.slice(1).filter((part) => part.length >= 16) : [];
  const forms = [
    { text: secret, mark: `<${name}>` },
    { text: encoded, mark: `<${name}>` },
    ...long.map((text) => ({ text, mark: `<part of the ${name}>` })),
    ...[secret, ...long].flatMap((text) =>
      base64Forms(text).map((form) => ({ text: form, mark: `<${name}, base64>` })),
    ),
  ];
  return [...new Map(forms.reverse().map((form) => [form.text, form])).values()];
}

const UNNECESSARY_ESCAPE = /\\(?:u00[2-7]|\/)/;

/** A JSON text without unnecessary escapes. */
export function plainly(text: string): string {
  // A body within a body is full of escapes that are necessary.
  if (!UNNECESSARY_ESCAPE.test(text)) return text;
  return text.replaceAll(/\\(?:u00([2-7][0-9a-fA-F])|(\/)|.)/g, (spelt, code?: string, slash?: string) => {
    const char = code === undefined ? slash : String.fromCharCode(Number.parseInt(code, 16));
    return char === undefined || char === '"' || char === '\\' ? spelt : char;
  });
}

/** Where a JWT may stand. */
const RUN = /[A-Za-z0-9_.-]{15,}/g;

/**
 * Anything else that looks like a JWT is hidden: a safety net behind the known secrets. Each run is read once: a pattern
 * of the whole would start again at each "eyJ", which takes minutes for a body of nothing else.
 */
function withoutJwts(run: string): string {
  if (!run.includes('eyJ')) return run;
  const parts = run.split('.');
  const kept: string[] = [];
  for (let i = 0; i < parts.length; i += 1) {
    const part = parts[i] ?? '';
    const at = part.indexOf('eyJ');
    const isJwt = at >= 0 && part.length - at >= 11 && (parts[i + 1]?.length ?? 0) >= 4 && i + 2 < parts.length;
    kept.push(isJwt ? `${part.slice(0, at)}<token>` : part);
    if (isJwt) i += 2;
  }
  return kept.join('.');
}

interface Known {
  readonly name: string;
  readonly forms: readonly Form[];
}

/** Knows the secrets of a run or of one session. */
export class Redactor {
  readonly #parent: Redactor | undefined;
  /** By the text of the secret, in the order of learning. */
  readonly #secrets = new Map<string, Known>();
  readonly #long: FormIndex;
  readonly #short: FormIndex;
  #forms = 0;

  /** A child of `parent` also knows the parent's secrets; its own are forgotten with it. */
  constructor(parent?: Redactor) {
    this.#parent = parent;
    const bits = parent === undefined ? BITS.run : BITS.session;
    this.#long = new FormIndex(SHORTEST_LONG, bits);
    this.#short = new FormIndex(SHORTEST, bits);
  }

  /**
   * From now on `text` reads `<name>`. Only the newest `keep` secrets of a name are known: a long run fetches many
   * tokens. A text of fewer than four characters is indistinguishable from others and stays.
   */
  learn(text: string, name: string, keep = Number.POSITIVE_INFINITY): void {
    if (text.length < SHORTEST || this.#secrets.has(text)) return;
    const same = Number.isFinite(keep) ? [...this.#secrets].filter(([, known]) => known.name === name) : [];
    for (const [known] of same.slice(0, Math.max(0, same.length + 1 - keep))) this.#forget(known);
    this.#know(text, name);
  }

  /** As `learn` for each secret and its name. */
  learnAll(names: ReadonlyMap<string, string>): void {
    for (const [text, name] of names) this.learn(text, name);
  }

  #know(text: string, name: string): void {
    const forms = formsOf(text, name).map((form) => {
      this.#forms += 1;
      return { ...form, n: this.#forms };
    });
    this.#secrets.set(text, { name, forms });
    for (const form of forms) this.#indexOf(form).add(form);
  }

  #forget(text: string): void {
    const forms = this.#secrets.get(text)?.forms ?? [];
    this.#secrets.delete(text);
    for (const form of forms) this.#indexOf(form).remove(form);
  }

  #indexOf({ text }: Form): FormIndex {
    return text.length < SHORTEST_LONG ? this.#short : this.#long;
  }

  clean(text: string): string {
    // Record the text unescaped only if its escapes hide a secret.
    const plain = text.includes('\\') ? plainly(text) : text;
    const cleaned = this.#cleanKnown(plain);
    const known = cleaned === plain ? text : cleaned;
    return known.includes('eyJ') ? known.replace(RUN, withoutJwts) : known;
  }

  /** As `clean` for each value. Returns `lines` itself if none changes, as nearly always: the copy would be garbage. */
  cleanLines(lines: HeaderLines): HeaderLines {
    let cleaned: (readonly [string, string])[] | undefined;
    for (let i = 0; i < lines.length; i += 1) {
      const [name, value] = lines[i] as readonly [string, string];
      const clean = this.clean(value);
      if (clean === value) continue;
      cleaned ??= [...lines];
      cleaned[i] = [name, clean];
    }
    return cleaned ?? lines;
  }

  #cleanKnown(text: string): string {
    if (text.length < SHORTEST) return text;
    const held = this.#short.find(text, this.#long.find(text));
    const cleaned = held === undefined ? text : replaced(text, held);
    return this.#parent === undefined ? cleaned : this.#parent.#cleanKnown(cleaned);
  }
}

/** The longest first, so that replacing a part never breaks the whole. */
function replaced(text: string, forms: ReadonlySet<Form>): string {
  const ordered = [...forms].sort((a, b) => b.text.length - a.text.length || a.n - b.n);
  return ordered.reduce((cleaned, form) => cleaned.replaceAll(form.text, form.mark), text);
}
