/**
 * Removes known secrets from text before it is recorded: the secret itself, its parts where it is a JWT, its
 * percent-encoded form, its JSON escapes and its base64 forms at each of the three alignments. A mark in its place
 * names the owner, so that a leak is visible and the report does not repeat the secret.
 */
import { type Form, FormIndex } from './form-index.ts';

const SHORTEST = 4;
/** Shorter forms are rare (lines of key material) and are searched for at every position. */
const SHORTEST_LONG = 16;

/** The base64 of `secret` inside the base64 of any text that contains it, at each alignment, without the edges. */
function base64Forms(secret: string): string[] {
  return [0, 1, 2].flatMap((shift) => {
    const bytes = Buffer.concat([Buffer.alloc(shift), Buffer.from(secret)]);
    const whole = bytes.subarray(0, bytes.length - (bytes.length % 3)).toString('base64');
    const core = whole.slice(shift === 0 ? 0 : 4);
    return core.length < 8 ? [] : [core, core.replaceAll('+', '-').replaceAll('/', '_')];
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

/** Anything else that looks like a JWT: a safety net behind the known secrets. */
const SOME_JWT = /eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{4,}\.[A-Za-z0-9_-]*/g;

/** Knows the secrets of a run or of one session. */
export class Redactor {
  readonly #parent: Redactor | undefined;
  /** The name of each secret, by its text, in the order of learning. */
  #secrets = new Map<string, string>();
  #long = new FormIndex(SHORTEST_LONG);
  #short = new FormIndex(SHORTEST);
  #forms = 0;

  /** A child of `parent` also knows the parent's secrets; its own are forgotten with it. */
  constructor(parent?: Redactor) {
    this.#parent = parent;
  }

  /**
   * From now on `text` reads `<name>`. Only the newest `keep` secrets of a name are known: a long run fetches many
   * tokens. A text of fewer than four characters is indistinguishable from others and stays.
   */
  learn(text: string, name: string, keep = Number.POSITIVE_INFINITY): void {
    if (text.length < SHORTEST || this.#secrets.has(text)) return;
    const same = Number.isFinite(keep) ? [...this.#secrets].filter(([, known]) => known === name) : [];
    const tooMany = same.slice(0, Math.max(0, same.length + 1 - keep));
    if (tooMany.length > 0) this.#forget(tooMany.map(([known]) => known));
    this.#know(text, name);
  }

  /** As `learn` for each secret and its name. */
  learnAll(names: ReadonlyMap<string, string>): void {
    for (const [text, name] of names) this.learn(text, name);
  }

  #know(text: string, name: string): void {
    this.#secrets.set(text, name);
    for (const form of formsOf(text, name)) {
      this.#forms += 1;
      (form.text.length < SHORTEST_LONG ? this.#short : this.#long).add({ ...form, n: this.#forms });
    }
  }

  #forget(texts: readonly string[]): void {
    const known = this.#secrets;
    this.#secrets = new Map();
    this.#long = new FormIndex(SHORTEST_LONG);
    this.#short = new FormIndex(SHORTEST);
    for (const text of texts) known.delete(text);
    for (const [text, name] of known) this.#know(text, name);
  }

  clean(text: string): string {
    // Record the text unescaped only if its escapes hide a secret.
    const plain = text.includes('\\') ? plainly(text) : text;
    const cleaned = this.#cleanKnown(plain);
    const known = cleaned === plain ? text : cleaned;
    return known.includes('eyJ') ? known.replace(SOME_JWT, '<token>') : known;
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
