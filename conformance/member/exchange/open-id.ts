/** Ids and counts whose JSON type the interface leaves open (algoVersionId, configSeq, seq, count): an integer or its text. */

/** Whether a value can be such an id. */
export function isOpenId(value: unknown): boolean {
  return Number.isSafeInteger(value) || (typeof value === 'string' && value !== '');
}

/** Whether both are the same id, whatever the type of each. */
export function sameId(one: unknown, other: unknown): boolean {
  return isOpenId(one) && isOpenId(other) && String(one) === String(other);
}

/** The whole number that a count spells; undefined for anything else. */
export function countOf(value: unknown): number | undefined {
  const count = typeof value === 'string' && /^(0|[1-9][0-9]{0,15})$/.test(value) ? Number(value) : value;
  return Number.isSafeInteger(count) && Number(count) >= 0 ? Number(count) : undefined;
}
