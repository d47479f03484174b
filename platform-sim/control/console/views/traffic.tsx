import { useState } from 'preact/hooks';
import { type Column, Rows } from '../../../../reports/viewer/parts/rows.tsx';
import { exchanges } from '../live.ts';
import { timeOf } from '../time.ts';
import type { Exchange } from '../wire.ts';

function requestOf({ method, path, op, fault }: Exchange): string {
  return [method, path, op ?? fault?.frame ?? ''].join(' ').trim();
}

function answerOf({ status, refused, closed, fault, op }: Exchange) {
  if (refused !== null)
    return <span class="refused">{op === undefined ? `${status} ${refused.code}` : refused.code}</span>;
  if (closed !== undefined) return `ended ${closed.code}`;
  return fault === undefined ? (op === undefined ? `${status}` : 'ok') : `${fault.did} by a fault`;
}

const COLUMNS: readonly Column<Exchange>[] = [
  { name: 'Time', width: '7rem', cell: ({ atNs }) => <span class="mono">{timeOf(atNs)}</span> },
  { name: 'Member', width: '4.5rem', cell: ({ member }) => member },
  { name: 'Request', width: 'minmax(10rem, 3fr)', cell: (one) => <span class="mono">{requestOf(one)}</span> },
  { name: 'Answer', width: 'minmax(8rem, 2fr)', cell: answerOf },
  { name: 'Key', width: 'minmax(4rem, 1fr)', cell: ({ key }) => <span class="mono">{key ?? ''}</span> },
];

/** Every request and socket frame as it happens. */
export function Traffic() {
  const [selected, select] = useState<number | undefined>(undefined);
  return (
    <>
      <h2>Traffic</h2>
      <Rows
        label="Exchanges"
        items={exchanges.value}
        columns={COLUMNS}
        height="70vh"
        keyOf={({ n }) => n}
        selected={selected}
        onSelect={({ n }) => select(n)}
      />
    </>
  );
}
