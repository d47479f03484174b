/** @returns a view that is made again only when one of the objects that it is made of is another. */
export function sameWhile<Of extends object, View>(
  madeOf: (of: Of) => readonly unknown[],
  make: (of: Of) => View,
): (of: Of) => View {
  const known = new WeakMap<Of, { readonly parts: readonly unknown[]; readonly view: View }>();
  return (of) => {
    const parts = madeOf(of);
    const before = known.get(of);
    if (before?.parts.every((part, i) => part === parts[i]) === true) return before.view;
    const view = make(of);
    known.set(of, { parts, view });
    return view;
  };
}
