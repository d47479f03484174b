/**
 * The stream of `GET /events`: a cursor over what the sandbox stores anyway, so that a sandbox without a reader pays
 * nothing and a slow reader costs no memory. Every tick it sends what is new: exchanges, frames and records one by one, and
 * each changed section as a whole. Events that were dropped before they were sent are counted in a `gap`.
 */
import { Readable } from 'node:stream';
import type { Timer } from '../../../gateway/platform-port.ts';
import type { Faults } from '../../faults/faults.ts';
import { PASSES_KEPT } from '../../faults/passes.ts';
import type { World } from '../../hosting/world.ts';
import type { Journal } from '../../log/journal.ts';
import { EXCHANGES_KEPT } from '../exchanges.ts';
import type { EventName, SectionName } from './event-shapes.ts';
import { sectionsOf } from './sections.ts';

/** Real time between two looks; a person does not see less, and a thousand exchanges a second are a hundred a tick. */
const TICK_MS = 100;
/** Interval of comments in a stream without events, so that proxies do not end it. */
const ALIVE_MS = 15_000;
/** Unread text beyond this waits in what the sandbox keeps. */
const MOST_UNREAD = 1 << 20;
const RECORDS_AT_ONCE = 1_000;
/** A running clock is sent when it is changed; its reader counts on. Only a running one has a rate. */
const RUNNING_TIME = /(?<="rate":[^,]+,)"nowNs":"\d+","timers":\d+/g;

/** The stream sends what follows this exchange, position, pass, mark and frame. */
export interface Cursor {
  readonly exchange: number;
  readonly position: number;
  readonly pass: number;
  readonly mark: number;
  readonly frame: number;
}

/**
 * `12.345.2415.3.18`: the id of an event, which `Last-Event-ID` brings back. Ids of former versions end before the mark
 * or before the frame: all kept ones follow. undefined: malformed.
 */
export function cursorOf(id: string): Cursor | undefined {
  if (!/^[0-9]{1,15}(?:\.[0-9]{1,15}){2,4}$/.test(id)) return undefined;
  const [exchange = 0, position = 0, pass = 0, mark = 0, frame = 0] = id.split('.').map(Number);
  return { exchange, position, pass, mark, frame };
}

class EventStream extends Readable {
  readonly #world: World;
  #exchange: number;
  #position: number;
  #journal: Pick<Journal, 'after'>;
  readonly #sent = new Map<SectionName, { readonly value: unknown; readonly text: string }>();
  #faults: Faults;
  #pass: number;
  #mark: number;
  #frame: number;
  #changes: number;
  #timer: Timer | undefined;
  #quietMs = 0;

  constructor(world: World, { exchange, position, pass, mark, frame }: Cursor) {
    super({ highWaterMark: MOST_UNREAD });
    this.#world = world;
    this.#exchange = exchange;
    this.#position = position;
    this.#journal = world.platform.journal;
    this.#faults = world.faults;
    this.#pass = pass;
    this.#mark = mark;
    this.#frame = frame;
    // All that are known: its reader may have exchanges from before.
    this.#changes = 0;
  }

  override _construct(callback: (error?: Error | null) => void): void {
    this.#timer = this.#world.machineClock.after(0, 'event stream', () => void this.#tick());
    callback();
  }

  override _read(): void {
    // The tick pushes.
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    this.#timer?.cancel();
    callback(error);
  }

  async #tick(): Promise<void> {
    try {
      if (this.#world.isLeaving()) return void this.push(null);
      if (this.readableLength < MOST_UNREAD) this.#send(await this.#news());
    } catch (error) {
      this.destroy(error as Error);
    }
    if (this.destroyed) return;
    this.#timer = this.#world.machineClock.after(TICK_MS, 'event stream', () => void this.#tick());
  }

  #send(text: string): void {
    this.#quietMs += TICK_MS;
    if (text === '' && this.#quietMs < ALIVE_MS) return;
    this.#quietMs = 0;
    this.push(text === '' ? ': alive\n\n' : text);
  }

