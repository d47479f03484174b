/** What shrinking tries, in this order: steps, steps that hold steps, what is only compared, parts of steps, values. */
import type { Scalar } from 'yaml';
import { durationMs, durationText } from '../format/scenario-duration.ts';
import type { Candidates } from './candidates.ts';
import type { Part } from './editable.ts';
import { minimise } from './minimise.ts';

/** Nothing after the failing step matters to it. */
async function cutAfter(candidates: Candidates): Promise<void> {
  const { editable, failing } = candidates;
  const steps = editable.steps();
  const later = steps.slice(steps.indexOf(failing) + 1).filter((step) => !editable.isWithin(step, failing));
  if (later.length > 0) await candidates.removesSteps(new Set(later));
}

async function fewerSteps(candidates: Candidates): Promise<void> {
  const { editable, failing } = candidates;
  const removable = () => editable.steps().filter((step) => !editable.isWithin(failing, step));
  await minimise(removable(), async (kept) => {
    const isKept = new Set(kept);
    const gone = removable().filter((step) => !isKept.has(step));
    return (await candidates.removesSteps(new Set(gone))) ? removable() : undefined;
  });
}

async function fewerLevels(candidates: Candidates): Promise<void> {
  for (const step of candidates.editable.steps()) {
    const unwrapping = candidates.editable.unwrapping(step);
    if (unwrapping !== undefined) await candidates.accepts(unwrapping);
  }
}

async function fewerOf(candidates: Candidates, of: () => readonly Part[]): Promise<void> {
  await minimise(of(), async (kept) => {
    const isKept = new Set(kept);
    const gone = of().filter((part) => !isKept.has(part));
    return (await candidates.removes(new Set(gone))) ? of() : undefined;
  });
}

/** Expectations of other steps, and saves and names that nothing uses: none of them changes what is sent. */
function compared({ editable, failing }: Candidates): readonly Part[] {
  return editable.steps().flatMap((step) => {
    const keys = step === failing ? ['save', 'name'] : ['expect', 'save', 'name', 'fires'];
    return keys.flatMap((key) => editable.pair(step, key) ?? []);
  });
}

/** The same below which a text may be anything. */
const FREE = ['body', 'params', 'query', 'headers', 'key', 'frame', 'text', 'claims'];
const LONG_TEXT = 8;
const MOST_HALVINGS = 12;

interface Group {
  readonly value: unknown;
  readonly scalars: readonly Scalar[];
}

/** Scalars by their value, outside the failing step's expectation: equal ones stay equal. */
function groups({ editable, failing }: Candidates, parts: readonly Part[]): readonly Group[] {
  const expected = editable.pair(failing, 'expect');
  const kept = new Set(
    expected === undefined ? [] : editable.scalars([expected]).map(({ scalar }) => String(scalar.value)),
  );
  const byValue = new Map<string, Scalar[]>();
  for (const { scalar } of editable.scalars(parts)) {
    // A failure of the expectation's own making: what is expected was sent before.
    if (kept.has(String(scalar.value))) continue;
    const name = `${typeof scalar.value} ${String(scalar.value)}`;
    byValue.set(name, [...(byValue.get(name) ?? []), scalar]);
  }
  return [...byValue.values()].map((scalars) => ({ value: scalars[0]?.value, scalars }));
}

function stepParts({ editable }: Candidates, keys?: readonly string[]): readonly Part[] {
  return editable
    .steps()
    .flatMap((step) => (keys === undefined ? [step] : keys.flatMap((key) => editable.pair(step, key) ?? [])));
}

async function halved(candidates: Candidates, { scalars }: Group, from: number, written: (n: number) => unknown) {
  let value = from;
  for (let i = 0; i < MOST_HALVINGS && value > 1; i += 1) {
    const half = Math.floor(value / 2);
    if (!(await candidates.accepts(candidates.editable.replacing(scalars, written(half))))) return;
    value = half;
  }
}

const DURATION = /^\d+(\.\d+)?(ms|s|m|h|d)$/;

async function shorterTimes(candidates: Candidates): Promise<void> {
  for (const group of groups(candidates, stepParts(candidates))) {
    const ms = typeof group.value === 'string' && DURATION.test(group.value) ? durationMs(group.value) : undefined;
    if (ms !== undefined) await halved(candidates, group, ms, durationText);
  }
}

async function fewerTimes(candidates: Candidates): Promise<void> {
  for (const { scalar, below } of candidates.editable.scalars(stepParts(candidates))) {
    if (below !== 'times' || Number(scalar.value) <= 1) continue;
    const group = { value: scalar.value, scalars: [scalar] };
    if (await candidates.accepts(candidates.editable.replacing([scalar], 1n))) continue;
    await halved(candidates, group, Number(scalar.value), BigInt);
  }
}

async function smallerValues(candidates: Candidates): Promise<void> {
  const all = groups(candidates, stepParts(candidates, FREE));
  const used = new Set(all.map(({ value }) => String(value)));
  for (const group of all) {
    const { value, scalars } = group;
    const becomes = (next: unknown) => candidates.accepts(candidates.editable.replacing(scalars, next));
    if (typeof value === 'bigint' && value > 1n && value <= BigInt(Number.MAX_SAFE_INTEGER)) {
      if (!(await becomes(1n))) await halved(candidates, group, Number(value), BigInt);
    } else if (typeof value === 'string' && /^\d+(\.\d+)?$/.test(value) && value !== '1') {
      await becomes('1');
    } else if (typeof value === 'string' && value.length > LONG_TEXT && !value.includes('${')) {
      const short = shortText(used);
      if (await becomes(short)) used.add(short);
    }
  }
}

/** `a`, `b` and so on to `z`, then `a1`: the first that is not used. */
function shortText(used: ReadonlySet<string>): string {
  for (let i = 0; ; i += 1) {
    const text = `${String.fromCharCode(97 + (i % 26))}${i < 26 ? '' : Math.floor(i / 26)}`;
    if (!used.has(text)) return text;
  }
}

/** Each once; `shrink` repeats them until nothing changes. */
export const PASSES: readonly ((candidates: Candidates) => Promise<void>)[] = [
  cutAfter,
  fewerSteps,
  fewerLevels,
  fewerTimes,
  (candidates) => fewerOf(candidates, () => compared(candidates)),
  (candidates) => fewerOf(candidates, () => candidates.editable.parts().filter((part) => part !== candidates.failing)),
  shorterTimes,
  smallerValues,
];
