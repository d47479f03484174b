/** The steps that act through the control plane: the short forms, and `do` for every operation. One row a kind. */
import type { z } from 'zod';
import type { ControlForm, FormLinks } from './control-form.ts';
import { operation } from './do-form.ts';
import { MEMBER_FORMS } from './member-forms.ts';
import type { Common, Judged } from './scenario.ts';
import { WORLD_FORMS } from './world-forms.ts';

/** By the key that names the kind of the step, in the order of the reference. */
export const CONTROL_FORMS = { ...MEMBER_FORMS, ...WORLD_FORMS, do: operation } as const;

type Forms = typeof CONTROL_FORMS;
export type ControlKind = keyof Forms;

/** The shapes by kind. */
export const CONTROL_SHAPES = Object.fromEntries(
  Object.entries(CONTROL_FORMS).map(([kind, { shape }]) => [kind, shape]),
) as { readonly [Kind in ControlKind]: Forms[Kind]['shape'] };

/** A step with what the file states of it. Only a `do` step has an answer to judge. */
export type ControlStep = {
  readonly [Kind in ControlKind]: Common &
    Partial<Pick<Judged, 'expect' | 'save' | 'placeOf'>> & {
      readonly kind: Kind;
      readonly input: z.output<Forms[Kind]['shape']>;
    };
}[ControlKind];

/** Works for a step as written and as played: both have its kind. */
export function isControlStep<Step extends { readonly kind: string }>(
  step: Step,
): step is Extract<Step, { readonly kind: ControlKind }> {
  return Object.hasOwn(CONTROL_FORMS, step.kind);
}

/** The row of a step's kind. */
export function formOf(kind: ControlKind): ControlForm {
  return CONTROL_FORMS[kind] as unknown as ControlForm;
}

type MustBe = FormLinks['mustBe'];

/** What the control steps of one scenario define and use. `members`: how many its world has; undefined: not known. */
export function formLinks(members: number | undefined, mustBe: MustBe): FormLinks {
  const names = members === undefined ? undefined : Array.from({ length: members }, (_, i) => `m${i + 1}`);
  return {
    ...{ rolls: new Set(), snapshots: new Set(), mustBe },
    mustBeMember(name, way) {
      if (names !== undefined) mustBe('member', name, names, way);
    },
  };
}
