/** Compares by position. Array sort is stable: items at one position keep their order. */
export function byPosition(a: { readonly position: bigint }, b: { readonly position: bigint }): number {
  return a.position < b.position ? -1 : a.position > b.position ? 1 : 0;
}
