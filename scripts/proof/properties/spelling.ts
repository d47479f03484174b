/** JSON texts that a caller may send, also those that no serialiser writes, such as a duplicate member. */

/** Text that is inserted unchanged in place of a value. */
export class Spelling {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export type Members = readonly (readonly [name: string, value: unknown])[];

/** An object with these members in this order. A member may be duplicate. */
export function objectOf(members: Members): Spelling {
  return new Spelling(`{${members.map(([name, value]) => `${JSON.stringify(name)}:${spelt(value)}`).join(',')}}`);
}

export function spelt(value: unknown): string {
  if (value instanceof Spelling) return value.text;
  if (Array.isArray(value)) return `[${value.map(spelt).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return objectOf(Object.entries(value).filter(([, part]) => part !== undefined)).text;
}
