/** For sorting by position. Array sort is stable: what stands at one position keeps its order. */
export function byPosition(a: { readonly position: bigint }, b: { readonly position: bigint }): number {
  return a.position < b.position ? -1 : a.position > b.position ? 1 : 0;
}
