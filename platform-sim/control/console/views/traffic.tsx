import { useEffect, useRef, useState } from 'preact/hooks';
import { type Column, Rows } from '../../../../reports/viewer/parts/rows.tsx';
import type { MadeScenario } from '../../scenario-maker.ts';
import { useAddress } from '../address.ts';
import { Do } from '../do.tsx';
import { exchanges, frames, marks, platform, quotes, seen } from '../live.ts';
import { markLines } from '../mark-line.tsx';
import { ask } from '../plane.ts';
import { timeOf } from '../time.ts';
import { save } from '../traffic/download.ts';
import { EVERYTHING, type Filter, KINDS, OUTCOMES, passes } from '../traffic/filter.ts';
import { FrameInspector, wholeFrame } from '../traffic/frame-inspector.tsx';
import { answerOf, GroupView, intentText, memberOf, requestOf } from '../traffic/group-view.tsx';
import { harOf, type WholeRow } from '../traffic/har.ts';
import { Inspector } from '../traffic/inspector.tsx';
import { Outcome } from '../traffic/outcome.tsx';
import { groupOf, type Item, isFrame, isRowOf, rowsOf, summaryOf, type TrafficRow } from '../traffic/rows.ts';
import { Timing } from '../traffic/timing-view.tsx';
import { wholeExchange } from '../traffic/whole-exchange.ts';

const LINES = markLines<TrafficRow>();

/** The item that stands for a row: of a write its first attempt, of a session its newest frame. */
function itemOf(row: TrafficRow): Item {
  if (row.kind === 'item') return row.item;
  return row.items.at(row.kind === 'intent' ? 0 : -1) as Item;
}

function methodOf(row: TrafficRow): string {
  if (row.kind === 'session') return 'WS';
  const item = itemOf(row);
  return isFrame(item) ? 'WS' : item.method;
}

function pathOf(row: TrafficRow): string {
  if (row.kind !== 'session') return requestOf(itemOf(row));
  const item = itemOf(row);
  return `session ${item.session}, ${isFrame(item) ? item.socket : item.path.replace('/v1/ws/', '')}`;
}

function outcomeOf(row: TrafficRow) {
  if (row.kind === 'item') return answerOf(row.item);
  if (row.kind === 'session') {
    const end = row.items.findLast((item) => !isFrame(item) && item.closed !== undefined);
    return end === undefined ? `open, ${row.items.length} frames and ops` : answerOf(end);
  }
  const { last, notes, strikes } = summaryOf(row.items);
  return last === undefined ? '' : <Outcome one={{ ...last, notes, strikes }} />;
}

function timeTaken(row: TrafficRow) {
  if (row.kind === 'intent') return intentText(row.items);
  const item = itemOf(row);
  return row.kind === 'session' || isFrame(item) ? '' : <Timing one={item} />;
}

/**
 * @param width 'narrow': a phone; 'split': beside the detail, which has the rest; 'wide': all
 */
function columns(toggle: (id: string) => void, width: 'narrow' | 'split' | 'wide'): readonly Column<TrafficRow>[] {
  const all: readonly (Column<TrafficRow> & { readonly from?: 'split' | 'wide' })[] = [
    {
      name: 'Time',
      width: width === 'narrow' ? '5rem' : '7.2rem',
      cell: (row) => (
        <span class={`mono${row.kind === 'item' && row.isInGroup ? ' inner' : ''}`}>
          {row.kind === 'item' ? null : (
            <button
              type="button"
              class="toggle"
              aria-expanded={row.isOpen}
              aria-label={`${row.items.length} rows of ${pathOf(row)}`}
              onClick={(event) => {
                event.stopPropagation();
                toggle(row.id);
              }}
            >
              {row.isOpen ? '\u25be' : '\u25b8'}
            </button>
          )}
          {timeOf((row.kind === 'item' ? row.item : (row.items[0] as Item)).atNs).slice(0, width === 'narrow' ? 8 : 12)}
        </span>
      ),
    },
    { name: 'Method', width: '3.6rem', cell: (row) => <span class="mono">{methodOf(row)}</span>, from: 'split' },
    {
      name: 'Path',
      width: 'minmax(4rem, 2fr)',
      cell: (row) => <span class="mono">{width === 'narrow' ? `${methodOf(row)} ${pathOf(row)}` : pathOf(row)}</span>,
    },
    { name: 'Outcome', width: width === 'narrow' ? 'minmax(7rem, 2fr)' : 'minmax(14.5rem, 2fr)', cell: outcomeOf },
    { name: 'Took', width: 'minmax(8rem, 1fr)', cell: timeTaken, from: 'wide' },
    { name: 'Member', width: '5.6rem', cell: (row) => memberOf(itemOf(row)), from: 'wide' },
    { name: 'Principal', width: '4.5rem', cell: (row) => itemOf(row).principal ?? '', from: 'wide' },
    {
      name: 'Key',
      width: 'minmax(4rem, 1fr)',
      cell: (row) => {
        const item = itemOf(row);
        return <span class="mono">{isFrame(item) ? '' : (item.key ?? '')}</span>;
      },
      from: 'wide',
    },
  ];
  return all.filter(({ from }) => from === undefined || from === width || width === 'wide');
}

