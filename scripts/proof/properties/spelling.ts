/** JSON as a caller may spell it: also what no serialiser writes, such as a member twice. */

/** Text that stands in the place of a value as it is. */
export class Spelling {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export type Members = readonly (readonly [name: string, value: unknown])[];

/** An object with these members in this order, also one of them twice. */
export function objectOf(members: Members): Spelling {
  return new Spelling(`{${members.map(([name, value]) => `${JSON.stringify(name)}:${spelt(value)}`).join(',')}}`);
}

export function spelt(value: unknown): string {
  if (value instanceof Spelling) return value.text;
  if (Array.isArray(value)) return `[${value.map(spelt).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return objectOf(Object.entries(value).filter(([, part]) => part !== undefined)).text;
}
