/** The step that calls any operation of the control plane by its operationId. */
import { z } from 'zod';
import type { OperationId } from '../../conformance/member/control/control-plane.ts';
import { closed, text } from './closed.ts';
import { controlForm } from './control-form.ts';
import { OPERATION_IDS, partProblems } from './control-shapes.ts';
import { expectBody, save } from './expectations.ts';
import { hint } from './suggest.ts';
import { note } from './terms.ts';

const parts = (what: string) =>
  z.record(z.string(), z.union([z.string(), z.number()]), { error: `${what} is a mapping of texts and numbers` });

/** Its parts are checked by the shapes in the control plane's document. */
export const operation = controlForm({
  shape: closed('a do step', {
    ...note,
    do: text('do'),
    params: parts('params').optional(),
    query: parts('query').optional(),
    body: z.unknown().optional(),
    expect: expectBody.optional(),
    save: save.optional(),
  }).superRefine((step, context) => {
    if (!OPERATION_IDS.includes(step.do)) {
      const message = `the control plane has no operation '${step.do}'${hint(step.do, OPERATION_IDS)}`;
      context.addIssue({ code: 'custom', path: ['do'], message });
      return;
    }
    for (const { way, message } of partProblems(step.do, step)) {
      context.addIssue({ code: 'custom', path: [...way], message });
    }
  }),
  does: 'Calls an operation of the control plane by its operationId; /openapi.json lists them. What it changes in members, owners and faults is reverted at the end of the scenario.',
  keys: {
    do: 'The operationId, such as restartMember.',
    params: 'The parameters of its path by name.',
    query: 'The query of a GET.',
    body: 'The JSON body.',
    expect: 'What the body of the answer has to be. A refusal ends the play.',
    save: 'Values of the answer for later steps: paths into it, such as $.id.',
  },
  example: '{ do: restartMember, params: { name: m1 }, body: { catchUp: when told } }',
  subject: () => 'control',
  words: (step) => [step.do, ...Object.values(step.params ?? {})].join(' '),
  play: async (control, step) => ({ answer: await control.operate(step.do as OperationId, step) }),
});
