import { useState } from 'preact/hooks';
import { Form } from '../do.tsx';
import { Choice, Field } from '../fields.tsx';
import { ask } from '../plane.ts';

type Clock = '' | 'virtual' | 'real' | 'scaled';

const CLOCKS = [
  { value: 'virtual', text: 'virtual' },
  { value: 'real', text: 'real' },
  { value: 'scaled', text: 'scaled' },
] as const;

/** Creates another world behind the same ports. Empty fields: as the sandbox was started. */
export function NewWorld() {
  const [name, setName] = useState('');
  const [seed, setSeed] = useState('');
  const [size, setSize] = useState('');
  const [clock, setClock] = useState<Clock>('');
  const [rate, setRate] = useState('60');
  const make = () =>
    ask('POST', 'worlds', {
      ...(name === '' ? {} : { name }),
      ...(seed === '' ? {} : { seed: Number(seed) }),
      ...(size === '' ? {} : { size }),
      ...(clock === '' ? {} : { clock: clock === 'scaled' ? { rate: Number(rate) } : clock }),
    });
  return (
    <Form label="Create a world" submit="Create" act={make}>
      <Field label="Name" value={name} set={setName} hint="w1, w2 ..." />
      <Field label="Seed of the new world" value={seed} set={setSeed} hint="as here" width="6rem" />
      <Choice label="Size" value={size} set={setSize} options={['small', 'large']} any="as here" />
      <Choice label="Clock" value={clock} set={(value) => setClock(value as Clock)} options={CLOCKS} any="as here" />
      {clock === 'scaled' ? <Field label="Rate" value={rate} set={setRate} width="6rem" /> : null}
    </Form>
  );
}
