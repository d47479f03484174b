/**
 * A gate for requests that must leave at the same time although the suite paces them: each waits until the last one has
 * its turn.
 */
export type Departure = () => Promise<void>;

/** A gate that opens for `count` requests at once. */
export function together(count: number): Departure {
  const { promise, resolve } = Promise.withResolvers<void>();
  let missing = count;
  return () => {
    missing -= 1;
    if (missing <= 0) resolve();
    return promise;
  };
}
