/** Links the steps that change the platform: a roll must be created before its next step, and a member must exist. */
import type { StepInput } from './format.ts';
import { isOfThePlatform, type PLATFORM_STEP_SHAPES } from './platform-format.ts';
import type { MemberStep, PlatformStep } from './platform-steps.ts';
import { ROUTINGS } from './platform-steps.ts';
import type { Common } from './scenario.ts';
import type { YamlWay } from './source.ts';

type PlatformInput = Extract<StepInput, { kind: keyof typeof PLATFORM_STEP_SHAPES }>;

/** Whether a step changes the platform. */
export function isPlatformInput(input: StepInput): input is PlatformInput {
  return isOfThePlatform(input.kind);
}

type MustBe = (what: string, name: string, known: Iterable<string>, way: YamlWay) => void;

/** Links the platform steps of one scenario. */
export class PlatformLinker {
  readonly #mustBe: MustBe;
  /** undefined: the members of the target, whose names are not known here. */
  readonly #members: readonly string[] | undefined;
  readonly #rolls = new Set<string>();
  readonly #snapshots = new Set<string>();

  constructor(members: number | undefined, mustBe: MustBe) {
    this.#mustBe = mustBe;
    this.#members = members === undefined ? undefined : Array.from({ length: members }, (_, i) => `m${i + 1}`);
  }

  step(input: PlatformInput, common: Common, way: YamlWay): PlatformStep {
    switch (input.kind) {
      case 'member':
        this.#mustBeMember(input.member, [...way, 'member']);
        return { kind: 'member', ...common, member: input.member, change: changeOf(input) };
      case 'route':
        if (!(ROUTINGS as readonly string[]).includes(input.route)) this.#mustBeMember(input.route, [...way, 'route']);
        return { kind: 'route', ...common, route: input.route };
      case 'owner':
        return { kind: 'owner', ...common, owner: input.owner, does: input.does };
      case 'roll':
        this.#rolls.add(input.roll);
        for (const [i, { member }] of (input.plan ?? []).entries()) {
          this.#mustBeMember(member, [...way, 'plan', i, 'member']);
        }
        return { kind: 'roll', ...common, roll: input.roll, plan: input.plan ?? [] };
      case 'snapshot':
        this.#snapshots.add(input.snapshot);
        return { kind: 'snapshot', ...common, snapshot: input.snapshot };
      case 'restore':
        this.#mustBe('snapshot', input.restore, this.#snapshots, [...way, 'restore']);
        return { kind: 'restore', ...common, snapshot: input.restore };
      case 'reset':
        return { kind: 'reset', ...common, seed: input.reset };
      case 'quote':
        return { kind: 'quote', ...common, instrument: input.quote, bid: input.bid, ask: input.ask };
      case 'fill':
        return { kind: 'fill', ...common, order: input.fill, qty: input.qty, price: input.price };
      case 'reject':
        return { kind: 'reject', ...common, order: input.reject, reason: input.reason };
      case 'balance':
        return { kind: 'balance', ...common, account: input.balance, asset: input.asset, total: input.total };
      case 'next':
        this.#mustBe('roll', input.next, this.#rolls, [...way, 'next']);
        return { kind: 'next', ...common, roll: input.next };
    }
  }

  #mustBeMember(name: string, way: YamlWay): void {
    if (this.#members !== undefined) this.#mustBe('member', name, this.#members, way);
  }
}

function changeOf({ deploy, does, lag, skew }: Extract<PlatformInput, { kind: 'member' }>): MemberStep['change'] {
  if (deploy !== undefined) return { deploy };
  if (does !== undefined) return { move: does };
  return lag === undefined ? { skewMs: skew ?? 0 } : { lagMs: lag };
}
