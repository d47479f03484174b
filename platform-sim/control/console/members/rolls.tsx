import { useState } from 'preact/hooks';
import { VERSIONS } from '../../../../gateway/contract/versions.ts';
import { Badge } from '../../../../reports/viewer/parts/badge.tsx';
import { spell } from '../../../duration.ts';
import { ROLL_MOVES, type RollMove } from '../../../rolls/roll.ts';
import { Do, Form } from '../do.tsx';
import type { Roll } from '../event-types.ts';
import { Choice, Field, Tick } from '../fields.tsx';
import { clock, rolls } from '../live.ts';
import { ask } from '../plane.ts';
import { timeOf } from '../time.ts';
import { TypedRoll } from './typed-roll.tsx';

const TONES = {
  ...{ planned: 'unsure', running: 'good', paused: 'unsure' },
  ...{ done: 'good', aborted: 'not-applicable', failed: 'bad' },
} as const;

function NewRoll() {
  const [from, setFrom] = useState('');
  const [to, setTo] = useState<string>(VERSIONS.at(-1) ?? '');
  const [back, setBack] = useState(false);
  const [allAway, setAllAway] = useState(false);
  const [every, setEvery] = useState('10s');
  const [seed, setSeed] = useState('');
  const plan = () =>
    ask('POST', 'rolls', {
      ...(from === '' ? {} : { from }),
      ...(seed === '' ? {} : { seed: Number(seed) }),
      ...{ to, back, allAway, every },
    });
  return (
    <Form label="Plan a roll" submit="Plan" act={plan}>
      <Choice label="Every member first to" value={from} set={setFrom} options={VERSIONS} any="where it is" />
      <Choice label="Then to" value={to} set={setTo} options={VERSIONS} />
      <Field label="One step every" value={every} set={setEvery} width="5rem" />
      <Field label="Seed" value={seed} set={setSeed} hint="the world's" width="7.5rem" />
      <Tick label="and back" checked={back} set={setBack} />
      <Tick label="all may be drained at once" checked={allAway} set={setAllAway} />
    </Form>
  );
}

type Step = Roll['steps'][number];

function standingOf(roll: Roll, index: number): 'done' | 'next' | 'failed' | 'to come' | 'never' {
  if (roll.steps[index]?.done === true) return 'done';
  const next = roll.steps.findIndex(({ done }) => !done);
  if (index === next && roll.state === 'failed') return 'failed';
  if (roll.state === 'failed' || roll.state === 'aborted') return 'never';
  return index === next ? 'next' : 'to come';
}

function said({ do: does, to }: Step): string {
  return to === undefined ? does : `${does} to ${to}`;
}

/** A line for each member, a column for each step. */
function Steps({ roll }: { readonly roll: Roll }) {
  const lanes = [...new Set(roll.steps.map(({ member }) => member))].toSorted();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long roll is scrolled by keys, and nothing in it has the focus
    <section class="wide" tabIndex={0} aria-label={`Plan of roll ${roll.id}`}>
      <ol
        class="steps"
        aria-label={`Steps of roll ${roll.id}`}
        style={{
          gridTemplateRows: `repeat(${lanes.length}, auto)`,
          gridTemplateColumns: `repeat(${roll.steps.length}, max-content)`,
        }}
      >
        {roll.steps.map((step, i) => {
          const standing = standingOf(roll, i);
          return (
            <li
              key={`${roll.id} ${i}`}
              class={standing.replace(' ', '-')}
              style={{ gridColumn: `${i + 1}`, gridRow: `${lanes.indexOf(step.member) + 1}` }}
            >
              <b>{step.member}</b> {said(step)}
              <span class="soft">{step.atNs === null ? standing : `${standing} ${timeOf(step.atNs)}`}</span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

const MOVES = [
  ['start', 'Start'],
  ['pause', 'Pause'],
  ['step', 'Step'],
  ['abort', 'Abort'],
] as const satisfies readonly (readonly [RollMove, string])[];

function RollCard({ roll }: { readonly roll: Roll }) {
  const { id, state, seed, every, why, steps } = roll;
  const moves: Readonly<Partial<Record<RollMove, string>>> = ROLL_MOVES[state];
  const done = steps.filter((step) => step.done).length;
  return (
    <section class="card" aria-labelledby={`roll-${id}`}>
      <h4 id={`roll-${id}`}>
        Roll {id} <Badge kind={TONES[state]}>{state}</Badge>{' '}
        <span class="soft">
          {done} of {steps.length} steps, one every {spell(every)}
          {seed === null ? '' : `, of seed ${seed}`}
        </span>
      </h4>
      {why === null ? null : <p class="refused">Stopped: {why}</p>}
      <Steps roll={roll} />
      <div class="bar">
        {MOVES.filter(([move]) => moves[move] !== undefined).map(([move, text]) => (
          <Do
            key={move}
            label={`${text} roll ${id}`}
            act={() => (move === 'abort' ? ask('DELETE', `rolls/${id}`) : ask('POST', `rolls/${id}/${move}`))}
          >
            {text}
          </Do>
        ))}
        {state === 'running' && clock.value?.mode === 'virtual' ? (
          <span class="soft">
            its next step comes when the <a href="#/clock">clock</a> is advanced
          </span>
        ) : null}
      </div>
    </section>
  );
}

/** Rolls planned, drawn and moved here. */
export function RollsPart() {
  return (
    <section aria-labelledby="rolls">
      <h3 id="rolls">Rolls</h3>
      <NewRoll />
      <TypedRoll />
      {rolls.value.length > 0 ? null : (
        <p class="empty card">
          No roll yet. A roll deploys one member after another: choose its versions above, press Plan, then Start.
        </p>
      )}
      {rolls.value.toReversed().map((roll) => (
        <RollCard key={roll.id} roll={roll} />
      ))}
    </section>
  );
}
