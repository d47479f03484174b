import { edgeOf, effectOf } from '../../../faults/rule.ts';
import { useNowNs } from '../clock.tsx';
import { Do } from '../do.tsx';
import type { Fault } from '../event-types.ts';
import { FaultForm } from '../faults/fault-form.tsx';
import { faults } from '../live.ts';
import { ask } from '../plane.ts';
import { leftUntil, timeOf } from '../time.ts';
import { WideTable } from '../wide-table.tsx';
import { Waits } from './sequence.tsx';

function placeOf({ rule }: Fault): string {
  const { edge: _, ...on } = rule.on;
  const stated = Object.entries(on).map(([name, value]) => `${name} ${value}`);
  return [edgeOf(rule), ...stated].join(', ');
}

function whatOf({ rule }: Fault): string {
  const effect = effectOf(rule);
  const value = rule[effect];
  const times = rule.times === undefined ? '' : `, times ${JSON.stringify(rule.times)}`;
  return `${effect}${value === true ? '' : ` ${typeof value === 'object' ? JSON.stringify(value) : value}`}${times}`;
}

function Strikes({ strikes }: Fault) {
  const last = strikes.at(-1);
  if (last === undefined) return <span class="soft">none yet</span>;
  return (
    <details>
      <summary>last at {timeOf(last.atNs)}</summary>
      <ol class="strikes">
        {strikes.toReversed().map(({ atNs, ...where }, i) => (
          <li key={`${atNs} ${i}`}>
            <span class="mono">{timeOf(atNs)}</span>{' '}
            {Object.entries(where)
              .map(([name, value]) => `${name} ${value}`)
              .join(', ')}
          </li>
        ))}
      </ol>
    </details>
  );
}

function Row({ fault, nowNs }: { readonly fault: Fault; readonly nowNs: bigint | undefined }) {
  const { id, rule, firings, matches, held, expiresAtNs, truth } = fault;
  const { hold } = rule;
  return (
    <tr>
      <th scope="row">{id}</th>
      <td>{placeOf(fault)}</td>
      <td>
        {whatOf(fault)}
        {truth === null ? null : <p class="soft">{truth}</p>}
      </td>
      <td>
        {firings} <span class="soft">of {matches}</span>
      </td>
      <td>{held}</td>
      <td>
        {fault.expired ? (
          'expired'
        ) : expiresAtNs === null || nowNs === undefined ? (
          <span class="soft">never</span>
        ) : (
          leftUntil(expiresAtNs, nowNs)
        )}
      </td>
      <td>
        <Strikes {...fault} />
      </td>
      <td class="acts">
        {hold === undefined ? null : (
          <Do
            label={`Release what ${id} holds`}
            disabled={held === 0}
            act={() => ask('POST', `holds/${encodeURIComponent(hold)}/release`)}
          >
            Release
          </Do>
        )}
        <Do label={`Remove ${id}`} act={() => ask('DELETE', `faults/${id}`)}>
          Remove
        </Do>
      </td>
    </tr>
  );
}

/** It can never strike again: its time or its number is over, and it holds nothing. */
function isSpent({ rule: { times }, firings, held, expired }: Fault): boolean {
  return expired || (typeof times === 'number' && firings >= times && held === 0);
}

function Listed({
  title,
  of,
  empty,
}: {
  readonly title: string;
  readonly of: readonly Fault[];
  readonly empty: string;
}) {
  const nowNs = useNowNs();
  return (
    <section aria-labelledby={title}>
      <h3 id={title}>{title}</h3>
      <WideTable
        labelledBy={title}
        columns={['Fault', 'Where', 'What', 'Fired', 'Holds now', 'Expires in', 'Strikes']}
        actions="Actions"
        empty={empty}
      >
        {of.map((fault) => (
          <Row key={fault.id} fault={fault} nowNs={nowNs} />
        ))}
      </WideTable>
    </section>
  );
}

/** The faults that stand, those that are spent, what is held, and a form for another. */
export function Faults() {
  const { standing = [], spent = [] } = Object.groupBy(faults.value, (one) => (isSpent(one) ? 'spent' : 'standing'));
  return (
    <>
      <h2>Faults</h2>
      <FaultForm />
      <Listed
        title="Standing"
        of={standing}
        empty="No fault stands: everything works as it should. Choose what the client shall see, then press Add."
      />
      {spent.length === 0 ? null : <Listed title="Spent" of={spent} empty="" />}
      {faults.value.length === 0 ? null : (
        <p>
          <Do act={() => ask('DELETE', 'faults')}>Remove all</Do>
        </p>
      )}
      <Waits />
    </>
  );
}
