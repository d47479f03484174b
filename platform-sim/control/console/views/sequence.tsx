import { useState } from 'preact/hooks';
import { type Column, Rows } from '../../../../reports/viewer/parts/rows.tsx';
import type { SequencedRecord } from '../event-types.ts';
import { records, waiting } from '../live.ts';
import { LaneView, ReleaseButton } from '../sequence/lane-view.tsx';
import { timeOf } from '../time.ts';
import { WideTable } from '../wide-table.tsx';

interface Command {
  readonly owner: string;
  readonly key: string | null;
  readonly operation: string;
  readonly principal: { readonly orgId: number; readonly userId: number };
}

interface Verdict {
  readonly facts?: readonly { readonly kind: string }[];
  readonly refused?: { readonly code: string; readonly message: string };
}

function commandOf(record: SequencedRecord): Command {
  return record['command'] as Command;
}

function verdictOf(record: SequencedRecord) {
  const { refused, facts = [] } = record['verdict'] as Verdict;
  if (refused !== undefined) return <span class="refused">{refused.code}</span>;
  const kinds = new Set(facts.map(({ kind }) => kind));
  return [...kinds].join(', ');
}

function submitterOf(record: SequencedRecord): string {
  const { orgId, userId } = commandOf(record).principal;
  return userId === 0 ? 'the platform' : `org ${orgId}, user ${userId}`;
}

const COLUMNS: readonly Column<SequencedRecord>[] = [
  { name: 'Position', width: '5rem', cell: ({ position }) => position },
  { name: 'Time', width: '7rem', cell: ({ atNs }) => <span class="mono">{timeOf(atNs)}</span> },
  { name: 'Owner', width: '5rem', cell: (record) => commandOf(record).owner },
  { name: 'Command', width: 'minmax(7rem, 2fr)', cell: (record) => commandOf(record).operation },
  { name: 'By', width: 'minmax(6rem, 1fr)', cell: submitterOf },
  {
    name: 'Key',
    width: 'minmax(4rem, 1fr)',
    cell: (record) => <span class="mono">{commandOf(record).key ?? ''}</span>,
  },
  { name: 'Verdict', width: 'minmax(7rem, 2fr)', cell: verdictOf },
];

/** What a fault holds or delays now. */
export function Waits() {
  if (waiting.value.length === 0) return null;
  return (
    <section aria-label="Waiting now">
      <h3>Waiting now</h3>
      <WideTable columns={['At', 'Since', 'What', 'Key', 'Fault']} actions="Release">
        {waiting.value.map((one) => (
          <tr key={`${one.fault} ${one.sinceNs} ${one.key ?? ''}`}>
            <td>{one.edge}</td>
            <td class="mono">{timeOf(one.sinceNs)}</td>
            <td>{[one.owner, one.command, one.method, one.path, one.frame].filter(Boolean).join(' ')}</td>
            <td class="mono">{one.key ?? ''}</td>
            <td>{one.fault}</td>
            <td>
              <ReleaseButton one={one} />
            </td>
          </tr>
        ))}
      </WideTable>
    </section>
  );
}

/** The commands of the sequence with their verdicts, what waits, and a write from its door to its answer. */
export function Sequence() {
  const [selected, select] = useState<SequencedRecord | undefined>(undefined);
  const [typed, setTyped] = useState('');
  const key = selected === undefined ? typed : (commandOf(selected).key ?? '');
  const waitingKeys = waiting.value.flatMap((one) => one.key ?? []);
  const shownKeys = selected === undefined && typed === '' ? [...new Set(waitingKeys)] : key === '' ? [] : [key];
  return (
    <>
      <h2>Sequence</h2>
      <div class="bar">
        <label>
          <span class="soft">Write of key</span>{' '}
          <input
            type="search"
            value={key}
            onInput={(event) => {
              select(undefined);
              setTyped(event.currentTarget.value);
            }}
          />
        </label>
        <span class="soft" role="status">
          {records.value.length} records
        </span>
      </div>
      <Waits />
      {shownKeys.map((one) => (
        <LaneView key={one} writeKey={one} />
      ))}
      <div class={selected === undefined ? '' : 'split'}>
        <Rows
          label="Records"
          items={records.value}
          columns={COLUMNS}
          height="60vh"
          keyOf={({ position }) => position}
          selected={selected?.position}
          onSelect={(one) => select(one)}
        />
        {selected === undefined ? null : (
          <section class="card" aria-label="Record">
            <h3>Position {selected.position}</h3>
            <pre>{JSON.stringify(selected, null, 2)}</pre>
          </section>
        )}
      </div>
    </>
  );
}
