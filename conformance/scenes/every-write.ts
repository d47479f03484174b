/**
 * Takes rows of the suite through their whole life, so that every write of the interface is sent in a state in which it
 * is valid. Rows that can be ended are ended. Permanent rows are found by name in the next run and not created again.
 */
import type { Actor } from '../member/actor.ts';
import type { OwnName } from '../member/effects/standing-row.ts';
import { type Exchange, isOk, rows } from '../member/exchange/exchange.ts';
import type { TargetFacts } from '../member/profile/target-facts.ts';
import type { Cases } from '../runner/check.ts';
import {
  isValidIn,
  type SampleWrite,
  sampleWrite,
  sent,
  type WriteChain,
  type WriteStep,
  type Writing,
} from './sample-write.ts';
import { writeChains } from './write-chains.ts';

export { WRITING_HOLDS, WRITING_NEEDS, type Writing } from './sample-write.ts';

interface Asked {
  /** What is asked of each write; each is a case, `POST /orders, no key`. Absent: a write is one case. */
  readonly whats?: readonly string[];
  /** Leaves out writes that are withheld, or that come in a state in which they are not valid, too. */
  readonly only?: 'sent' | 'valid';
  /** Leaves out writes of which the check shows nothing. */
  readonly isOf?: (step: WriteStep, what: string, target: TargetFacts) => boolean;
  readonly shows?: Cases['shows'];
  /** An arm follows a restatement of its row. What leads to a case is visited too, and `takes` is false there. */
  readonly isAfterRestatement?: true;
}

/** The cases of a check over every write. */
export interface WriteCases extends Cases {
  readonly asked: Asked;
}

/** One case for each write that the target can be sent, and for each of `whats`. */
export function writeCases(asked: Asked = {}): WriteCases {
  const { whats = [NO_DEFECT], shows } = asked;
  return {
    of: asked.whats === undefined ? 'writes' : 'writes x defects',
    names(reach) {
      const chains = cheapestFirst(writeChains(reach));
      return whats.flatMap((what) => chains.flatMap((chain) => casesIn(chain, what, asked, reach.target)));
    },
    ...(shows && { shows }),
    asked,
  };
}

const NO_DEFECT = '';

const caseNamed = (name: string, what: string) => (what === NO_DEFECT ? name : `${name}, ${what}`);

function casesIn(chain: WriteChain, what: string, asked: Asked, target: TargetFacts): readonly string[] {
  const steps = stepsOf(chain).filter((step) => isCaseOf(asked, chain, step, what, target));
  return steps.map(({ name }) => caseNamed(name, what));
}

/** An order needs no other row, and nothing of it stays. */
function cheapestFirst(chains: readonly WriteChain[]): readonly WriteChain[] {
  const isOfAnOrder = ({ creation }: WriteChain) => creation.name === 'POST /orders';
  return [...chains.filter(isOfAnOrder), ...chains.filter((chain) => !isOfAnOrder(chain))];
}

const stepsOf = ({ creation, arms }: WriteChain): readonly WriteStep[] => [creation, ...arms];

function isCaseOf(
  { only, isOf }: Asked,
  chain: WriteChain,
  step: WriteStep,
  what: string,
  target: TargetFacts,
): boolean {
  if (step.isSetUp || isOf?.(step, what, target) === false) return false;
  if (only === 'sent') return step.isWithheld !== true;
  return only === undefined || isValidIn(chain)(step);
}

/**
 * Sends the requests that a check needs for a write, and last the unchanged write unless it is withheld. Returns the
 * response to that last one.
 */
export type Visit = (
  write: SampleWrite,
  actor: Actor,
  /** Whether the run takes this one of `whats`. */
  takes: (what: string) => boolean,
) => Promise<Exchange | undefined>;

/**
 * Visits each write of the cases that the run takes, in a valid state. Another write that brings a row into that state
 * is sent unchanged.
 * @param called the name of the suite's permanent rows: one for each check.
 */
export async function everyWrite(scene: Writing, called: OwnName, cases: WriteCases, visit: Visit): Promise<void> {
  for (const chain of writeChains(scene)) await new Walk(scene, called, cases.asked, visit, chain).run();
}

