/** Requests that leave side by side although the suite paces them: each waits, its turn in hand, for the last of them. */
export type Departure = () => Promise<void>;

export function together(count: number): Departure {
  const { promise, resolve } = Promise.withResolvers<void>();
  let missing = count;
  return () => {
    missing -= 1;
    if (missing <= 0) resolve();
    return promise;
  };
}
