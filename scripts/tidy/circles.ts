/** Files that import each other, directly or through others. */

interface Visit {
  readonly order: number;
  /** The earliest file on the path that can be reached from here. */
  low: number;
  isOpen: boolean;
}

/** The circles of an import graph, largest first (Tarjan's strongly connected components of more than one file). */
export function circles(importsOf: ReadonlyMap<string, readonly string[]>): readonly (readonly string[])[] {
  const visits = new Map<string, Visit>();
  const path: string[] = [];
  const found: string[][] = [];

  function visit(file: string): Visit {
    const here: Visit = { order: visits.size, low: visits.size, isOpen: true };
    visits.set(file, here);
    path.push(file);
    for (const next of importsOf.get(file) ?? []) {
      const known = visits.get(next);
      if (known === undefined) here.low = Math.min(here.low, visit(next).low);
      else if (known.isOpen) here.low = Math.min(here.low, known.order);
    }
    if (here.low === here.order) {
      const circle = path.splice(path.indexOf(file));
      for (const one of circle) (visits.get(one) as Visit).isOpen = false;
      if (circle.length > 1) found.push(circle.sort());
    }
    return here;
  }

  for (const file of importsOf.keys()) if (!visits.has(file)) visit(file);
  return found.sort((a, b) => b.length - a.length);
}