/** One row's way through a chain. */
class Walk {
  readonly #scene: Writing;
  readonly #called: OwnName;
  readonly #asked: Asked;
  readonly #visit: Visit;
  readonly #chain: WriteChain;
  /** What is taken of each step that is visited. */
  readonly #taken: ReadonlyMap<WriteStep, ReadonlySet<string>>;
  readonly #sent = new Set<string>();

  constructor(scene: Writing, called: OwnName, asked: Asked, visit: Visit, chain: WriteChain) {
    this.#scene = scene;
    this.#called = called;
    this.#asked = asked;
    this.#visit = visit;
    this.#chain = chain;
    const { whats = [NO_DEFECT] } = asked;
    const isTaken = (step: WriteStep, what: string) =>
      isCaseOf(asked, chain, step, what, scene.target) && scene.takes(caseNamed(step.name, what));
    const taken = stepsOf(chain).map((step) => [step, new Set(whats.filter((what) => isTaken(step, what)))] as const);
    this.#taken = new Map(taken.filter(([, whatsTaken]) => whatsTaken.size > 0));
  }

  async run(): Promise<void> {
    if (this.#taken.size === 0) return;
    const { creation, arms, idOf, end } = this.#chain;
    const { admin } = this.#scene;
    const held = await this.#held();
    // A permanent row of an earlier run is not created again.
    const created = held === undefined || this.#taken.has(creation) ? await this.#step(creation, { held }) : undefined;
    const id = held ?? (created && idOf(created));
    if (id === undefined) return;
    const needed = this.#needed();
    if (needed.size > 0) await creation.settle?.(this.#scene, admin, id);
    const left = arms.filter((step) => needed.has(step));
    for (const step of left) {
      const answer = await this.#step(step, { id });
      if (answer !== undefined && isOk(answer) && step !== left.at(-1)) await step.settle?.(this.#scene, admin, id);
    }
    await end?.(this.#scene, id, (name) => this.#sent.has(name));
  }

  async #held(): Promise<number | undefined> {
    const { standing } = this.#chain;
    if (standing === undefined) return undefined;
    const listed = rows(await this.#scene.admin.get(standing.path));
    const id = listed.find((row) => row['displayName'] === this.#called)?.[standing.id];
    return typeof id === 'number' ? id : undefined;
  }

  /** The arms that are visited, and those that bring the row into the states that these need. */
  #needed(): ReadonlySet<WriteStep> {
    const { arms } = this.#chain;
    const needed = new Set(arms.filter((step) => this.#taken.has(step)));
    const [restated] = arms;
    if (this.#asked.isAfterRestatement && restated !== undefined && needed.size > 0) needed.add(restated);
    const later = (name: string) => [...needed].some(({ after = [] }) => after.includes(name));
    for (const step of arms.toReversed()) if (later(step.name)) needed.add(step);
    const isApproved = [...needed].some(({ name }) => name.endsWith('/approve'));
    const isWithdrawn = [...needed].some(({ name }) => name.endsWith('/withdraw'));
    for (const step of arms) if (step.isSetUp && isApproved && isWithdrawn) needed.add(step);
    return needed;
  }

  async #step(
    step: WriteStep,
    { id, held }: { readonly id?: string | number; readonly held?: number | undefined },
  ): Promise<Exchange | undefined> {
    const { name, by, body } = step;
    const isWithheld = step.isWithheld === true || held !== undefined;
    const write = sampleWrite(name, {
      ...(id !== undefined && { id }),
      ...(body && { body: body(this.#scene, this.#called) }),
      isWithheld,
    });
    if (!isWithheld) this.#sent.add(name);
    const { admin, deputy, freshKey } = this.#scene;
    const actor = by === 'deputy' ? deputy : admin;
    const isVisited = this.#asked.isAfterRestatement === true && id !== undefined && step.isSetUp !== true;
    const whats = this.#taken.get(step) ?? (isVisited ? new Set<string>() : undefined);
    if (whats !== undefined) return this.#visit(write, actor, (what) => whats.has(what));
    return isWithheld ? undefined : sent(actor, write, freshKey());
  }
}
