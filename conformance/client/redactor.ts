/**
 * Removes known secrets from text before it is recorded: the secret itself, its parts where it is a JWT, its
 * percent-encoded form, its JSON escapes and its base64 forms at each of the three alignments. A mark in its place
 * names the owner, so that a leak is visible and the report does not repeat the secret.
 *
 * A text is scanned once for the first four characters of any form (a bitmap, a few nanoseconds a character). Only a
 * hit leads to a search for the forms that begin with them.
 */

interface Form {
  readonly text: string;
  readonly mark: string;
}

const SHORTEST = 4;
const BITMAP_BITS = 1 << 20;

function fourAt(text: string, i: number): number {
  const mixed =
    Math.imul(text.charCodeAt(i), 0x9e3779b1) ^
    Math.imul(text.charCodeAt(i + 1), 0x85ebca6b) ^
    Math.imul(text.charCodeAt(i + 2), 0xc2b2ae35) ^
    Math.imul(text.charCodeAt(i + 3), 0x27d4eb2f);
  return (mixed >>> 12) & (BITMAP_BITS - 1);
}

/** The base64 of `secret` inside the base64 of any text that contains it, at each alignment, without the edges. */
function base64Forms(secret: string): string[] {
  return [0, 1, 2].flatMap((shift) => {
    const bytes = Buffer.concat([Buffer.alloc(shift), Buffer.from(secret)]);
    const whole = bytes.subarray(0, bytes.length - (bytes.length % 3)).toString('base64');
    const core = whole.slice(shift === 0 ? 0 : 4);
    return core.length < 8 ? [] : [core, core.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

function formsOf(secret: string, name: string): Form[] {
  const encoded = encodeURIComponent(secret.toWellFormed());
  const parts = secret.split('.');
  const long = parts.length === 3 ? parts.slice(1).filter((part) => part.length >= 16) : [];
  return [
    { text: secret, mark: `<${name}>` },
    { text: encoded, mark: `<${name}>` },
    ...long.map((text) => ({ text, mark: `<part of the ${name}>` })),
    ...[secret, ...long].flatMap((text) =>
      base64Forms(text).map((form) => ({ text: form, mark: `<${name}, base64>` })),
    ),
  ];
}

/** A JSON text without unnecessary escapes. */
export function plainly(text: string): string {
  return text.replaceAll(/\\(?:u00([2-7][0-9a-fA-F])|(\/)|.)/g, (spelt, code?: string, slash?: string) => {
    const char = code === undefined ? slash : String.fromCharCode(Number.parseInt(code, 16));
    return char === undefined || char === '"' || char === '\\' ? spelt : char;
  });
}

/** Anything else that looks like a JWT: a safety net behind the known secrets. */
const SOME_JWT = /eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{4,}\.[A-Za-z0-9_-]*/g;

interface Secret {
  readonly text: string;
  readonly name: string;
  readonly forms: readonly Form[];
}

/** Knows the secrets of a run or of one session. */
export class Redactor {
  readonly #parent: Redactor | undefined;
  #secrets: readonly Secret[] = [];
  /** The forms of all secrets, the longest first, so that replacing a part never breaks the whole. */
  #forms: readonly Form[] = [];
  #bitmap: Uint8Array | undefined;
  /** The forms by their first four characters, in the encoding of `fourAt`. */
  #formsAt: ReadonlyMap<number, readonly Form[]> = new Map();

  /** A child of `parent` also knows the parent's secrets; its own are forgotten with it. */
  constructor(parent?: Redactor) {
    this.#parent = parent;
  }

  /**
   * From now on `text` reads `<name>`. Only the newest `keep` secrets of a name are known: a long run fetches many
   * tokens. A text of fewer than four characters is indistinguishable from others and stays.
   */
  learn(text: string, name: string, keep = Number.POSITIVE_INFINITY): void {
    if (text.length < SHORTEST || this.#secrets.some((secret) => secret.text === text)) return;
    const others = this.#secrets.filter((secret) => secret.name !== name);
    const same = this.#secrets.filter((secret) => secret.name === name);
    const kept = Number.isFinite(keep) ? same.slice(Math.max(0, same.length + 1 - keep)) : same;
    this.#know([...others, ...kept, { text, name, forms: formsOf(text, name) }]);
  }

  /** As `learn` for each secret and its name, at the cost of one. */
  learnAll(names: ReadonlyMap<string, string>): void {
    const known = new Set(this.#secrets.map(({ text }) => text));
    const fresh = [...names].filter(([text]) => text.length >= SHORTEST && !known.has(text));
    this.#know([...this.#secrets, ...fresh.map(([text, name]) => ({ text, name, forms: formsOf(text, name) }))]);
  }

  #know(secrets: readonly Secret[]): void {
    this.#secrets = secrets;
    this.#forms = secrets.flatMap(({ forms }) => forms).sort((a, b) => b.text.length - a.text.length);
    this.#bitmap = new Uint8Array(BITMAP_BITS / 8);
    this.#formsAt = Map.groupBy(this.#forms, ({ text: form }) => fourAt(form, 0));
    for (const bit of this.#formsAt.keys()) {
      this.#bitmap[bit >> 3] = (this.#bitmap[bit >> 3] ?? 0) | (1 << (bit & 7));
    }
  }

  clean(text: string): string {
    // Record the text unescaped only if its escapes hide a secret.
    const plain = text.includes('\\') ? plainly(text) : text;
    const cleaned = this.#cleanKnown(plain);
    const known = cleaned === plain ? text : cleaned;
    return known.includes('eyJ') ? known.replace(SOME_JWT, '<token>') : known;
  }

  #cleanKnown(text: string): string {
    const held = this.#heldIn(text);
    // In the order of all forms: search for a part after the whole was replaced.
    const cleaned =
      held.size === 0
        ? text
        : replaced(
            text,
            this.#forms.filter((form) => held.has(form)),
          );
    return this.#parent === undefined ? cleaned : this.#parent.#cleanKnown(cleaned);
  }

  #heldIn(text: string): ReadonlySet<Form> {
    const held = new Set<Form>();
    const bitmap = this.#bitmap;
    if (bitmap === undefined) return held;
    for (let i = 0; i + SHORTEST <= text.length; i += 1) {
      const bit = fourAt(text, i);
      if (((bitmap[bit >> 3] ?? 0) & (1 << (bit & 7))) === 0) continue;
      for (const form of this.#formsAt.get(bit) ?? []) if (text.startsWith(form.text, i)) held.add(form);
    }
    return held;
  }
}

function replaced(text: string, forms: readonly Form[]): string {
  return forms.reduce((cleaned, form) => cleaned.replaceAll(form.text, form.mark), text);
}
