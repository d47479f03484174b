/** The nesting of foreign JSON is not bounded, and code that walks a value recurses once a level. */

/** Whether no list or object of a JSON text is nested more deeply than `deepest` levels. */
export function isShallow(text: string, deepest: number): boolean {
  let depth = 0;
  let isInText = false;
  for (let i = 0; i < text.length; i += 1) {
    const char = text.charCodeAt(i);
    if (isInText) {
      if (char === 0x5c) i += 1;
      else if (char === 0x22) isInText = false;
    } else if (char === 0x22) isInText = true;
    else if (char === 0x5b || char === 0x7b) {
      depth += 1;
      if (depth > deepest) return false;
    } else if (char === 0x5d || char === 0x7d) depth -= 1;
  }
  return true;
}
