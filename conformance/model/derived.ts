/** What is made of a chronicle once, however many statements ask for it. */
import type { Chronicle } from './chronicle.ts';

export function derived<T>(make: (chronicle: Chronicle) => T): (chronicle: Chronicle) => T {
  const made = new WeakMap<Chronicle, { readonly value: T }>();
  return (chronicle) => {
    let known = made.get(chronicle);
    if (known === undefined) {
      known = { value: make(chronicle) };
      made.set(chronicle, known);
    }
    return known.value;
  };
}
