/** A value of a scenario in a message: as JSON, and an integer past the range of JSON numbers with all its digits. */
export function shown(value: unknown): string {
  if (typeof value === 'bigint') return `${value}`;
  return JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'bigint' ? `${inner}` : inner)) ?? 'nothing';
}
