import { useMemo, useState } from 'preact/hooks';
import { type Column, Rows } from '../../../../reports/viewer/parts/rows.tsx';
import type { SequencedRecord } from '../event-types.ts';
import { Tick } from '../fields.tsx';
import { marks, platform, records, waiting } from '../live.ts';
import { markLines } from '../mark-line.tsx';
import { principalOf } from '../names.ts';
import { LaneView, ReleaseButton } from '../sequence/lane-view.tsx';
import { commandOf, isHeartbeat, isRefused, kindsOf, operationOf, outcomeOf, whatOf } from '../sequence/record-text.ts';
import { withMarks } from '../sequence/with-marks.ts';
import { timeOf } from '../time.ts';
import { WideTable } from '../wide-table.tsx';

/** Characters of a body that a title shows. The selected record is shown as a whole. */
const MOST_OF_TITLE = 300;

function titled(title: string, text: string, kind = '') {
  return (
    <span class={kind} title={title}>
      {text}
    </span>
  );
}

function submitterOf(record: SequencedRecord) {
  const { principal } = commandOf(record);
  return titled(`organisation ${principal.orgId}, user ${principal.userId}`, principalOf(principal));
}

/** Names are shown, and ids are titles. */
const COLUMNS: readonly Column<SequencedRecord>[] = [
  { name: 'Position', width: '4.5rem', cell: ({ position }) => position },
  { name: 'Time', width: '6.5rem', cell: ({ atNs }) => <span class="mono">{timeOf(atNs)}</span> },
  {
    ...{ name: 'Command', width: 'minmax(6rem, 1fr)' },
    cell: (record) => titled(commandOf(record).operation, operationOf(record)),
  },
  {
    ...{ name: 'What', width: 'minmax(11rem, 2fr)' },
    cell: (record) => titled(JSON.stringify(commandOf(record).body).slice(0, MOST_OF_TITLE), whatOf(record)),
  },
  { name: 'By', width: '6.5rem', cell: submitterOf },
  {
    ...{ name: 'Verdict', width: 'minmax(11.5rem, 2fr)' },
    cell: (record) => titled(kindsOf(record), outcomeOf(record), isRefused(record) ? 'refused' : ''),
  },
  {
    name: 'Key',
    width: 'minmax(5rem, 1fr)',
    cell: (record) => <span class="mono">{commandOf(record).key ?? ''}</span>,
  },
];

const LINES = markLines<SequencedRecord>();
const counted = (n: number): string => n.toLocaleString('en');

/** `the last 200 of 10,214 records, 38 heartbeats are hidden`. */
function Counts({ hidden }: { readonly hidden: number }) {
  const here = records.value.length;
  const all = Math.max(records.value.at(-1)?.position ?? 0, platform.value?.position ?? 0);
  return (
    <span class="soft" role="status">
      {here < all ? `the last ${counted(here)} of ${counted(all)}` : counted(all)} records
      {hidden === 0 ? '' : `, ${counted(hidden)} heartbeats are hidden`}
    </span>
  );
}

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
  const [heartbeats, setHeartbeats] = useState(false);
  const shown = useMemo(
    () => (heartbeats ? records.value : records.value.filter((record) => !isHeartbeat(record))),
    [records.value, heartbeats],
  );
  const rows = useMemo(() => withMarks(shown, marks.value), [shown, marks.value]);
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
        <Tick label="Heartbeats" checked={heartbeats} set={setHeartbeats} />
        <Counts hidden={records.value.length - shown.length} />
      </div>
      <Waits />
      {shownKeys.map((one) => (
        <LaneView key={one} writeKey={one} />
      ))}
      <div class={selected === undefined ? '' : 'split'}>
        <Rows
          label="Records"
          items={rows}
          columns={COLUMNS}
          lines={LINES}
          height="60vh"
          keyOf={(one) => (LINES.is(one) ? `mark ${one.n}` : one.position)}
          empty="No record yet. A write adds the first, for example POST /orders."
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
