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
  readonly kind: Group['kind'] | 'item';
  readonly id: string;
  readonly items: Item[];
}

class Grouping {
  readonly tops: (Top | Arrived<Mark>)[] = [];
  #intents = new Map<string, Top>();
  /** Ops that are the only attempt of their write so far. */
  #ops = new Map<string, Item>();
  readonly #sessions = new Map<string, Top>();
  /** Rows of handshakes that opened no known session yet, by member and socket. */
  readonly #handshakes = new Map<string, Top[]>();

  add(one: Item | Arrived<Mark>): void {
    if (isMark(one)) {
      // After a reset a key belongs to another write.
      if (one.kind === 'reset') [this.#intents, this.#ops] = [new Map(), new Map()];
      this.tops.push(one);
      return;
    }
    if (one.session !== undefined) this.#addToSession(one, one.session);
    if (isFrame(one)) return;
    const key = isWrite(one) ? one.key : polledKey(one);
    if (key != null) this.#addToIntent(one, `k ${one.principal ?? ''} ${key}`);
    else if (one.session === undefined) {
      const row = this.#addRow('item', idOf(one), one);
      if (one.status === 101) this.#handshakesAt(one.member, one.path).push(row);
    }
  }

  #handshakesAt(member: string, path: string): Top[] {
    const place = `${member} ${path}`;
    const known = this.#handshakes.get(place) ?? [];
    this.#handshakes.set(place, known);
    return known;
  }

  #addRow(kind: Top['kind'], id: string, ...items: Item[]): Top {
    const top = { kind, id, items };
    this.tops.push(top);
    return top;
  }

  /** An op stands in the row of its session too, and begins no row while it is the only attempt of its write. */
  #addToIntent(item: Arrived<Exchange>, id: string): void {
    const intent = this.#intents.get(id);
    const op = this.#ops.get(id);
    if (intent !== undefined) intent.items.push(item);
    else if (item.session !== undefined && op === undefined) this.#ops.set(id, item);
    else if (!isWrite(item) && op === undefined) this.#addRow('item', idOf(item), item);
    else this.#intents.set(id, this.#addRow('intent', `${id} ${item.n}`, ...(op === undefined ? [] : [op]), item));
  }

  /** The row of a session stands in the place of its handshake: the newest one of its member and socket. */
  #addToSession(item: Item, session: string): void {
    const known = this.#sessions.get(session);
    if (known !== undefined) {
      known.items.push(item);
      return;
    }
    const handshake = this.#handshakesAt(item.member, isFrame(item) ? `/v1/ws/${item.socket}` : item.path).pop();
    const row = handshake ?? this.#addRow('item', '');
    Object.assign(row, { kind: 'session', id: `s ${session}` });
    row.items.push(item);
    this.#sessions.set(session, row);
  }
}

/**
 * @param lists each in the order of arrival
 * @param passes which items are shown; a group is shown with those of its items that are
 * @param open the ids of the groups that are open
 * @returns the rows, and the items that they stand for, in the order of arrival
 */
export function rowsOf(
  lists: readonly (readonly (Item | Arrived<Mark>)[])[],
  passes: (item: Item) => boolean,
  open: ReadonlySet<string>,
): { readonly rows: readonly (TrafficRow | Mark)[]; readonly shown: readonly Item[] } {
  const all = lists.flat().sort((a, b) => a.at - b.at);
  const grouping = new Grouping();
  for (const one of all) grouping.add(one);
  const passing = new Set(all.filter((one): one is Item => !isMark(one) && passes(one)));
  const rows = grouping.tops.flatMap((top): readonly (TrafficRow | Mark)[] => {
    if (!('items' in top)) return [top];
    const { kind, id } = top;
    const items = top.items.filter((item) => passing.has(item));
    if (kind === 'item' || (kind === 'intent' && top.items.length === 1))
      return items.map((item) => ({ kind: 'item', id: idOf(item), item, isInGroup: false }));
    if (items.length === 0) return [];
    const isOpen = open.has(id);
    const inner = items.map((item) => ({ kind: 'item', id: idIn(kind, item), item, isInGroup: true }) as const);
    return [{ kind, id, items, isOpen }, ...(isOpen ? inner : [])];
  });
  return { rows, shown: [...passing] };
}

/** An op has a row in its session, and one in its write. */
function idIn(kind: Group['kind'], item: Item): string {
  return kind === 'intent' && item.session !== undefined ? `${idOf(item)}${AGAIN}` : idOf(item);
}

const AGAIN = '-again';

/** Whether a row is of the item. */
export function isRowOf(id: string, item: Item): boolean {
  return id === idOf(item) || id === `${idOf(item)}${AGAIN}`;
}

/** The group that holds an item; undefined: it stands alone. */
export function groupOf(rows: readonly (TrafficRow | Mark)[], id: string): string | undefined {
  return rows.flatMap((row) =>
    'items' in row && row.items.some((item) => idIn(row.kind, item) === id) ? row.id : [],
  )[0];
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
