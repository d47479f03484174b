/** What a world is called on the server. World names may hold characters that have a meaning in subjects. */

export const WORLDS_BUCKET = 'touchstone_worlds';
export const NAMED_SNAPSHOTS_BUCKET = 'touchstone_named_snapshots';
export const SECRETS_BUCKET = 'touchstone_secrets';
export const LEASE_BUCKET = 'touchstone_lease';
export const RULES_BUCKET = 'touchstone_fault_rules';
export const ROLLS_BUCKET = 'touchstone_rolls';
export const SNAPSHOTS_BUCKET = 'touchstone_snapshots';

/** The key of a world, also the name of its snapshot: other characters are `=` and two hexadecimal digits. */
export function keyOf(name: string): string {
  const escaped = (byte: number): string => `=${byte.toString(16).padStart(2, '0')}`;
  return name.replace(/[^A-Za-z0-9_-]/gu, (other) => [...Buffer.from(other)].map(escaped).join(''));
}

export function streamOf(name: string, generation: number): string {
  return `touchstone_${keyOf(name)}_${generation}`;
}

/** Of the records alone, from the subjects of a stream. */
export function recordsOf(subjects: string): string {
  return `${subjects.slice(0, -1)}record`;
}

/** Without `generation`: of all its generations. */
export function subjectsOf(name: string, generation?: number): string {
  return `touchstone.log.${keyOf(name)}.${generation ?? '*'}.*`;
}

export function subjectOf(name: string, generation: number, kind: 'record' | 'note'): string {
  return `touchstone.log.${keyOf(name)}.${generation}.${kind}`;
}

/** The generation of a stream's name. */
export function generationOf(stream: string): number {
  return Number(stream.slice(stream.lastIndexOf('_') + 1));
}
