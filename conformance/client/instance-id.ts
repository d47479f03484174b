/**
 * The id of an algo instance, as text. The interface names it `instanceId` in an operation's outcome, shows no name for
 * it in a row, and does not say whether it is an integer or an int64 string.
 */
const NAMES = ['instanceId', 'algoInstanceId', 'id'] as const;

/** The id in a row or an outcome; undefined: there is none. */
export function instanceIdOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  for (const name of NAMES) {
    const id = (value as Readonly<Record<string, unknown>>)[name];
    if (typeof id === 'number' && Number.isSafeInteger(id)) return String(id);
    if (typeof id === 'string' && /^[0-9]{1,19}$/.test(id)) return id;
  }
  return undefined;
}
