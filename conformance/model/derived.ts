/** Caches what is derived from a chronicle, however many statements use it. */
import type { Chronicle } from './chronicle.ts';

/** Wraps `make` so that it runs at most once for each chronicle. The cached value is dropped with the chronicle. */
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
