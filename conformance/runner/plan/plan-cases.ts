/**
 * Which cases of which checks a run takes for its budget of requests. First the cheapest case of every requirement,
 * then what is left is spent where the gain for a request is largest. Pure: the same checks, budget and seed give the
 * same plan.
 */
import type { RequirementId } from '../../contract/requirements.ts';
import { hash32 } from '../hash.ts';

/** One check with its cases, and what they cost in requests. */
export interface Choice {
  readonly id: string;
  /** In order, the cheapest first; at least one. */
  readonly cases: readonly { readonly name: string; readonly shows: readonly RequirementId[] }[];
  /** Requests of the first case that is taken, whichever it is. */
  readonly first: number;
  /** Requests of each further one. */
  readonly each: number;
  /** It shows nothing with fewer cases; default 1. */
  readonly least?: number;
}

/** The names of the cases to take, by check id; a check that is left out is absent. */
export type Taken = ReadonlyMap<string, readonly string[]>;

interface Step {
  readonly choice: Choice;
  readonly names: readonly string[];
  readonly shows: readonly RequirementId[];
  readonly cost: number;
}

const UNLIKE = new WeakMap<Choice, Choice['cases']>();

/** The first of its cases that show the same: once it is taken, the others show nothing new. */
function unlike(choice: Choice): Choice['cases'] {
  const known =
    UNLIKE.get(choice) ??
    [...new Map(choice.cases.toReversed().map((one) => [`${one.shows}`, one])).values()].toReversed();
  UNLIKE.set(choice, known);
  return known;
}

/** What a plan has taken so far. */
class Basket {
  readonly taken = new Map<string, string[]>();
  readonly covered = new Set<RequirementId>();
  spent = 0;

  add({ choice: { id }, names, shows, cost }: Step): void {
    this.taken.set(id, [...(this.taken.get(id) ?? []), ...names]);
    for (const requirement of shows) this.covered.add(requirement);
    this.spent += cost;
  }

  gain({ shows }: Pick<Step, 'shows'>): number {
    return shows.filter((id) => !this.covered.has(id)).length;
  }

  /** What it costs to take this case too. */
  step(choice: Choice, name: string, shows: readonly RequirementId[]): Step {
    const already = this.taken.get(choice.id);
    if (already !== undefined) return { choice, names: [name], shows, cost: choice.each };
    const others = choice.cases.filter((one) => one.name !== name).slice(0, (choice.least ?? 1) - 1);
    const cost = choice.first + others.length * choice.each;
    const all = [...shows, ...others.flatMap((one) => one.shows)];
    return { choice, names: [name, ...others.map((one) => one.name)], shows: [...new Set(all)], cost };
  }

  /** The step with the most requirements for its requests among those that fit in `room`; undefined: none gains. */
  best(choices: readonly Choice[], room: number): Step | undefined {
    let best: Step | undefined;
    let most = 0;
    for (const choice of choices) {
      const already = this.taken.get(choice.id);
      for (const { name, shows } of unlike(choice)) {
        if (already?.includes(name) === true || (choice.least === undefined && this.gain({ shows }) === 0)) continue;
        const step = this.step(choice, name, shows);
        const ratio = this.gain(step) / Math.max(1, step.cost);
        if (step.cost <= room && ratio > most) [best, most] = [step, ratio];
      }
    }
    return best;
  }
}

/** Takes steps while one that gains a requirement fits; returns them. */
function covering(choices: readonly Choice[], budget: number, basket: Basket): readonly Step[] {
  const steps: Step[] = [];
  for (;;) {
    const step = basket.best(choices, budget - basket.spent);
    if (step === undefined) return steps;
    basket.add(step);
    steps.push(step);
  }
}

/** Of these steps, in their order, each that fits. */
function fitting(steps: readonly Step[], budget: number): Basket {
  const basket = new Basket();
  for (const { choice, names, shows } of steps) {
    const step = basket.step(choice, names[0] ?? '', shows);
    if (step.cost <= budget - basket.spent) basket.add(step);
  }
  return basket;
}

