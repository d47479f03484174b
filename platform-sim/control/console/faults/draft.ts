/** A fault as the form holds it, all text, and the rule that it states. */
import { DROPS, EDGE_ROWS, type Edge, type Effect, edgeRow, PLACES, type PlaceName } from '../../../faults/edges.ts';
import type { FaultPlace, FaultRule } from '../../../faults/rule-shape.ts';

export type TimesKind = 'always' | 'first' | 'every' | 'nth' | 'probability';

export interface Draft {
  readonly edge: Edge;
  readonly on: Readonly<Partial<Record<PlaceName, string>>>;
  readonly effect: Effect;
  /** How long, under which name, with which code or status: of the effect. */
  readonly value: string;
  readonly retryAfter: string;
  readonly body: string;
  readonly times: TimesKind;
  readonly count: string;
  readonly for: string;
}

/** What each effect takes as its value, with a first one; the others take none. */
export const VALUES: Readonly<Partial<Record<Effect, { readonly label: string; readonly first: string }>>> = {
  delay: { label: 'For how long', first: '2s' },
  hold: { label: 'Under which name', first: 'held' },
  refuse: { label: 'With which code', first: '' },
  close: { label: 'With which code', first: '4000' },
  answer: { label: 'With which status', first: '503' },
};

/** The draft of an edge with its first effect; nothing else is stated. */
export function draftAt(edge: Edge): Draft {
  const [effect] = EDGE_ROWS[edge].takes;
  const rest = { on: {}, retryAfter: '', body: '', times: 'always', count: '1', for: '' } as const;
  return { edge, effect, value: firstValue(edge, effect), ...rest };
}

export function firstValue(edge: Edge, effect: Effect): string {
  const { codes, fails } = edgeRow(edge);
  if (effect === 'refuse') return codes?.[0] ?? 'NO_REFERENCE_PRICE';
  if (effect === 'fail') return fails?.[0] ?? '';
  return VALUES[effect]?.first ?? '';
}

/** The same at another edge: what is not known there, and an effect that it does not take, are left out. */
export function movedTo(draft: Draft, edge: Edge): Draft {
  const { knows, takes } = edgeRow(edge);
  const on = Object.fromEntries(Object.entries(draft.on).filter(([name]) => knows.includes(name as PlaceName)));
  const effect = takes.includes(draft.effect) ? draft.effect : (takes[0] ?? 'delay');
  const keeps = effect === draft.effect && effect !== 'refuse' && effect !== 'fail';
  return { ...draft, edge, on, effect, value: keeps ? draft.value : firstValue(edge, effect) };
}

function placeOf({ edge, on }: Draft): FaultPlace {
  const stated = PLACES.filter((name) => (on[name] ?? '') !== '').map((name) => {
    return [name, name === 'org' ? Number(on.org) : on[name]] as const;
  });
  return { edge, ...Object.fromEntries(stated) };
}

function effectOf({ edge, effect, value, retryAfter, body }: Draft): Partial<FaultRule> {
  switch (effect) {
    case 'delay':
    case 'hold':
    case 'refuse':
      return { [effect]: value };
    case 'close':
      return { close: Number(value) };
    case 'drop': {
      const [dropped] = Object.entries(DROPS).find(([, at]) => at === edge) ?? [];
      return { drop: dropped as FaultRule['drop'] };
    }
    case 'fail':
      return { fail: value === '' ? true : (value as FaultRule['fail']) };
    case 'answer':
      return {
        answer: {
          status: Number(value),
          ...(retryAfter === '' ? {} : { retryAfter }),
          ...(body === '' ? {} : { body }),
        },
      };
    default:
      return { [effect]: true };
  }
}

function timesOf({ times, count }: Draft): Pick<FaultRule, 'times'> {
  if (times === 'always') return {};
  const n = Number(count);
  if (times === 'first') return { times: n };
  return { times: { [times]: n } as NonNullable<FaultRule['times']> };
}

/** The rule as the API takes it. */
export function ruleOf(draft: Draft): FaultRule {
  const stands = draft.for === '' ? {} : { for: draft.for };
  return { on: placeOf(draft), ...effectOf(draft), ...timesOf(draft), ...stands };
}
