/** Plays the steps that act through the control plane, and deploys the members of a scenario's world before the first. */
import type { Control, Deployment } from '../../conformance/member/control/control.ts';
import type { PlayedRolls } from '../format/control-form.ts';
import { type ControlStep, formOf } from '../format/control-steps.ts';
import type { MemberTerms } from '../format/member-forms.ts';
import { substitute } from '../format/variables.ts';
import { valueMismatches } from './expected.ts';
import { done, type Outcome, type Playing } from './playing.ts';

/** Plays the control steps of one scenario. */
export class ControlPlayer {
  readonly #playing: Playing;
  readonly #rolls: PlayedRolls = new Map();

  constructor(playing: Playing) {
    this.#playing = playing;
  }

  get #control(): Control {
    return this.#playing.control;
  }

  /** Deploys `m1` and the following members as stated; missing ones are added, surplus ones get no requests. */
  async arrange(wanted: readonly MemberTerms[]): Promise<void> {
    const members = await this.#control.members();
    for (const [index, terms] of wanted.entries()) {
      const member = members[index];
      if (member === undefined) await this.#control.addMember(terms as Deployment);
      else await this.#control.deploy(terms as Deployment, member.name);
    }
    for (const { name } of members.slice(wanted.length)) await this.#control.drain(name);
  }

  async step(step: ControlStep): Promise<Outcome> {
    const input = substitute<unknown>(step.input, this.#playing.saved);
    const outcome = await formOf(step.kind).play(this.#control, input, this.#rolls);
    if (typeof outcome === 'string') return done(outcome);
    return typeof outcome === 'object' && outcome !== null && 'answer' in outcome
      ? this.#judged(step, outcome.answer)
      : done();
  }

  #judged({ expect, save = {}, placeOf }: ControlStep, answer: unknown): Outcome {
    const unsaved = this.#playing.save(save, answer);
    const body = substitute(expect?.body, this.#playing.saved);
    const mismatches =
      body === undefined || placeOf === undefined ? [] : valueMismatches('body', body, answer, placeOf);
    if (mismatches.length > 0) return { ...done(), verdict: 'fail', mismatches, wanted: { body } };
    if (unsaved !== undefined) return { ...done(), verdict: 'inconclusive', why: unsaved };
    return { ...done(), verdict: body === undefined ? 'done' : 'pass' };
  }
}
