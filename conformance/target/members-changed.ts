/** The members that one session changed: each is afterwards what it was before. */
import type { ControlledMember, Deployment } from './control.ts';
import type { ControlPlane } from './control-plane/control-plane.ts';

export class MembersChanged {
  readonly #plane: ControlPlane;
  /** What each was deployed with before. */
  readonly #deployed = new Map<string, Deployment>();
  readonly #behind = new Set<string>();
  readonly #added = new Set<string>();

  constructor(plane: ControlPlane) {
    this.#plane = plane;
  }

  async list(): Promise<readonly ControlledMember[]> {
    return (await this.#plane.readMembers()).items;
  }

  async deploy(deployment: Deployment, member: string | undefined): Promise<void> {
    for (const { name, surfaces, version, socketVersion } of await this.#named(member)) {
      // A version that stays as it is may be another process all the same.
      const contracts = deployment.version || deployment.socketVersion ? { version, socketVersion } : {};
      this.#deployed.set(name, { surfaces, ...contracts, ...this.#deployed.get(name) } as Deployment);
      await this.#plane.deployMember(name, deployment);
    }
  }

  async add(deployment: Deployment): Promise<string> {
    const { name } = await this.#plane.addMember(deployment);
    this.#added.add(name);
    return name;
  }

  async crash(member: string | undefined): Promise<void> {
    for (const { name } of await this.#named(member)) await this.#plane.crashMember(name);
  }

  async restart(member: string | undefined): Promise<void> {
    for (const { name } of await this.#named(member)) {
      this.#behind.add(name);
      await this.#plane.restartMember(name, { catchUp: 'when told' });
    }
  }

  async catchUp(member: string | undefined): Promise<void> {
    for (const { name } of await this.#named(member)) {
      this.#behind.delete(name);
      await this.#plane.catchUpMember(name);
    }
  }

  /** Every member as it was; also where the session was cut off while it changed one. */
  async restore(): Promise<void> {
    for (const name of [...this.#behind]) await this.catchUp(name);
    for (const name of [...this.#added]) {
      this.#added.delete(name);
      this.#deployed.delete(name);
      await this.#plane.removeMember(name);
    }
    const deployed = [...this.#deployed];
    this.#deployed.clear();
    for (const [name, deployment] of deployed) await this.#plane.deployMember(name, deployment);
  }

  async #named(member: string | undefined): Promise<readonly ControlledMember[]> {
    const all = await this.list();
    return member === undefined ? all : all.filter(({ name }) => name === member);
  }
}
