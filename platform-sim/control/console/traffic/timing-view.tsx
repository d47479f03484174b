import { spellNs } from '../../../duration.ts';
import type { Exchange } from '../event-types.ts';
import { passes } from '../live.ts';
import { partsOf } from './timing.ts';

const NO_PASSES = [] as const;

/** The time of an exchange, with a bar of its parts: the member, the record owner, and what faults held. */
export function Timing({ one }: { readonly one: Exchange }) {
  const parts = partsOf(one, passes.value.byKey.get(one.key ?? '') ?? NO_PASSES);
  if (parts === undefined) return null;
  const { memberNs, ownerNs, heldNs } = parts;
  const wholeNs = memberNs + ownerNs + heldNs;
  const shares = Object.entries({ member: memberNs, owner: ownerNs, held: heldNs }).filter(([, ns]) => ns > 0);
  const said = shares.map(([name, ns]) => `${name} ${spellNs(ns)}`).join(', ');
  return (
    <span class="timing" title={said}>
      <span
        class="bar-of-parts"
        style={{ width: `${0.4 + Math.min(2.6, Math.log10(1 + wholeNs / 1_000_000) * 0.65)}rem` }}
      >
        {shares.map(([name, ns]) => (
          <i key={name} class={name} style={{ flexGrow: ns / wholeNs }} />
        ))}
      </span>
      {spellNs(wholeNs)}
      <span class="visually-hidden"> ({said})</span>
    </span>
  );
}
