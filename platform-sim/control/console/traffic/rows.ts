/**
 * The rows of traffic: exchanges and event frames in one order. All attempts of a write under one key, with the polls of
 * its operation, are one row that opens; so are the ops and frames of a session. Marks of the world stand between them.
 */
import type { Exchange, Frame, Mark } from '../event-types.ts';
import type { Arrived } from '../live.ts';

export type Item = Arrived<Exchange> | Arrived<Frame>;

/** Several items in one row, oldest first. */
export interface Group {
  readonly kind: 'intent' | 'session';
  readonly id: string;
  readonly items: readonly Item[];
}

export type TrafficRow =
  | { readonly kind: 'item'; readonly id: string; readonly item: Item; readonly isInGroup: boolean }
  | (Group & { readonly isOpen: boolean });

export function isFrame(item: Item): item is Arrived<Frame> {
  return 'topic' in item;
}

function isMark(one: Item | Arrived<Mark>): one is Arrived<Mark> {
  return 'exchanges' in one;
}

/** Exchanges and frames are counted apart. */
export function idOf(item: Item): string {
  return `${isFrame(item) ? 'f' : 'e'}${item.n}`;
}

/** The key of the operation that a request reads; undefined: it reads none. */
function polledKey({ method, path }: Exchange): string | undefined {
  const key = method === 'GET' && path.startsWith('/operations/') ? path.slice('/operations/'.length) : undefined;
  try {
    return key && decodeURIComponent(key);
  } catch {
    return undefined;
  }
}

export function isWrite({ method, key, op }: Exchange): boolean {
  return key !== null && (op !== undefined || method !== 'GET');
}

interface Top {
  readonly kind: 'intent' | 'session' | 'item';
  readonly id: string;
  readonly items: Item[];
  readonly mark?: Arrived<Mark>;
}

class Grouping {
  readonly tops: (Top | undefined)[] = [];
  #intents = new Map<string, Top>();
  readonly #sessions = new Map<string, Top>();
  /** Places in `tops` of handshakes that opened no known session yet, by member and socket. */
  readonly #handshakes = new Map<string, number[]>();

  add(one: Item | Arrived<Mark>): void {
    if (isMark(one)) {
      const mark = one;
      // After a reset a key belongs to another write.
      if (mark.kind === 'reset') this.#intents = new Map();
      this.tops.push({ kind: 'item', id: '', items: [], mark });
      return;
    }
    if (one.session !== undefined) this.#addToSession(one, one.session);
    else this.#addRequest(one as Arrived<Exchange>);
  }

  #addRequest(item: Arrived<Exchange>): void {
    const key = isWrite(item) ? item.key : polledKey(item);
    const id = `k ${item.principal ?? ''} ${key}`;
    const intent = key == null ? undefined : this.#intents.get(id);
    if (intent !== undefined) {
      intent.items.push(item);
      return;
    }
    const top: Top = {
      kind: isWrite(item) ? 'intent' : 'item',
      id: isWrite(item) ? `${id} ${item.n}` : idOf(item),
      items: [item],
    };
    if (isWrite(item)) this.#intents.set(id, top);
    if (item.status === 101 && item.op === undefined) {
      const place = `${item.member} ${item.path}`;
      this.#handshakes.set(place, [...(this.#handshakes.get(place) ?? []), this.tops.length]);
    }
    this.tops.push(top);
  }

  /** The row of a session stands in the place of its handshake: the newest one of its member and socket. */
  #addToSession(item: Item, session: string): void {
    const known = this.#sessions.get(session);
    if (known !== undefined) {
      known.items.push(item);
      return;
    }
    const path = isFrame(item) ? `/v1/ws/${item.socket}` : item.path;
    const at = this.#handshakes.get(`${item.member} ${path}`)?.pop();
    const handshake = at === undefined ? undefined : this.tops[at];
    const top: Top = { kind: 'session', id: `s ${session}`, items: [...(handshake?.items ?? []), item] };
    this.#sessions.set(session, top);
    if (at === undefined) this.tops.push(top);
    else this.tops[at] = top;
  }
}

/**
 * @param lists each in the order of arrival
 * @param passes which items are shown; a group is shown with those of its items that are
 * @param open the ids of the groups that are open
 * @returns the rows, and how many items they stand for
 */
export function rowsOf(
  lists: readonly (readonly (Item | Arrived<Mark>)[])[],
  passes: (item: Item) => boolean,
  open: ReadonlySet<string>,
): { readonly rows: readonly (TrafficRow | Mark)[]; readonly shown: readonly Item[] } {
  const grouping = new Grouping();
  for (const one of lists.flat().sort((a, b) => a.at - b.at)) grouping.add(one);
  const rows: (TrafficRow | Mark)[] = [];
  const shown: Item[] = [];
  for (const top of grouping.tops) {
    if (top?.mark !== undefined) rows.push(top.mark);
    if (top === undefined || top.mark !== undefined) continue;
    const items = top.items.filter(passes);
    const [first] = items;
    if (first === undefined) continue;
    for (const item of items) shown.push(item);
    if (top.kind !== 'session' && top.items.length === 1) {
      rows.push({ kind: 'item', id: idOf(first), item: first, isInGroup: false });
      continue;
    }
    const isOpen = open.has(top.id);
    rows.push({ kind: top.kind as Group['kind'], id: top.id, items, isOpen });
    if (isOpen) for (const item of items) rows.push({ kind: 'item', id: idOf(item), item, isInGroup: true });
  }
  return { rows, shown: shown.sort((a, b) => a.at - b.at) };
}

/** The group that holds an item; undefined: it stands alone. */
export function groupOf(rows: readonly (TrafficRow | Mark)[], id: string): string | undefined {
  return rows.flatMap((row) => ('items' in row && row.items.some((item) => idOf(item) === id) ? row.id : []))[0];
}

/** What a write came to: the last answer of an attempt, and the time from its first request to its outcome. */
export function summaryOf(items: readonly Item[]) {
  const requests = items.filter((item) => !isFrame(item)) as readonly Arrived<Exchange>[];
  const attempts = requests.filter(isWrite);
  const [first] = requests;
  const last = attempts.at(-1);
  const final =
    attempts.find(({ outcome }) => outcome.kind === 'answered') ??
    attempts.findLast(({ outcome }) => outcome.kind === 'refused');
  const startNs = BigInt(first?.receivedNs ?? first?.atNs ?? 0);
  const endNs =
    final && BigInt(final.outcome.atNs ?? BigInt(final.receivedNs ?? final.atNs) + BigInt(final.tookNs ?? 0));
  const tookNs = endNs === undefined ? undefined : `${endNs - startNs}`;
  return {
    ...{ attempts: attempts.length, polls: requests.length - attempts.length, last, tookNs },
    replays: attempts.filter(({ replay }) => replay === true).length,
    notes: requests.flatMap(({ notes }) => notes),
    strikes: requests.flatMap(({ strikes }) => strikes),
  };
}
