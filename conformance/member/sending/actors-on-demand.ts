/** The actors of a session by name, each made when it is first needed: a check uses two or three of fourteen. */
import type { Actor } from '../actor.ts';
import type { PrincipalName } from '../profile/principals.ts';

export type Actors = Pick<ReadonlyMap<PrincipalName, Actor>, 'get' | 'values'>;

export class ActorsOnDemand implements Actors {
  readonly #names: ReadonlySet<PrincipalName>;
  readonly #make: (name: PrincipalName) => Actor;
  readonly #made = new Map<PrincipalName, Actor>();

  constructor(names: Iterable<PrincipalName>, make: (name: PrincipalName) => Actor) {
    this.#names = new Set(names);
    this.#make = make;
  }

  get(name: PrincipalName): Actor | undefined {
    let actor = this.#made.get(name);
    if (actor === undefined && this.#names.has(name)) {
      actor = this.#make(name);
      this.#made.set(name, actor);
    }
    return actor;
  }

  *values(): MapIterator<Actor> {
    for (const name of this.#names) yield this.get(name) as Actor;
  }
}
