/** What stands behind a name that nothing has: the name that was likely meant, or those that there are. */
import { nearest } from '../conformance/target/nearest.ts';

export function hint(written: string, known: readonly string[]): string {
  const near = nearest(written, known);
  if (near !== undefined) return `; did you mean '${near}'?`;
  return known.length === 0 ? '' : ` (known: ${known.join(', ')})`;
}
