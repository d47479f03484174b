import { useState } from 'preact/hooks';
import { Choice } from '../../../../reports/viewer/parts/choice.tsx';
import { type Column, Rows } from '../../../../reports/viewer/parts/rows.tsx';
import { Do } from '../do.tsx';
import { exchanges, platform } from '../live.ts';
import { timeOf } from '../time.ts';
import { harOf, scenarioOf } from '../traffic/copies.ts';
import { save } from '../traffic/download.ts';
import { EVERYTHING, type Filter, passes } from '../traffic/filter.ts';
import { Inspector } from '../traffic/inspector.tsx';
import { type WholeExchange, wholeExchange } from '../traffic/whole-exchange.ts';
import type { Exchange } from '../wire.ts';

function requestOf({ method, path, op, fault }: Exchange): string {
  return [method, path, op ?? fault?.frame ?? ''].join(' ').trim();
}

function answerOf({ status, refused, closed, fault, op }: Exchange) {
  if (refused !== null) {
    return <span class="refused">{op === undefined ? `${status} ${refused.code}` : refused.code}</span>;
  }
  if (closed !== undefined) return `ended ${closed.code}`;
  return fault === undefined ? (op === undefined ? `${status}` : 'ok') : `${fault.did} by a fault`;
}

const COLUMNS: readonly Column<Exchange>[] = [
  { name: 'Time', width: '7rem', cell: ({ atNs }) => <span class="mono">{timeOf(atNs)}</span> },
  { name: 'Principal', width: '6rem', cell: ({ principal }) => principal ?? '' },
  { name: 'Member', width: '4.5rem', cell: ({ member }) => member },
  { name: 'Request', width: 'minmax(8rem, 3fr)', cell: (one) => <span class="mono">{requestOf(one)}</span> },
  { name: 'Answer', width: 'minmax(8rem, 2fr)', cell: answerOf },
  { name: 'Key', width: 'minmax(4rem, 1fr)', cell: ({ key }) => <span class="mono">{key ?? ''}</span> },
];

/** An export asks for each body; more than this is a recording's work (`touchstone record`). */
const MOST_EXPORTED = 500;

/** The newest of these with their bodies, oldest first. */
function wholeOf(shown: readonly Exchange[]): Promise<readonly WholeExchange[]> {
  const requests = shown.filter(({ method }) => method !== 'WS').slice(-MOST_EXPORTED);
  return Promise.all(requests.map((one) => wholeExchange(one.n).catch(() => one)));
}

function namesOf(pick: (one: Exchange) => string): readonly string[] {
  return [...new Set(exchanges.value.map(pick))].sort();
}

/** Every request and socket frame as it happens. */
export function Traffic() {
  const [selected, select] = useState<Exchange | undefined>(undefined);
  const [filter, setFilter] = useState<Filter>(EVERYTHING);
  const change = (part: Partial<Filter>) => setFilter({ ...filter, ...part });
  const shown = filter === EVERYTHING ? exchanges.value : exchanges.value.filter((one) => passes(one, filter));
  const where = platform.value;
  return (
    <>
      <h2>Traffic</h2>
      <div class="bar">
        <label>
          <span class="soft">Find</span>{' '}
          <input
            type="search"
            placeholder="route, key, code, request id"
            value={filter.text}
            onInput={(event) => change({ text: event.currentTarget.value })}
          />
        </label>
        <Choice
          label={<span class="soft">Answer</span>}
          value={filter.status}
          values={['refused', '2xx', '4xx', '5xx', 'socket']}
          onChoice={(status) => change({ status: status as Filter['status'] })}
        />
        <Choice
          label={<span class="soft">Principal</span>}
          value={filter.principal}
          values={namesOf(({ principal }) => principal ?? 'anonymous')}
          onChoice={(principal) => change({ principal })}
        />
        <Choice
          label={<span class="soft">Member</span>}
          value={filter.member}
          values={namesOf(({ member }) => member)}
          onChoice={(member) => change({ member })}
        />
        <span class="soft" role="status">
          {shown.length} of {exchanges.value.length}
        </span>
        {where === undefined ? null : (
          <>
            <Do act={async () => save('touchstone.har', 'application/json', harOf(await wholeOf(shown), where))}>
              Export HAR
            </Do>
            <Do
              act={async () =>
                save('from-the-console.yaml', 'application/yaml', scenarioOf(await wholeOf(shown), where))
              }
            >
              Export scenario
            </Do>
          </>
        )}
      </div>
      <div class={selected === undefined ? '' : 'split'}>
        <Rows
          label="Exchanges"
          items={shown}
          columns={COLUMNS}
          height="calc(100vh - 11rem)"
          keyOf={({ n }) => n}
          selected={selected?.n}
          onSelect={(one) => select(one)}
        />
        {selected === undefined ? null : <Inspector one={selected} />}
      </div>
    </>
  );
}
