import { useEffect, useState } from 'preact/hooks';

/** One with its content; undefined until it is read. Without content, if that is no longer kept. */
export function useWhole<One extends { readonly n: number }>(
  one: One,
  read: (n: number) => Promise<One>,
): One | undefined {
  const [whole, setWhole] = useState<One | undefined>(undefined);
  useEffect(() => {
    let isCurrent = true;
    setWhole(undefined);
    read(one.n).then(
      (found) => isCurrent && setWhole(found),
      () => isCurrent && setWhole(one),
    );
    return () => {
      isCurrent = false;
    };
    // A changed outcome is another object of the same number.
  }, [one]);
  return whole;
}
