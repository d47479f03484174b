/** Judges a client over many starts: first without trouble, then each kind of trouble alone, then what the seed draws. */
import type { Start } from '../../../conformance/clients/history.ts';
import { brokenIn, judgeClient, type RuleRow } from '../../../conformance/clients/judge.ts';
import { CLIENT_RULES } from '../../../conformance/clients/rules.ts';
import { drawn, singles, smaller } from '../../../scenarios/schedules/draw.ts';
import type { Schedule } from '../../../scenarios/schedules/schedule.ts';

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
  /** Called with each start. */
  readonly told?: (start: Start, number: number) => void;
  /** Whether to stop, such as at Ctrl-C or at the first failure. */
  readonly enough?: (failures: readonly ClientFailure[]) => boolean;
  run(schedule: Schedule): Promise<Start>;
}

/** More requests of one start than this are a flood. */
const MOST_CALLS = 900;
/** Smaller schedules that are tried for one failure. */
const MOST_SMALLER = 12;

export async function judgeSession({ seed, schedules, told, enough, run }: SessionOptions): Promise<Session> {
  const usual: Schedule = { seed, troubles: [] };
  const first = await run(usual);
  told?.(first, 0);
  const unfit = unfitness(first);
  const starts: Start[] = [first];
  const failures: ClientFailure[] = [];
  if (unfit !== undefined) return { rows: judgeClient(starts), starts, failures, unfit };
  await note(first, usual);
  const rows = judgeClient(starts);
  const open = CLIENT_RULES.filter(({ id }) => rows.find((row) => row.id === id)?.cases === 0).flatMap(({ by }) => by);
  const alone = singles(first, seed, open).slice(0, schedules);
  const all = [...alone, ...drawn(first, seed, schedules - alone.length)];
  for (const schedule of all) {
    if (enough?.(failures) === true) break;
    const start = await run(schedule);
    starts.push(start);
    told?.(start, starts.length - 1);
    await note(start, schedule);
  }
  return { rows: judgeClient(starts), starts, failures };

  /** Notes each rule that is broken for the first time, with its smallest schedule. */
  async function note(start: Start, schedule: Schedule): Promise<void> {
    const news = brokenIn(start, first).filter((rule) => !failures.some((one) => one.rule === rule));
    const after = starts.length - 1;
    for (const rule of news) failures.push({ rule, after, ...(await smallest(rule, { schedule, start })) });
  }

  async function smallest(rule: string, found: { readonly schedule: Schedule; readonly start: Start }) {
    let kept = found;
    for (let tries = 0, isSmaller = true; isSmaller; ) {
      isSmaller = false;
      for (const schedule of smaller(kept.schedule)) {
        if (tries >= MOST_SMALLER) return kept;
        tries += 1;
        const start = await run(schedule);
        if (!brokenIn(start, first).includes(rule)) continue;
        kept = { schedule, start };
        isSmaller = true;
        break;
      }
    }
    return kept;
  }
}

/** Why a client that met no trouble cannot be judged; undefined: it can. */
export function unfitness({ calls, processes, isCut }: Start): string | undefined {
  const ended = processes.at(-1);
  const requests = calls.filter(({ kind }) => kind !== 'token');
  if (ended?.status === 127) return 'the command cannot be started';
  if (calls.length === 0) return `it never connected${endText(ended)}`;
  if (requests.length === 0) return `it asked for a token and sent the gateway nothing${endText(ended)}`;
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