  async #news(): Promise<string> {
    const lines = [...this.#newRecords(), ...this.#newPasses(), ...this.#newTraffic()];
    for (const [name, value] of Object.entries(await sectionsOf(this.#world))) {
      const before = this.#sent.get(name as SectionName);
      if (before?.value === value) continue;
      const text = JSON.stringify(value);
      const known = text.replace(RUNNING_TIME, '');
      this.#sent.set(name as SectionName, { value, text: known });
      if (before?.text === known) continue;
      lines.push(event(name as SectionName, text));
    }
    if (lines.length === 0) return '';
    return `${lines.join('')}id: ${this.#exchange}.${this.#position}.${this.#pass}.${this.#mark}.${this.#frame}\n\n`;
  }

  /** A reset replaces the faults, and with them what has passed. */
  #newPasses(): readonly string[] {
    const { faults } = this.#world;
    if (faults !== this.#faults) this.#pass = 0;
    this.#faults = faults;
    const { passes } = faults;
    const lost = gaps('pass', passes.count() - PASSES_KEPT - this.#pass);
    const sent = passes
      .after(this.#pass)
      .map((pass) => event('pass', JSON.stringify({ ...pass, atNs: `${pass.atNs}` })));
    this.#pass = passes.count();
    return [...lost, ...sent];
  }

  #newRecords(): readonly string[] {
    const journal = this.#world.platform.journal;
    const isOther = journal !== this.#journal;
    this.#journal = journal;
    if (isOther) this.#position = 0;
    const records = journal.after(this.#position, RECORDS_AT_ONCE);
    this.#position = records.at(-1)?.position ?? this.#position;
    const sent = records.map((record) => event('record', JSON.stringify(record)));
    return isOther ? [event('began', JSON.stringify({ seed: this.#world.seed })), ...sent] : sent;
  }

  /** Exchanges, frames and marks in the order in which they happened. */
  #newTraffic(): readonly string[] {
    const { exchanges, frames, marks } = this.#world;
    const framesNow = frames.after(this.#frame);
    const lost = [
      ...gaps('exchange', exchanges.count() - EXCHANGES_KEPT - this.#exchange),
      ...gaps('frame', frames.count() - this.#frame - framesNow.length),
    ];
    const answered = exchanges.latest(exchanges.count() - this.#exchange).toReversed();
    let next = 0;
    const upTo = (n: number): readonly string[] => {
      const from = next;
      while ((answered[next]?.n ?? Number.POSITIVE_INFINITY) <= n) next += 1;
      return answered.slice(from, next).map((exchange) => event('exchange', JSON.stringify(exchange)));
    };
    const between = [
      ...framesNow.map(({ exchanges: before, view }) => ({ before, name: 'frame', view }) as const),
      ...marks.after(this.#mark).map((view) => ({ before: view.exchanges, name: 'mark', view }) as const),
    ].sort((a, b) => a.before - b.before);
    const sent = between.flatMap(({ before, name, view }) => [...upTo(before), event(name, JSON.stringify(view))]);
    this.#exchange = exchanges.count();
    this.#frame = frames.count();
    this.#mark = marks.count();
    const changed = exchanges.changedAfter(this.#changes).map((one) => event('outcome', JSON.stringify(one)));
    this.#changes = exchanges.changes();
    return [...lost, ...sent, ...upTo(this.#exchange), ...changed];
  }
}

function event(name: EventName, json: string): string {
  return `event: ${name}\ndata: ${json}\n\n`;
}

function gaps(of: 'exchange' | 'frame' | 'pass', lost: number): readonly string[] {
  return lost > 0 ? [event('gap', JSON.stringify({ of, lost }))] : [];
}

/** Text of server-sent events, until its reader disconnects or the world ends. */
export function eventStream(world: World, cursor: Cursor): Readable {
  return new EventStream(world, cursor);
}
