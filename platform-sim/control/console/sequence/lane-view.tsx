import { Do } from '../do.tsx';
import type { Waiting } from '../event-types.ts';
import { beganAfter, exchanges, faults, passes, records, waiting } from '../live.ts';
import { ask } from '../plane.ts';
import { timeOf } from '../time.ts';
import { laneOf } from './lane.ts';

/** Releases a waiting command: a hold by its name, a delay by removing its rule. Otherwise a delay ends at its time. */
export function ReleaseButton({ one }: { readonly one: Waiting }) {
  const hold = faults.value.find(({ id }) => id === one.fault)?.rule.hold;
  if (hold === undefined)
    return <span class="soft">until {one.untilNs === null ? 'it is let go' : timeOf(one.untilNs)}</span>;
  return <Do act={() => ask('POST', `holds/${encodeURIComponent(hold)}/release`)}>Release {hold}</Do>;
}

/** A write drawn from its door to its answer, with times, the faults that applied, and a button that releases a hold. */
export function LaneView({ writeKey }: { readonly writeKey: string }) {
  const steps = laneOf(writeKey, {
    passes: passes.value.byKey.get(writeKey) ?? [],
    records: records.value,
    exchanges: exchanges.value.filter(({ n }) => n > beganAfter.value),
    waiting: waiting.value,
  });
  if (steps.length === 0) return <p class="soft">Nothing of this key is known here any more.</p>;
  return (
    <ol class="lane" aria-label={`The write of key ${writeKey}`}>
      {steps.map((step, i) => (
        <li key={`${i}-${step.name}`} class={step.waiting === undefined ? '' : 'waits'}>
          <span class="after">{i === 0 ? '' : `+${step.afterMs} ms`}</span>
          <b>{step.name}</b> <span class="mono soft">{timeOf(step.atNs)}</span> {step.detail}
          {step.struck
            .filter((id) => id !== step.waiting?.fault)
            .map((id) => (
              <span key={id} class="refused">
                {' '}
                fault {id}
              </span>
            ))}
          {step.waiting === undefined ? null : (
            <>
              {' '}
              <span class="refused">held by {step.waiting.fault}</span> <ReleaseButton one={step.waiting} />
            </>
          )}
        </li>
      ))}
    </ol>
  );
}
