/** The faults of one sandbox: rules as they were added, what each did, and what is held now. */
import type { Clock } from '../../gateway/platform-port.ts';
import type { Random } from '../seed.ts';
import { close } from './close.ts';
import { cut } from './cut.ts';
import { delay } from './delay.ts';
import { drop } from './drop.ts';
import { duplicate } from './duplicate.ts';
import type { Edge, Effect } from './edges.ts';
import { fail } from './fail.ts';
import { garble } from './garble.ts';
import { hold } from './hold.ts';
import { createHolds } from './holds.ts';
import { type FaultKind, type FaultTools, GO, type Outcome } from './kind.ts';
import { fits, type Where } from './match.ts';
import { refuse } from './refuse.ts';
import { edgeOf, effectOf, nonsenseOf } from './rule.ts';
import type { FaultRule } from './rule-shape.ts';
import { fires } from './times.ts';

const KINDS = { delay, hold, refuse, drop, fail, duplicate, garble, cut, close } as const satisfies Record<
  Effect,
  FaultKind
>;

export interface Fault {
  readonly id: string;
  readonly rule: FaultRule;
  /** How often it struck. */
  readonly firings: number;
  /** What it delays or holds now. */
  readonly held: number;
}

export interface Faults {
  /** Throws RangeError, for a person to read, where the rule can never do what it says. */
  add(rule: FaultRule): Fault;
  list(): readonly Fault[];
  get(id: string): Fault | undefined;
  /** Takes a rule away and lets go what it holds; what it delays comes in its own time. false: no such rule. */
  remove(id: string): boolean;
  /** Takes every rule away. */
  clear(): void;
  /** Lets go what is held under a name now; the rule goes on holding what comes. How many that was. */
  release(name: string): number;
  /** What is held now, by name. */
  holds(): readonly { readonly name: string; readonly count: number }[];
  /**
   * What happens here. undefined at once where no rule fires, so that a platform without faults stays synchronous. Else
   * the rules that fire strike one after another, in the order in which they were added, up to one that ends it.
   */
  at(edge: Edge, where: Where): Promise<Outcome> | undefined;
}

interface Entry {
  readonly id: string;
  readonly rule: FaultRule;
  readonly edge: Edge;
  readonly kind: FaultKind;
  matches: number;
  firings: number;
  held: number;
}

export function createFaults({ clock, random }: { readonly clock: Clock; readonly random: Random }): Faults {
  const holds = createHolds();
  let entries: Entry[] = [];
  let added = 0;

  const view = ({ id, rule, firings, held }: Entry): Fault => ({ id, rule, firings, held });

  async function strike(entry: Entry): Promise<Outcome> {
    entry.held += 1;
    const tools: FaultTools = { clock, holds, ruleId: entry.id };
    try {
      return await entry.kind.strike(entry.rule, tools);
    } finally {
      entry.held -= 1;
    }
  }

  async function strikeAll(firing: readonly Entry[]): Promise<Outcome> {
    for (const entry of firing) {
      const outcome = await strike(entry);
      if (outcome.act !== 'go') return outcome;
    }
    return GO;
  }

  return {
    add(rule) {
      const nonsense = nonsenseOf(rule);
      if (nonsense !== undefined) throw new RangeError(nonsense);
      added += 1;
      const kind = KINDS[effectOf(rule)];
      const entry: Entry = { id: `f${added}`, rule, edge: edgeOf(rule), kind, matches: 0, firings: 0, held: 0 };
      entries.push(entry);
      return view(entry);
    },
    list: () => entries.map(view),
    get(id) {
      const entry = entries.find((candidate) => candidate.id === id);
      return entry && view(entry);
    },
    remove(id) {
      const kept = entries.filter((entry) => entry.id !== id);
      const removed = kept.length < entries.length;
      entries = kept;
      holds.releaseOf(id);
      return removed;
    },
    clear() {
      const ids = entries.map(({ id }) => id);
      entries = [];
      for (const id of ids) holds.releaseOf(id);
    },
    release: holds.release,
    holds: holds.counts,
    at(edge, where) {
      if (entries.length === 0) return undefined;
      const firing: Entry[] = [];
      for (const entry of entries) {
        if (entry.edge !== edge || !fits(entry.rule.on, where)) continue;
        entry.matches += 1;
        if (!fires(entry.rule.times, entry.matches, random)) continue;
        entry.firings += 1;
        firing.push(entry);
        if (!entry.kind.goesOn) break;
      }
      return firing.length === 0 ? undefined : strikeAll(firing);
    },
  };
}

/** What an edge throws that a fault fails. */
export class FaultFailed extends Error {
  constructor(edge: Edge) {
    super(`a fault failed the ${edge}`);
  }
}
