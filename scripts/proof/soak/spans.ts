/**
 * Moves every span of the table of versions by one version either way: the walk over the versions must detect it in the
 * answers. The walk is scripts/proof/properties/versions.test.ts.
 *
 *     node scripts/proof/soak/spans.ts [COUNT]
 *
 * Exits 1 if a moved span is not detected, and prints it.
 */

import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { GATES, type Gate, type Span, VERSIONS } from '../../../gateway/contract/versions.ts';
import { GATE_SIGNS } from '../properties/version-signs.ts';
import { signsAt, walk } from '../properties/version-walk.ts';

/** @returns the moves that were not detected */
export async function run(count: number): Promise<readonly string[]> {
  const unseen: string[] = [];
  const moves = (Object.keys(GATES) as Gate[]).flatMap((gate) => [
    { gate, by: 1 },
    { gate, by: -1 },
  ]);
  for (const { gate, by } of moves.slice(0, count)) {
    if (!(await isSeen(gate, by))) unseen.push(`${gate} by ${by}`);
  }
  return unseen;
}

/** Whether a member on either side of the change shows a wrong sign. */
async function isSeen(gate: Gate, by: number): Promise<boolean> {
  const table = GATES as Record<Gate, Span>;
  const span = table[gate];
  const since = span.since ?? span.until ?? VERSIONS[0];
  const at = VERSIONS.indexOf(since);
  const moved = VERSIONS[at + by];
  // A span cannot move past the newest version.
  if (moved === undefined) return true;
  table[gate] = span.since === undefined ? { until: moved } : { since: moved };
  try {
    const versions = [VERSIONS[at - 1], since].filter((version) => version !== undefined);
    const signs = GATE_SIGNS.filter((sign) => sign.gate === gate);
    const walked = await walk(versions, signs);
    return versions
      .map((version) => signsAt(walked, version, signs))
      .some(({ shown, expected }) => !isDeepStrictEqual(shown, expected));
  } finally {
    table[gate] = span;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const unseen = await run(Number(process.argv[2] ?? Object.keys(GATES).length * 2));
  console.log(unseen.length === 0 ? 'each span that moves is seen' : `not seen: ${unseen.join(', ')}`);
  process.exitCode = unseen.length === 0 ? 0 : 1;
}
