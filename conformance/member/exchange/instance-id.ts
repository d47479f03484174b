/**
 * The id of an algo instance, as text. The interface names it `instanceId` in an operation's outcome, shows no name for
 * it in a row, and does not say what its type is.
 */
const NAMES = ['instanceId', 'algoInstanceId', 'id'] as const;

/** The id in a row or an outcome; undefined: there is none. */
export function instanceIdOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  for (const name of NAMES) {
    const id = (value as Readonly<Record<string, unknown>>)[name];
    if (typeof id === 'number' && Number.isSafeInteger(id)) return String(id);
    if (typeof id === 'string' && /^[\w.~-]{1,64}$/.test(id)) return id;
  }
  return undefined;
}

/** Its sort key: the number that it spells, or the bytes of any other text; -1 where a row has none. */
export function instanceKey(row: unknown): readonly bigint[] {
  const id = instanceIdOf(row);
  if (id === undefined) return [-1n];
  return /^[0-9]{1,19}$/.test(id) ? [BigInt(id)] : [...Buffer.from(id)].map(BigInt);
}