/** Maximum items of an export, which requests each body. Record larger ones with `touchstone record`. */
const MOST_EXPORTED = 500;

/** The newest of these with what was sent, oldest first. */
function wholeOf(shown: readonly Item[]): Promise<readonly WholeRow[]> {
  return Promise.all(
    shown
      .slice(-MOST_EXPORTED)
      .map(
        (item): Promise<WholeRow> =>
          isFrame(item) ? wholeFrame(item.n).catch(() => item) : wholeExchange(item.n).catch(() => item),
      ),
  );
}

/** As `touchstone import` makes it: what could not be mapped stands at its beginning. */
async function exportScenario(shown: readonly Item[]): Promise<void> {
  const rows = shown.slice(-MOST_EXPORTED).map((item) => (isFrame(item) ? { frame: item.n } : { exchange: item.n }));
  const { text, unmapped } = await ask<MadeScenario>('POST', 'scenario', { rows });
  const notes = unmapped.map((sentence) => `# ${sentence}\n`).join('');
  save('from-the-console.yaml', 'application/yaml', `${notes}${text}`);
}

/** `the last 1,000 of 10,214`, or only the number. */
export function lastOf(kept: number, all: number): string {
  const [some, every] = [kept, all].map((count) => count.toLocaleString('en'));
  return kept < all ? `the last ${some} of ${every}` : `${some}`;
}

function FilterBar({ filter, change }: { readonly filter: Filter; change(part: Partial<Filter>): void }) {
  const { principals, members, sessions } = seen.value;
  const choices = [
    ['Kind', 'kind', Object.keys(KINDS)],
    ['Outcome', 'outcome', Object.keys(OUTCOMES)],
    ['Principal', 'principal', principals],
    ['Member', 'member', members],
    ['Session', 'session', sessions],
  ] as const;
  return (
    <div class="filters">
      <input
        type="search"
        aria-label="Find"
        placeholder="Find (press /)"
        title="route, query, key, code, outcome or request id"
        value={filter.text}
        onInput={(event) => change({ text: event.currentTarget.value })}
      />
      {choices.map(([label, name, values]) => (
        <select
          key={name}
          aria-label={label}
          value={filter[name]}
          onChange={(event) => change({ [name]: event.currentTarget.value })}
        >
          <option value="">{label}</option>
          {values.map((value) => (
            <option key={value} value={value}>
              {value}
            </option>
          ))}
        </select>
      ))}
      <label>
        <input
          type="checkbox"
          checked={filter.quotes !== 'no'}
          onChange={(event) => change({ quotes: event.currentTarget.checked ? '' : 'no' })}
        />{' '}
        Quotes
      </label>
    </div>
  );
}

/** Keys of the view, by their names. A key does what it does anyway where its act returns true. */
function useKeys(acts: Readonly<Record<string, (on: Element) => unknown>>): void {
  const current = useRef(acts);
  current.current = acts;
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const act = current.current[event.key];
      if (act !== undefined && act(event.target as Element) !== true) event.preventDefault();
    };
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  }, []);
}

