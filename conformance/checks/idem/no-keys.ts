/** What no member may take for a key (decision A19): none, empty, a space within, past ASCII, far too long. */
export const NO_KEYS: readonly (readonly [what: string, key: string | undefined])[] = [
  ['no key', undefined],
  ['an empty key', ''],
  ['a key with a space', 'two words'],
  ['a key past ASCII', 'clé-12345678'],
  ['a key of 300 characters', 'k'.repeat(300)],
];

/** The header line as it goes over the wire; none for no key. */
export function keyLine(key: string | undefined): Readonly<Record<string, string>> {
  return key === undefined ? {} : { 'Idempotency-Key': Buffer.from(key).toString('latin1') };
}
