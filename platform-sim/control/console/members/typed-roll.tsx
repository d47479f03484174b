import { useState } from 'preact/hooks';
import { NEWEST, VERSIONS } from '../../../../gateway/contract/versions.ts';
import { STEPS } from '../../../rolls/fleet.ts';
import { Form } from '../do.tsx';
import { Choice, Field, Tick } from '../fields.tsx';
import { members } from '../live.ts';
import { ask } from '../plane.ts';

interface TypedStep {
  readonly member: string;
  readonly do: (typeof STEPS)[number];
  readonly to?: string;
}

function takesVersion(does: string): boolean {
  return does === 'upgrade' || does === 'downgrade';
}

/** One more step behind those that are there. */
function NextStep({ add }: { readonly add: (step: TypedStep) => void }) {
  const names = members.value.map(({ name }) => name);
  const [member, setMember] = useState('');
  const [does, setDoes] = useState<string>('drain');
  const [to, setTo] = useState<string>(NEWEST);
  const chosen = names.includes(member) ? member : (names[0] ?? '');
  return (
    <Form
      label="Add a step"
      submit="Add the step"
      kind=""
      disabled={chosen === ''}
      act={async () => add({ member: chosen, do: does as TypedStep['do'], ...(takesVersion(does) ? { to } : {}) })}
    >
      <Choice label="Member" value={chosen} set={setMember} options={names} />
      <Choice label="Step" value={does} set={setDoes} options={STEPS} />
      {takesVersion(does) ? <Choice label="To version" value={to} set={setTo} options={VERSIONS} /> : null}
    </Form>
  );
}

/** A roll whose plan is typed in step by step. */
export function TypedRoll() {
  const [steps, setSteps] = useState<readonly TypedStep[]>([]);
  const [every, setEvery] = useState('10s');
  const [allAway, setAllAway] = useState(false);
  const plan = async () => {
    await ask('POST', 'rolls', { plan: steps, every, allAway });
    setSteps([]);
  };
  return (
    <details class="card">
      <summary>Type a roll in, step by step</summary>
      <NextStep add={(step) => setSteps([...steps, step])} />
      {steps.length === 0 ? null : (
        <ol aria-label="Typed steps">
          {steps.map((step, i) => (
            <li key={`${i} ${step.member}`}>
              <b>{step.member}</b> {step.do} {step.to ?? ''}{' '}
              <button
                type="button"
                aria-label={`Remove step ${i + 1}`}
                onClick={() => setSteps(steps.filter((_, other) => other !== i))}
              >
                Remove
              </button>
            </li>
          ))}
        </ol>
      )}
      <Form label="Plan the typed roll" submit="Plan the typed steps" disabled={steps.length === 0} act={plan}>
        <Field label="One typed step every" value={every} set={setEvery} width="5rem" />
        <Tick label="all may be drained at the same time" checked={allAway} set={setAllAway} />
      </Form>
    </details>
  );
}
