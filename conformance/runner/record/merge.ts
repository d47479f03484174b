/** Merges the reports of the parts of a run into one record, as if it had been one run. Pure. */

import type { Conversation } from '../../member/exchange/conversation.ts';
import { isConversation } from '../../member/exchange/conversation.ts';
import type { Exchange } from '../../member/exchange/exchange.ts';
import { largest, smallest } from '../../member/extremes.ts';
import { latenciesTogether, timelinesTogether } from '../../member/sending/run-trace.ts';
import { foreignRow } from '../excuses/foreign-row.ts';
import { OF_ANOTHER_SHARD } from '../plan/plan.ts';
import type { CheckRow, RunRecord } from './run-record.ts';
import { isJudged, strongest, verdictsOf } from './verdict.ts';

export interface Part {
  /** The report's name in messages. */
  readonly file: string;
  readonly record: RunRecord;
}

/** The reports are not the parts of one run. The message is one line for a person. */
export class MergeProblem extends Error {
  override readonly name = 'MergeProblem';
}

const NOT_SELECTED = /^not selected \(--(select|requirement)\)$/;

/** Whether the check was left to another part. */
function isLeftToOthers({ verdict, reason }: CheckRow): boolean {
  return verdict === 'not-exercised' && (reason === OF_ANOTHER_SHARD || NOT_SELECTED.test(reason ?? ''));
}

const LOOPBACK = /^https?:\/\/(127\.0\.0\.1|localhost|\[::1\])[:/]/;

/** What the parts of one run share; each machine's own sandbox has its own address. */
function sharedBy({ tool, run, checks }: RunRecord): Readonly<Record<string, string>> {
  const { baseUrl, contract } = run.target;
  return {
    'version of touchstone': tool.version,
    suite: checks.map(({ id }) => id).join(' '),
    seed: `${run.seed}`,
    depth: run.budget === undefined ? 'all' : (run.budget.depth ?? 'limited'),
    target: LOOPBACK.test(baseUrl) ? 'of this machine' : baseUrl,
    contract: `${contract.rest}, socket ${contract.socket ?? 'none'}`,
  };
}

function checkParts([first, ...others]: readonly Part[]): Part {
  if (first === undefined) throw new MergeProblem('no report to merge');
  const shared = sharedBy(first.record);
  for (const { file, record } of others) {
    const differing = Object.entries(sharedBy(record)).find(([name, value]) => shared[name] !== value);
    if (differing === undefined) continue;
    const [name, value] = differing;
    const both = name === 'suite' ? '' : ` (${shared[name]} and ${value})`;
    throw new MergeProblem(`${first.file} and ${file} are no parts of one run: they differ in the ${name}${both}`);
  }
  return first;
}

/** Converts milliseconds of a part's stopwatch to those of the whole run. */
function later<E extends Exchange>(e: E, byMs: number): E {
  const moved = {
    ...e,
    sentAtMs: e.sentAtMs + byMs,
    answeredAtMs: e.answeredAtMs + byMs,
    ...(e.settling === undefined ? {} : { settling: e.settling.map((one) => later(one, byMs)) }),
  };
  return isConversation(e) ? { ...moved, ...laterFrames(e, byMs) } : moved;
}

function laterFrames({ frames, closed }: Conversation, byMs: number): Pick<Conversation, 'frames' | 'closed'> {
  return {
    frames: frames.map((frame) => ({ ...frame, atMs: frame.atMs + byMs })),
    closed: closed === null ? null : { ...closed, atMs: closed.atMs + byMs },
  };
}

/** Each machine judges what its own part of the run met: the strongest verdict is that of the whole. */
function strongestOf<Ran extends { readonly row: CheckRow }>(ran: readonly Ran[]): Ran | undefined {
  const verdict = strongest(ran.map(({ row }) => row.verdict));
  return ran.find(({ row }) => row.verdict === verdict);
}

function rowOf(id: string, parts: readonly Part[], startMs: number): CheckRow {
  const rows = parts.map(({ file, record }) => {
    const row = record.checks.find((one) => one.id === id) as CheckRow;
    return { file, row, byMs: Date.parse(record.run.startedAt) - startMs };
  });
  const own = rows.filter(({ row }) => !isLeftToOthers(row));
  const ran = own.filter(({ row }) => row.runs > 0 || row.evidence.length > 0);
  const [first, second] = ran[0]?.row.closes === true ? [strongestOf(ran)] : ran;
  if (first !== undefined && second !== undefined) {
    throw new MergeProblem(`${id} was run in ${first.file} and in ${second.file}: each check is of one part alone`);
  }
  const kept = first ?? own[0] ?? rows[0];
  if (kept === undefined) throw new MergeProblem(`no part has ${id}`);
  const { startedAtMs } = kept.row;
  return {
    ...kept.row,
    ...(startedAtMs !== undefined && { startedAtMs: startedAtMs + kept.byMs }),
    evidence: kept.row.evidence.map((e) => later(e, kept.byMs)),
  };
}

