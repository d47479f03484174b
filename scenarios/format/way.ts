/**
 * Paths into an answer's body: `$.orderId`, `$.items[0].status`, `$.items[-1]`, `$['odd name']`, or `$` for all of it.
 */

const STEP = /\.([A-Za-z_][\w-]*)|\[(-?[0-9]+)\]|\['([^']*)'\]/y;

export type Way = readonly (string | number)[];

/** What a step saves: a value of the body, or a header by its name in small letters. */
export type Saved = Way | { readonly header: string };

/** undefined if the text is not a path. */
export function readWay(text: string): Way | undefined {
  if (!text.startsWith('$')) return undefined;
  const way: (string | number)[] = [];
  STEP.lastIndex = 1;
  while (STEP.lastIndex < text.length) {
    const step = STEP.exec(text);
    if (step === null) return undefined;
    way.push(step[2] === undefined ? (step[1] ?? step[3] ?? '') : Number(step[2]));
  }
  return way;
}

/** The value at the path; undefined if there is none. A negative index counts from the end. */
export function follow(value: unknown, way: Way): unknown {
  let here = value;
  for (const step of way) {
    if (typeof here !== 'object' || here === null) return undefined;
    if (typeof step === 'number') here = Array.isArray(here) ? here.at(step) : undefined;
    else here = Object.hasOwn(here, step) ? (here as Record<string, unknown>)[step] : undefined;
  }
  return here;
}