/**
 * The cases that show the most requirements. What gains most for a request may leave too little room for others: each
 * smaller budget is tried too, and what it showed is kept, so that a larger budget never shows less.
 */
function cover(choices: readonly Choice[], budget: number): Basket {
  const whole = new Basket();
  const steps = covering(choices, Number.POSITIVE_INFINITY, whole);
  if (whole.spent <= budget) return whole;
  let best = new Basket();
  for (let size = 0; size <= budget; size += 1) {
    const found = fitting(steps, size);
    if (found.covered.size > best.covered.size) best = found;
    covering(choices, size, best);
  }
  return best;
}

/** The names in an order that follows from the seed. */
function shuffled(names: readonly string[], seed: string): readonly string[] {
  const keyed = names.map((name) => ({ name, key: hash32(`${seed} ${name}`) }));
  return keyed.sort((a, b) => a.key - b.key || (a.name < b.name ? -1 : 1)).map(({ name }) => name);
}

/** `POST /orders, no key`: POST, orders, no, key. */
const wordsOf = (name: string): readonly string[] => name.split(/[^\w{}-]+/);

/**
 * Further cases in the order in which a run with room takes them: first those least like the cases before them (another
 * method, collection or defect), then by the seed.
 */
function further({ id, cases }: Choice, already: readonly string[], seed: number): readonly string[] {
  const seen = new Set(already.flatMap(wordsOf));
  const names = cases.map(({ name }) => name).filter((name) => !already.includes(name));
  const left = new Set(shuffled(names, `${seed} ${id}`));
  const order: string[] = [];
  const unseen = (name: string) => wordsOf(name).filter((word) => !seen.has(word)).length;
  for (;;) {
    let [next, most]: readonly [string, number] = ['', 0];
    for (const name of left) if (unseen(name) > most) [next, most] = [name, unseen(name)];
    if (most === 0) return [...order, ...left];
    order.push(next);
    left.delete(next);
    for (const word of wordsOf(next)) seen.add(word);
  }
}

/**
 * A check's first case finds what no other check finds; each further one finds less than the one before. Their gain for
 * a request falls with their number and their cost.
 */
const GAIN_OF_A_CHECK = 4;

function deepen(basket: Basket, choices: readonly Choice[], budget: number, seed: number): void {
  const rows = choices.map((choice) => {
    const already = basket.taken.get(choice.id) ?? [];
    return { choice, count: already.length, names: further(choice, already, seed) };
  });
  const open = new Set(rows);
  for (;;) {
    let best: { readonly row: (typeof rows)[number]; readonly step: Step } | undefined;
    let most = 0;
    for (const row of open) {
      const [name] = row.names;
      const step = name === undefined ? undefined : basket.step(row.choice, name, []);
      if (step === undefined || step.cost > budget - basket.spent) {
        open.delete(row);
        continue;
      }
      const gain = (row.count === 0 ? GAIN_OF_A_CHECK : 1 / row.count) / Math.max(1, step.cost);
      if (gain > most) [best, most] = [{ row, step }, gain];
    }
    if (best === undefined) return;
    const { row, step } = best;
    basket.add(step);
    row.count += step.names.length;
    row.names = row.names.filter((name) => !step.names.includes(name));
  }
}

/** The cases of these checks for a budget of requests; infinite: all of them. */
export function planCases(choices: readonly Choice[], budget: number, seed: number): Taken {
  if (choices.reduce((sum, { cases, first, each }) => sum + first + (cases.length - 1) * each, 0) <= budget) {
    return new Map(choices.map(({ id, cases }) => [id, cases.map(({ name }) => name)]));
  }
  const basket = cover(choices, budget);
  deepen(basket, choices, budget, seed);
  return basket.taken;
}
