/** A member that is not ours: nothing of it is taken back, and each play uses keys that no play used before. */
import type { Target } from '../../../conformance/member/target.ts';
import type { Stopwatch } from '../../../conformance/runner/stopwatch.ts';
import type { Scenario } from '../../../scenarios/index.ts';
import type { PlayingWorld } from '../playing-worlds.ts';
import { playFresh } from '../playing-worlds.ts';

const NAMES = ['clientOrderId', 'commandKey'];

/** Keys, and the names of rows that are keys by the contract. */
function keysIn(value: unknown, of = ''): readonly string[] {
  if (typeof value === 'string') return of === 'key' || NAMES.includes(of) ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => keysIn(inner, name));
}

function renamed<Value>(value: Value, keys: ReadonlySet<string>, suffix: string): Value {
  if (typeof value === 'string') return (keys.has(value) ? `${value}-${suffix}` : value) as Value;
  if (typeof value !== 'object' || value === null) return value;
  const inner = Object.entries(value).map(([name, one]) => [name, renamed(one as unknown, keys, suffix)] as const);
  return (Array.isArray(value) ? inner.map(([, one]) => one) : Object.fromEntries(inner)) as Value;
}

/** The scenario with fresh keys. */
export function withOwnKeys(scenario: Scenario, suffix: string): Scenario {
  const keys = new Set(scenario.steps.flatMap((step) => keysIn(step)));
  return { ...scenario, steps: scenario.steps.map((step) => renamed(step, keys, suffix)) };
}

export function sharedWorldOf(target: Target, stopwatch: Stopwatch): PlayingWorld {
  let plays = 0;
  const renew = async () => {};
  return {
    play: (scenario) => {
      plays += 1;
      const own = withOwnKeys(scenario, `${stopwatch.startedAtMs.toString(36)}-${plays}`);
      return playFresh(target, own, { renew, stopwatch });
    },
    fresh: async () => target,
    [Symbol.asyncDispose]: async () => {},
  };
}
