import { useState } from 'preact/hooks';
import { Choice } from '../../../../reports/viewer/parts/choice.tsx';
import { type Column, Rows } from '../../../../reports/viewer/parts/rows.tsx';
import type { MadeScenario } from '../../scenario-maker.ts';
import { Do } from '../do.tsx';
import { Tick } from '../fields.tsx';
import { exchanges, frames, platform, quotes, seen } from '../live.ts';
import { ask } from '../plane.ts';
import { timeOf } from '../time.ts';
import { save } from '../traffic/download.ts';
import { EVERYTHING, type Filter, KINDS, STATUSES } from '../traffic/filter.ts';
import { FrameInspector, wholeFrame } from '../traffic/frame-inspector.tsx';
import { harOf, type WholeRow } from '../traffic/har.ts';
import { Inspector } from '../traffic/inspector.tsx';
import { isFrame, keyOf, type TrafficRow } from '../traffic/rows.ts';
import { useShownRows } from '../traffic/shown-rows.ts';
import { wholeExchange } from '../traffic/whole-exchange.ts';

/** The event comes first, since a narrow column cuts the end of its text. */
function requestOf(row: TrafficRow): string {
  if (isFrame(row)) return `event ${row.event}, ${row.socket}`;
  const { method, path, op, fault, closed } = row;
  if (method !== 'WS') return `${method} ${path}`;
  const what = op !== undefined ? `op ${op}` : fault !== undefined ? `frame ${fault.frame}` : closed && 'session';
  return `${what ?? ''}, ${path.replace('/v1/ws/', '')}`;
}

function answerOf(row: TrafficRow) {
  if (isFrame(row))
    return [row.topic, row.position === null ? null : `position ${row.position}`].filter(Boolean).join(', ');
  const { status, refused, closed, fault, op } = row;
  if (refused !== null) {
    return <span class="refused">{op === undefined ? `${status} ${refused.code}` : refused.code}</span>;
  }
  if (closed !== undefined) return `ended ${closed.code}`;
  return fault === undefined ? (op === undefined ? `${status}` : 'ok') : `${fault.did} by a fault`;
}

const COLUMNS: readonly Column<TrafficRow>[] = [
  { name: 'Time', width: '7rem', cell: ({ atNs }) => <span class="mono">{timeOf(atNs)}</span> },
  { name: 'Principal', width: '6rem', cell: ({ principal }) => principal ?? '' },
  { name: 'Member', width: '4.5rem', cell: ({ member, session }) => session ?? member },
  { name: 'Request', width: 'minmax(8rem, 3fr)', cell: (row) => <span class="mono">{requestOf(row)}</span> },
  { name: 'Answer', width: 'minmax(8rem, 2fr)', cell: answerOf },
  {
    name: 'Key',
    width: 'minmax(4rem, 1fr)',
    cell: (row) => <span class="mono">{isFrame(row) ? '' : (row.key ?? '')}</span>,
  },
];

/** Maximum rows of an export, which requests each body. Record larger ones with `touchstone record`. */
const MOST_EXPORTED = 500;

/** The newest of these with what was sent, oldest first. */
function wholeOf(shown: readonly TrafficRow[]): Promise<readonly WholeRow[]> {
  return Promise.all(
    shown
      .slice(-MOST_EXPORTED)
      .map(
        (row): Promise<WholeRow> =>
          isFrame(row) ? wholeFrame(row.n).catch(() => row) : wholeExchange(row.n).catch(() => row),
      ),
  );
}

/** As `touchstone import` makes it: what could not be mapped stands at its beginning. */
async function exportScenario(shown: readonly TrafficRow[]): Promise<void> {
  const rows = shown.slice(-MOST_EXPORTED).map((row) => (isFrame(row) ? { frame: row.n } : { exchange: row.n }));
  const { text, unmapped } = await ask<MadeScenario>('POST', 'scenario', { rows });
  const notes = unmapped.map((sentence) => `# ${sentence}\n`).join('');
  save('from-the-console.yaml', 'application/yaml', `${notes}${text}`);
}

/** Every request and socket frame as it happens. */
export function Traffic() {
  const [selected, select] = useState<TrafficRow | undefined>(undefined);
  const [filter, setFilter] = useState<Filter>(EVERYTHING);
  const change = (part: Partial<Filter>) => setFilter({ ...filter, ...part });
  const shown = useShownRows(filter);
  const names = seen.value;
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
          label={<span class="soft">Kind</span>}
          value={filter.kind}
          values={Object.keys(KINDS)}
          onChoice={(kind) => change({ kind: kind as Filter['kind'] })}
        />
        <Choice
          label={<span class="soft">Answer</span>}
          value={filter.status}
          values={Object.keys(STATUSES)}
          onChoice={(status) => change({ status: status as Filter['status'] })}
        />
        <Choice
          label={<span class="soft">Principal</span>}
          value={filter.principal}
          values={names.principals}
          onChoice={(principal) => change({ principal })}
        />
        <Choice
          label={<span class="soft">Member</span>}
          value={filter.member}
          values={names.members}
          onChoice={(member) => change({ member })}
        />
        <Choice
          label={<span class="soft">Session</span>}
          value={filter.session}
          values={names.sessions}
          onChoice={(session) => change({ session })}
        />
        <Tick label="Quotes" checked={filter.quotes} set={(quotes) => change({ quotes })} />
        <span class="soft" role="status">
          {shown.length} of {exchanges.value.length + frames.value.length + quotes.value.length}
        </span>
        {where === undefined ? null : (
          <>
            <Do act={async () => save('touchstone.har', 'application/json', harOf(await wholeOf(shown), where))}>
              Export HAR
            </Do>
            <Do act={() => exportScenario(shown)}>Export scenario</Do>
          </>
        )}
      </div>
      <div class={selected === undefined ? '' : 'split'}>
        <Rows
          label="Exchanges"
          items={shown}
          columns={COLUMNS}
          height="calc(100vh - 11rem)"
          keyOf={keyOf}
          selected={selected && keyOf(selected)}
          onSelect={(one) => select(one)}
        />
        {selected === undefined ? null : isFrame(selected) ? (
          <FrameInspector one={selected} />
        ) : (
          <Inspector one={selected} />
        )}
      </div>
    </>
  );
}