function ordersOf(parts: readonly Part[]): Pick<RunRecord['run'], 'orders'> {
  const orders = parts.flatMap(({ record }) => record.run.orders ?? []);
  if (orders.length === 0) return {};
  return {
    orders: { cancelled: orders.flatMap((one) => one.cancelled), mayBeOpen: orders.flatMap((one) => one.mayBeOpen) },
  };
}

/** Each part has its own record of effects. */
function leftOf(parts: readonly Part[]): Pick<RunRecord['run'], 'left'> {
  const inTime = parts.toSorted((a, b) => (a.record.run.startedAt < b.record.run.startedAt ? -1 : 1));
  const rows = inTime.flatMap(({ record: { run } }) => {
    const { file = null, rows = [] } = run.left ?? {};
    return rows.map((one) => (file === null ? one : { file, ...one }));
  });
  return rows.length === 0 ? {} : { left: { file: null, rows } };
}

/** What each part says about itself, without repetitions. */
function wordsOf<Name extends 'id' | 'cause'>(parts: readonly Part[], name: Name, between: string) {
  const values = new Set(parts.flatMap(({ record: { run } }) => run[name] ?? []));
  return values.size === 0 ? {} : ({ [name]: [...values].sort().join(between) } as Pick<RunRecord['run'], Name>);
}

function foreignOf(parts: readonly Part[]): Pick<RunRecord['run'], 'foreign'> {
  const counts = new Map<string, number>();
  for (const { what, count } of parts.flatMap(({ record }) => record.run.foreign?.answers ?? [])) {
    counts.set(what, (counts.get(what) ?? 0) + count);
  }
  return foreignRow([...counts].map(([what, count]) => ({ what, count })).sort((a, b) => b.count - a.count));
}

/** Each part has planned its own checks: another part may have judged a requirement that one leaves out. */
function budgetOf(parts: readonly Part[], requirements: RunRecord['requirements']): Pick<RunRecord['run'], 'budget'> {
  const budgets = parts.flatMap(({ record }) => record.run.budget ?? []);
  const [first] = budgets;
  if (first === undefined) return {};
  const left = new Set(budgets.flatMap(({ leftOut }) => leftOut.requirements));
  const open = requirements.filter((row) => left.has(row.id) && !isJudged(row)).map(({ id }) => id);
  const checks = budgets.reduce((sum, { leftOut }) => sum + leftOut.checks, 0);
  const cases = budgets.reduce((sum, { leftOut }) => sum + leftOut.cases, 0);
  const limits = budgets.flatMap(({ requests }) => requests ?? []);
  const requests = limits.length < budgets.length ? null : limits.reduce((sum, one) => sum + one);
  return { budget: { depth: first.depth, requests, leftOut: { requirements: open, checks, cases } } };
}

function tracesOf(parts: readonly Part[], startMs: number): Pick<RunRecord['run'], 'timeline' | 'latency'> {
  const timelines = parts.flatMap(({ record: { run } }) =>
    run.timeline === undefined ? [] : [{ timeline: run.timeline, byMs: Date.parse(run.startedAt) - startMs }],
  );
  const latency = latenciesTogether(parts.flatMap(({ record }) => record.run.latency ?? []));
  return {
    ...(timelines.length > 0 && { timeline: timelinesTogether(timelines) }),
    ...(latency !== undefined && { latency }),
  };
}

/** Throws a MergeProblem where they are not parts of one run, or one is missing. */
export function merged(parts: readonly Part[]): RunRecord {
  const first = checkParts(parts);
  const startsMs = parts.map(({ record }) => Date.parse(record.run.startedAt));
  const endsMs = parts.map(({ record }, i) => (startsMs[i] ?? 0) + record.run.durationMs);
  const startMs = smallest(startsMs);
  const { gate: _, ...rest } = first.record;
  const checks = rest.checks.map(({ id }) => rowOf(id, parts, startMs));
  const missing = checks.filter(({ reason }) => reason === OF_ANOTHER_SHARD).length;
  if (missing > 0) {
    throw new MergeProblem(
      `a shard is missing: ${missing} checks are left to one that is not here; name the report of each`,
    );
  }
  const { rest: version, socket } = rest.run.target.contract;
  const facts = { rest: version, socket: socket ?? undefined, singleMember: false, strict: false };
  const verdicts = verdictsOf(checks, facts);
  const hooks = parts.flatMap(({ record }) => record.run.hooks ?? []);
  const { foreign: __, orders: ___, left: ____, budget: _____, ...run } = rest.run;
  return {
    ...rest,
    run: {
      ...run,
      ...wordsOf(parts, 'id', ' '),
      startedAt: new Date(startMs).toISOString(),
      durationMs: largest(endsMs) - startMs,
      requests: parts.reduce((sum, { record }) => sum + record.run.requests, 0),
      ...budgetOf(parts, verdicts.requirements),
      ...tracesOf(parts, startMs),
      ...foreignOf(parts),
      ...(hooks.length > 0 && { hooks }),
      stopped: parts.map(({ record }) => record.run.stopped).find((stopped) => stopped !== null) ?? null,
      ...wordsOf(parts, 'cause', '; '),
      ...ordersOf(parts),
      ...leftOf(parts),
    },
    ...verdicts,
  };
}
