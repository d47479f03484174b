/** The rolls that one session added. None of them continues after it. */
import type { Roll, RollPlan } from './control.ts';
import type { ControlPlane } from './control-plane.ts';
import { ControlRefused } from './control-plane.ts';

/** Adds and aborts the rolls of one session. */
export class RollsAdded {
  readonly #plane: ControlPlane;
  readonly #added = new Set<string>();

  constructor(plane: ControlPlane) {
    this.#plane = plane;
  }

  async add(plan: RollPlan): Promise<Roll> {
    const plane = this.#plane;
    const { id } = await plane.addRoll(plan);
    this.#added.add(id);
    return {
      id,
      reading: () => plane.readRoll(id),
      start: async () => void (await plane.startRoll(id)),
      pause: async () => void (await plane.pauseRoll(id)),
      step: () => plane.stepRoll(id),
    };
  }

  async abortAll(): Promise<void> {
    for (const id of [...this.#added]) {
      this.#added.delete(id);
      try {
        await this.#plane.abortRoll(id);
      } catch (error) {
        // The roll is gone together with its world.
        if (!(error instanceof ControlRefused)) throw error;
      }
    }
  }
}