/** Whether the window is too narrow for two columns. */
function useNarrow(): boolean {
  const query = '(max-width: 900px)';
  const [isNarrow, setNarrow] = useState(matchMedia(query).matches);
  useEffect(() => {
    const media = matchMedia(query);
    const changed = () => setNarrow(media.matches);
    media.addEventListener('change', changed);
    return () => media.removeEventListener('change', changed);
  }, []);
  return isNarrow;
}

/** Every request and socket frame as it happens, with what its client received. */
export function Traffic() {
  const [{ row: selected, ...filter }, change] = useAddress({ ...EVERYTHING, row: '' });
  const isNarrow = useNarrow();
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const toggle = (id: string) => setOpen(new Set(open.has(id) ? [...open].filter((one) => one !== id) : [...open, id]));
  const select = (row: string) => change({ row });
  const lists = [exchanges.value, frames.value, quotes.value];
  const { rows, shown } = rowsOf([...lists, marks.value], (item) => passes(item, filter), open);
  useKeys({
    '/': (on) =>
      on.matches('input, select, textarea') || document.querySelector<HTMLElement>('.filters input')?.focus(),
    Escape: () => select(''),
    ArrowRight: (on) => on.matches('input, select') || (group !== undefined && !open.has(selected) && toggle(selected)),
    ArrowLeft: (on) => on.matches('input, select') || (open.has(selected) && toggle(selected)),
  });
  const holder = selected === '' ? undefined : groupOf(rows, selected);
  useEffect(() => {
    // The selection may come from the address: its group is opened.
    if (holder !== undefined && !open.has(holder)) setOpen(new Set([...open, holder]));
  }, [holder]);
  const group = rows.find((row) => 'items' in row && row.id === selected);
  const item = (lists as readonly (readonly Item[])[]).flat().find((one) => isRowOf(selected, one));
  const where = platform.value;
  const isSplit = group !== undefined || item !== undefined;
  const kept = lists.reduce((sum, list) => sum + list.length, 0);
  const all = exchanges.value.at(-1)?.n ?? 0;
  const exported = lastOf(Math.min(shown.length, MOST_EXPORTED), shown.length);
  return (
    <>
      <div class="title">
        <h2>Traffic</h2>
        <span class="soft" role="status">
          {shown.length.toLocaleString('en')} of {kept.toLocaleString('en')}
          {all === exchanges.value.length ? '' : `; exchanges: ${lastOf(exchanges.value.length, all)}`}
        </span>
        {where === undefined || shown.length === 0 ? null : (
          <>
            <Do act={async () => save('touchstone.har', 'application/json', harOf(await wholeOf(shown), where))}>
              Export HAR <span class="soft">({exported})</span>
            </Do>
            <Do act={() => exportScenario(shown)}>
              Export scenario <span class="soft">({exported})</span>
            </Do>
          </>
        )}
      </div>
      <FilterBar filter={filter} change={change} />
      <div class={isSplit ? 'split traffic' : 'traffic'}>
        <Rows
          label="Exchanges"
          items={shown.length === 0 ? [] : rows}
          columns={columns(toggle, isNarrow ? 'narrow' : isSplit ? 'split' : 'wide')}
          height="calc(100vh - 10.5rem)"
          keyOf={(row) => ('id' in row ? row.id : `m${row.n}`)}
          selected={selected}
          onSelect={(row) => select(row.id)}
          lines={LINES}
          empty={
            kept === 0
              ? `Each request to ${where?.baseUrl ?? 'the gateway'} appears here as it happens. Send one: npm run -s touchstone -- token trader gives a token.`
              : 'No row passes the filter. Press Esc in the search, or choose "all".'
          }
        />
        {isSplit ? (
          <div class="sheet">
            <button type="button" class="close" onClick={() => select('')}>
              Close <span class="soft">(Esc)</span>
            </button>
            {group !== undefined && 'items' in group ? <GroupView group={group} select={select} /> : null}
            {item === undefined ? null : isFrame(item) ? <FrameInspector one={item} /> : <Inspector one={item} />}
          </div>
        ) : null}
      </div>
    </>
  );
}
