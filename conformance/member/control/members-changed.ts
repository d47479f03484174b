/** The members that one session changed. Each is restored afterwards. */
import type { ControlledMember, Deployment, RoutingChange } from './control.ts';
import type { ControlPlane } from './control-plane.ts';

interface Before {
  readonly members: readonly ControlledMember[];
  readonly routing: RoutingChange;
}

/** The operation that ends each state of a member. */
const WAYS_OUT = { stalled: 'resumeMember', drained: 'returnMember', 'catching-up': 'catchUpMember' } as const;

/** Changes and restores the members of one session. */
export class MembersChanged {
  readonly #plane: ControlPlane;
  /** The state before the first change; undefined: nothing was changed. */
  #before: Promise<Before> | undefined;

  constructor(plane: ControlPlane) {
    this.#plane = plane;
  }

  async list(): Promise<readonly ControlledMember[]> {
    return (await this.#plane.readMembers()).items;
  }

  /** Applies a change, after the state before the first one was read. */
  async changed<Done>(change: () => Promise<Done>): Promise<Done> {
    this.#before ??= this.#look();
    await this.#before;
    return change();
  }

  /** Restores everything, even if the session was cut off during a change. */
  async restore(): Promise<void> {
    const before = await this.#before;
    if (before === undefined) return;
    const now = new Map((await this.list()).map((member) => [member.name, member]));
    for (const member of before.members) {
      const changed = now.get(member.name);
      now.delete(member.name);
      if (changed === undefined) await this.#plane.addMember({ ...deploymentOf(member), skew: member.skew });
      else await this.#restoreOne(member, changed);
    }
    for (const name of now.keys()) await this.#plane.removeMember(name);
    if (!same(before.routing, await this.#plane.readRouting())) await this.#plane.changeRouting(before.routing);
  }

  async #restoreOne(before: ControlledMember, now: ControlledMember): Promise<void> {
    const { name, lag, skew, state } = before;
    if (now.state !== state && now.state !== 'serving') await this.#plane[WAYS_OUT[now.state]](name);
    if (now.lag !== lag) await this.#plane.lagMember(name, { by: lag });
    if (now.skew !== skew) await this.#plane.skewMember(name, { by: skew });
    const [was, is] = [deploymentOf(before), deploymentOf(now)];
    const { surfaces, weight, ...contracts } = was;
    const isOther = was.version !== is.version || was.socketVersion !== is.socketVersion;
    // Deploying a version, even the same one, starts another process.
    if (isOther) await this.#plane.deployMember(name, { ...contracts, surfaces, weight });
    else if (!same(was, is)) await this.#plane.deployMember(name, { surfaces, weight });
  }

  async #look(): Promise<Before> {
    return { members: await this.list(), routing: await this.#plane.readRouting() };
  }
}

function deploymentOf({ version, socketVersion, surfaces, weight }: ControlledMember) {
  return { version, socketVersion, surfaces, weight } as Required<Deployment>;
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
