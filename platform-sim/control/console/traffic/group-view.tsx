import { spellNs } from '../../../duration.ts';
import type { Exchange } from '../event-types.ts';
import { timeOf } from '../time.ts';
import { Outcome } from './outcome.tsx';
import { type Group, type Item, idOf, isFrame, isWrite, summaryOf } from './rows.ts';

/** `201`, `orderUpdated, position 12`. */
export function answerOf(item: Item) {
  if (!isFrame(item)) return <Outcome one={item} />;
  return [item.topic, item.position === null ? null : `position ${item.position}`].filter(Boolean).join(', ');
}

/** What an item is, in the words of its sender. A frame shows its direction: to the client or from it. */
export function requestOf(item: Item): string {
  if (isFrame(item)) return `\u2190 ${item.event}`;
  const { method, path, query, op, fault, closed } = item;
  if (method !== 'WS') return query === undefined ? path : `${path}?${query}`;
  if (op !== undefined) return `\u2192 ${op}`;
  return fault === undefined ? (closed === undefined ? path : `ended: ${closed.why}`) : `\u2190 ${fault.frame}`;
}

export function memberOf(item: Item): string {
  return `${item.member} ${item.version}`;
}

/** `2.6 s, 3 attempts, 2 polls, 1 replay`: the time is that to the outcome. */
export function intentText(items: readonly Item[]): string {
  const { attempts, polls, replays, tookNs } = summaryOf(items);
  const time = tookNs === undefined ? 'no outcome yet' : spellNs(Number(tookNs));
  const counted = [
    [attempts, 'attempt'],
    [polls, 'poll'],
    [replays, 'replay'],
  ] as const;
  const counts = counted.filter(([count]) => count > 0).map(([count, of]) => `${count} ${of}${count === 1 ? '' : 's'}`);
  return [time, ...counts].join(', ');
}

function whatOf(item: Exchange): string {
  if (!isWrite(item)) return 'poll';
  return item.replay === true ? 'replay' : 'attempt';
}

/** All of one write, or of one session, in order. */
export function GroupView({ group, select }: { readonly group: Group; select(id: string): void }) {
  const { kind, items } = group;
  const [first] = items;
  if (first === undefined) return null;
  const isSession = kind === 'session';
  const notes = new Set(isSession ? [] : summaryOf(items).notes);
  const last = items.at(-1) ?? first;
  return (
    <section class="card" aria-label={isSession ? 'Session' : 'Write'}>
      <h3>{isSession ? `Session ${last.session}` : `Write of key ${'key' in first ? first.key : ''}`}</h3>
      <p class="soft">
        {first.principal ?? 'no principal'},{' '}
        {isSession
          ? `${timeOf(first.atNs)} to ${timeOf(last.atNs)}, ${items.length} frames and ops`
          : intentText(items)}
      </p>
      {[...notes].map((note) => (
        <p key={note} class="noted">
          {note}
        </p>
      ))}
      <ol class="attempts">
        {items.slice(-MOST).map((item) => (
          <li key={idOf(item)}>
            <button type="button" class="plain" onClick={() => select(idOf(item))}>
              <span class="mono">{timeOf(item.atNs)}</span>{' '}
              {isFrame(item) || isSession ? requestOf(item) : `${whatOf(item)} on ${memberOf(item)}`} {answerOf(item)}
            </button>
          </li>
        ))}
      </ol>
      {items.length > MOST ? (
        <p class="soft">
          The last {MOST} of {items.length}.
        </p>
      ) : null}
    </section>
  );
}

const MOST = 200;
