/** Plays the steps that change the platform, and deploys the members of a scenario's world before the first step. */
import type { Control, Deployment, Roll, RollPlan, VenueOrder } from '../../conformance/member/control/control.ts';
import type { MemberMove, MemberStep, MemberTerms, PlatformStep } from '../format/platform-steps.ts';
import { ROUTINGS } from '../format/platform-steps.ts';
import { substitute } from '../format/variables.ts';
import type { Outcome } from './playing.ts';
import { done } from './playing.ts';

const MOVES = {
  crash: (control, member) => control.crash(member),
  stall: (control, member) => control.stall(member),
  resume: (control, member) => control.resume(member),
  drain: (control, member) => control.drain(member),
  return: (control, member) => control.takeBack(member),
} as const satisfies Record<MemberMove, (control: Control, member: string) => Promise<void>>;

/** Plays the platform steps of one scenario. */
export class PlatformPlayer {
  readonly #controlOf: () => Control;
  readonly #savedOf: () => ReadonlyMap<string, unknown>;
  readonly #rolls = new Map<string, Roll>();

  /** `controlOf` is called with the first step that needs it; `savedOf` returns the values that earlier steps saved. */
  constructor(controlOf: () => Control, savedOf: () => ReadonlyMap<string, unknown>) {
    this.#controlOf = controlOf;
    this.#savedOf = savedOf;
  }

  /** Deploys `m1` and the following members as stated; missing ones are added, surplus ones get no requests. */
  async arrange(wanted: readonly MemberTerms[]): Promise<void> {
    const control = this.#controlOf();
    const there = await control.members();
    for (const [index, terms] of wanted.entries()) {
      const member = there[index];
      if (member === undefined) await control.addMember(terms as Deployment);
      else await control.deploy(terms as Deployment, member.name);
    }
    for (const { name } of there.slice(wanted.length)) await control.drain(name);
  }

  async step(step: PlatformStep): Promise<Outcome> {
    const control = this.#controlOf();
    switch (step.kind) {
      case 'member':
        await change(control, step.member, step.change);
        return done();
      case 'route':
        await route(control, step.route);
        return done();
      case 'owner':
        await (step.does === 'leave' ? control.leave(step.owner) : control.returns(step.owner));
        return done();
      case 'roll':
        this.#rolls.set(step.roll, await control.roll({ plan: [...step.plan] as NonNullable<RollPlan['plan']> }));
        return done();
      case 'snapshot':
        await control.snapshot(step.snapshot);
        return done();
      case 'restore':
        await control.restore(step.snapshot);
        return done();
      case 'reset':
        await control.reset(step.seed);
        return done();
      case 'quote': {
        const instrumentId = Number(substitute(step.instrument, this.#savedOf()));
        await control.moveQuote({ instrumentId, bid: step.bid, ask: step.ask });
        return done();
      }
      case 'fill': {
        const { order, qty, price } = substitute(step, this.#savedOf());
        const trade = { ...(qty === undefined ? {} : { qty }), ...(price === undefined ? {} : { price }) };
        return done(orderWords(await control.fill(order, trade)));
      }
      case 'reject':
        return done(orderWords(await control.reject(substitute(step.order, this.#savedOf()), step.reason)));
      case 'balance': {
        const { account, asset, total } = substitute(step, this.#savedOf());
        await control.setBalance({ accountId: Number(account), asset, total });
        return done();
      }
      case 'next': {
        const { steps } = (await this.#rolls.get(step.roll)?.step()) ?? { steps: [] };
        const latest = steps.findLast(({ done: isDone }) => isDone);
        return done(latest && `${latest.member} ${latest.do}${latest.to === undefined ? '' : ` to ${latest.to}`}`);
      }
    }
  }
}

/** A fault at the edge `venue` may still have the report: the state says whether it was recorded. */
function orderWords({ status, cumQty, qty }: VenueOrder): string {
  return `order ${status}, ${cumQty} of ${qty} filled`;
}

async function change(control: Control, member: string, wanted: MemberStep['change']): Promise<void> {
  if ('deploy' in wanted) await control.deploy(wanted.deploy as Deployment, member);
  else if ('move' in wanted) await MOVES[wanted.move](control, member);
  else if ('lagMs' in wanted) await control.lag(wanted.lagMs, member);
  else await control.skew(wanted.skewMs, member);
}

/** A member that gets every request has all the weight. */
async function route(control: Control, wanted: string): Promise<void> {
  const routing = ROUTINGS.find((known) => known === wanted);
  if (routing !== undefined) return control.route({ route: routing });
  for (const { name } of await control.members()) await control.deploy({ weight: name === wanted ? 1 : 0 }, name);
  await control.route({ route: 'weighted' });
}
