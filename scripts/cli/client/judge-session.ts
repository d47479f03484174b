/** Judges a client over many starts: first without trouble, then each kind of trouble alone, then what the seed draws. */
import type { Start } from '../../../conformance/clients/history.ts';
import { brokenIn, judgeClient, type RuleRow } from '../../../conformance/clients/judge.ts';
import type { Moment } from '../../../conformance/clients/rule.ts';
import { CLIENT_RULES } from '../../../conformance/clients/rules.ts';
import { drawn, singles, smaller } from '../../../scenarios/schedules/draw.ts';
import type { Schedule } from '../../../scenarios/schedules/schedule.ts';
import { MOST_CALLS } from './one-start.ts';

/** A rule that the client broke, with the smallest schedule that shows it. */
export interface ClientFailure {
  readonly rule: string;
  readonly schedule: Schedule;
  /** The start of that schedule. */
  readonly start: Start;
  /** How many schedules had run when it was found, the one without trouble not counted. */
  readonly after: number;
}

export interface Session {
  readonly rows: readonly RuleRow[];
  readonly starts: readonly Start[];
  readonly failures: readonly ClientFailure[];
  /** Why the client cannot be judged, in one line: it never connects, hangs, floods or fails without any trouble. */
  readonly unfit?: string;
}

export interface SessionOptions {
  readonly seed: number;
  /** The most schedules of trouble. */
  readonly schedules: number;
  /** One schedule, in place of those that the seed draws. */
  readonly only?: Schedule | undefined;
  /** How many starts at once; 1 unless stated. The first one runs alone. */
  readonly jobs?: number;
  /** Kinds of trouble that cannot be brought to this client. */
  readonly without?: readonly string[];
  /** Called with each start, and the rules that it is the first to break. */
  readonly seen?: (start: Start, number: number, broken: readonly string[]) => void;
  /** Ctrl-C: starts that it ends are not judged. */
  readonly stop?: AbortSignal;
  /** Whether there is enough, such as at the first failure. */
  readonly enough?: (failures: readonly ClientFailure[]) => boolean;
  run(schedule: Schedule): Promise<Start>;
}

/** Smaller schedules that are tried for one failure. */
const MOST_SMALLER = 12;

export async function judgeSession(options: SessionOptions): Promise<Session> {
  const { seed, seen, enough, stop, run, jobs = 1 } = options;
  const usual: Schedule = { seed, troubles: [] };
  const first = await run(usual);
  const isStopped = (): boolean => stop?.aborted === true;
  const unfit = isStopped() ? 'it was interrupted in its first start' : unfitness(first);
  const starts: Start[] = [first];
  const failures: ClientFailure[] = [];
  if (unfit !== undefined) {
    seen?.(first, 0, []);
    return { rows: judgeClient(starts), starts, failures, unfit };
  }
  await note(first, usual, 0);
  const waiting = [...schedulesFor(first, options)];
  const running: { readonly schedule: Schedule; readonly start: Promise<Start> }[] = [];
  for (;;) {
    if (enough?.(failures) !== true && !isStopped()) {
      for (const schedule of waiting.splice(0, jobs - running.length)) {
        const start = run(schedule);
        // It is awaited in its turn.
        start.catch(() => {});
        running.push({ schedule, start });
      }
    }
    const next = running.shift();
    if (next === undefined) break;
    const start = await next.start;
    // What an interruption ended says nothing of the client.
    if (isStopped()) continue;
    starts.push(start);
    await note(start, next.schedule, starts.length - 1);
  }
  return { rows: judgeClient(starts), starts, failures };

  /** Notes each rule that is broken for the first time, with its smallest schedule. */
  async function note(start: Start, schedule: Schedule, after: number): Promise<void> {
    const news = brokenIn(start, first).filter((rule) => !failures.some((one) => one.rule === rule));
    seen?.(start, after, news);
    for (const rule of news) failures.push({ rule, after, ...(await smallest(rule, { schedule, start })) });
  }

  async function smallest(rule: string, found: { readonly schedule: Schedule; readonly start: Start }) {
    let kept = found;
    for (let tries = 0, isSmaller = true; isSmaller; ) {
      isSmaller = false;
      for (const schedule of smaller(kept.schedule)) {
        if (tries >= MOST_SMALLER || isStopped()) return kept;
        tries += 1;
        const start = await run(schedule);
        if (isStopped() || !brokenIn(start, first).includes(rule)) continue;
        kept = { schedule, start };
        isSmaller = true;
        break;
      }
    }
    return kept;
  }
}

/** Each kind alone, those first whose rules are open; then what the seed draws. */
function schedulesFor(first: Start, { seed, schedules, only, without = [] }: SessionOptions): readonly Schedule[] {
  if (only !== undefined) return [only];
  const rows = judgeClient([first]);
  const open = CLIENT_RULES.filter(({ id }) => rows.find((row) => row.id === id)?.cases === 0).flatMap(({ by }) => by);
  const isPossible = ({ troubles }: Schedule): boolean => !troubles.some(({ kind }) => without.includes(kind));
  const alone = singles(first, seed, open).filter(isPossible).slice(0, schedules);
  return [...alone, ...drawn(first, seed, schedules - alone.length).filter(isPossible)];
}

/** The first moment at which the rule of a failure is broken in its start. */
export function momentOf({ rule, start }: ClientFailure, first: Start = start): Moment | undefined {
  return judgeClient([first, start])
    .find(({ id }) => id === rule)
    ?.broken.find((moment) => moment.start === 1 || first === start);
}

/** Why a client that met no trouble cannot be judged; undefined: it can. */
export function unfitness({ calls, processes, isCut }: Start): string | undefined {
  const ended = processes.at(-1);
  const requests = calls.filter(({ kind }) => kind !== 'token');
  if (ended?.status === 127) return 'the command cannot be started';
  if (calls.length === 0) return `it never connected${endText(ended)}`;
  if (requests.length === 0) return `it requested a token and sent the gateway nothing,${endText(ended)}`;
  if (isCut || calls.length > MOST_CALLS)
    return `it sent more than ${MOST_CALLS} requests in one start: limit what it does there`;
  if (ended?.hung)
    return 'it did not end within its limit (--limit): let it end when its work is done, or use --attach';
  if (ended !== undefined && ended.status !== 0) return `it failed without any trouble${endText(ended)}`;
  return undefined;
}

function endText(ended: Start['processes'][number] | undefined): string {
  if (ended === undefined) return '';
  return ended.hung
    ? ' and did not end within its limit'
    : ` and ended with ${ended.status === null ? 'a signal' : `status ${ended.status}`}`;
}
