import { useState } from 'preact/hooks';
import { speedOf, useNowNs } from '../clock.tsx';
import { Do, Form } from '../do.tsx';
import { Facts } from '../facts.tsx';
import { Field } from '../fields.tsx';
import { clock } from '../live.ts';
import { ask } from '../plane.ts';
import { dateOf, timeOf } from '../time.ts';

const STEPS = ['1s', '10s', '1m', '10m', '1h', '1d'] as const;
const RATES = [0, 1, 10, 60, 3_600] as const;

/** As `POST /clock/advance` answers. */
interface Advanced {
  readonly nowNs: string;
  readonly fired: readonly { readonly atNs: string; readonly label: string; readonly times?: number }[];
  readonly ran: number;
  readonly held: readonly { readonly name: string; readonly count: number }[];
  readonly waiting: readonly { readonly edge: string; readonly fault: string; readonly key?: string }[];
}

function Outcome({ advanced }: { readonly advanced: Advanced }) {
  const { fired, ran, held, waiting, nowNs } = advanced;
  return (
    <section class="card" aria-labelledby="fired" aria-live="polite">
      <h3 id="fired">
        {ran} timers fired up to {dateOf(nowNs)}
      </h3>
      {held.length === 0 ? null : <p>Held: {held.map(({ name, count }) => `${count} under ${name}`).join(', ')}</p>}
      {waiting.length === 0 ? null : (
        <p>Waiting: {waiting.map(({ edge, fault, key = '' }) => `${edge} ${key} of ${fault}`).join(', ')}</p>
      )}
      <ol class="strikes">
        {fired.map(({ atNs, label, times }, i) => (
          <li key={`${atNs} ${i}`}>
            <span class="mono">{timeOf(atNs)}</span> {label} {times === undefined ? '' : `(${times} times)`}
          </li>
        ))}
      </ol>
    </section>
  );
}

function Advance() {
  const [by, setBy] = useState('');
  const [advanced, setAdvanced] = useState<Advanced | undefined>(undefined);
  const advance = async (time: string) => setAdvanced(await ask<Advanced>('POST', 'clock/advance', { by: time }));
  return (
    <>
      <p>This clock moves only when it is advanced. Timers that become due run in order.</p>
      <fieldset class="bar" aria-label="Advance by">
        {STEPS.map((step) => (
          <Do key={step} act={() => advance(step)}>
            + {step}
          </Do>
        ))}
      </fieldset>
      <Form label="Advance the clock" submit="Advance" disabled={by === ''} act={() => advance(by)}>
        <Field label="By" value={by} set={setBy} hint="90s, 1.5h, 250ms" width="11rem" />
      </Form>
      {advanced === undefined ? null : <Outcome advanced={advanced} />}
    </>
  );
}

function Speed({ rate }: { readonly rate: number }) {
  const [typed, setTyped] = useState('');
  const run = (to: number) => ask('POST', 'clock/rate', { rate: to });
  return (
    <>
      <p>This clock runs. You can pause it or change its speed, but not advance it.</p>
      <fieldset class="bar" aria-label="Speed">
        {RATES.map((one) => (
          <Do key={one} disabled={one === rate} act={() => run(one)}>
            {one === 0 ? 'Pause' : `x${one}`}
          </Do>
        ))}
      </fieldset>
      <Form label="Set the speed" submit="Run" disabled={typed === ''} act={() => run(Number(typed))}>
        <Field label="Seconds per second" value={typed} set={setTyped} hint="0.5" />
      </Form>
    </>
  );
}

function Elsewhere({ can }: { readonly can: readonly (readonly [text: string, option: string])[] }) {
  return (
    <>
      <p>
        For other clocks, create a <a href="#/worlds">world</a> with one, or start a sandbox with:
      </p>
      <Facts
        rows={can.map(([text, option]) => [text, <code key={option}>touchstone sandbox --clock {option}</code>])}
      />
    </>
  );
}

const VIRTUAL = ['to advance it by hand', 'virtual'] as const;
const SCALED = ['to pause it, and to run it at any speed', 'x1'] as const;

/** The world's clock: advanced, paused or run at another speed, as far as its kind can. */
export function ClockView() {
  const nowNs = useNowNs();
  const known = clock.value;
  if (known === undefined || nowNs === undefined) return <h2>Clock</h2>;
  return (
    <>
      <h2>Clock</h2>
      <p>
        <b>{dateOf(nowNs)}</b>{' '}
        <span class="soft">
          {speedOf(known)}, {known.timers} timers are set
        </span>
      </p>
      {known.mode === 'virtual' ? <Advance /> : null}
      {known.mode === 'scaled' ? <Speed rate={known.rate ?? 1} /> : null}
      {known.mode === 'real' ? <p>This is the clock of the machine. It cannot be paused or advanced.</p> : null}
      <Elsewhere can={known.mode === 'virtual' ? [SCALED] : known.mode === 'scaled' ? [VIRTUAL] : [VIRTUAL, SCALED]} />
    </>
  );
}
