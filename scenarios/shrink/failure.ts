/** Which failure of a play is kept while its file is made smaller, and whether another play fails in the same way. */
import { errorCode } from '../../conformance/member/exchange/exchange.ts';
import type { Place } from '../format/problem.ts';
import { hint } from '../format/suggest.ts';
import type { Mismatch } from '../player/expected.ts';
import type { Played, PlayedStep } from '../player/played.ts';

/** An expectation of one step that does not hold. */
export interface Failure {
  readonly played: PlayedStep;
  readonly mismatch: Mismatch;
}

/** What makes two failures the same, apart from the step that fails. */
export type FailureClass = string;

/** Long runs of letters and digits with a digit: cursors, keys, ids of requests. */
const SEALED = /(?<![\w-])[\w-]*\d[\w-]{11,}/g;

/** The value without what differs from play to play: ids, positions, times, cursors. */
function masked(value: string): string {
  return value.replaceAll(SEALED, '*').replaceAll(/\d+/g, '#');
}

/** The step's status and code belong to it: the same part of a body may be absent from quite another answer. */
export function classOf({ played, mismatch: { what, expected, seen } }: Failure): FailureClass {
  const last = played.exchanges.at(-1);
  const isExact = what === 'status' || what === 'code';
  const [wanted, found] = isExact ? [expected, seen] : [masked(expected), masked(seen)];
  const answer = last?.response == null ? [] : [last.response.status, errorCode(last) ?? ''];
  return JSON.stringify([what.replaceAll(/\d+/g, '#'), wanted, found, ...answer]);
}

export function failuresOf({ steps }: Played): readonly Failure[] {
  return steps.flatMap((played) =>
    played.verdict === 'fail' ? played.mismatches.map((mismatch) => ({ played, mismatch })) : [],
  );
}

/** The failure of this class in a play, at the step of this place; undefined: it does not fail in this way. */
export function sameFailure(played: Played, at: Place, wanted: FailureClass): Failure | undefined {
  if (played.verdict !== 'fail') return undefined;
  return failuresOf(played).find((one) => isAt(one.played.step.at, at) && classOf(one) === wanted);
}

export function isAt(a: Place, b: Place): boolean {
  return a.line === b.line && a.column === b.column;
}

/** `body items[0].status` as it may be named: `body.items[0].status`; `header location` as `headers.location` too. */
function namesOf(what: string): readonly string[] {
  const dotted = what.replace(' ', '.');
  return [what, dotted, dotted.replace(/^header\./, 'headers.')];
}

function nameOf({ step }: PlayedStep): string | undefined {
  return 'name' in step && typeof step.name === 'string' ? step.name : undefined;
}

/** Its line, or a line of its step. */
function isOfLine({ played: { step }, mismatch }: Failure, line: number, { steps }: Played): boolean {
  if (mismatch.at.line === line) return true;
  const next = Math.min(...steps.flatMap(({ step: { at } }) => (at.line > step.at.line ? [at.line] : [])));
  return step.at.line <= line && line < next;
}

/** No failure of a play is the one that was asked for. */
export class NoSuchFailure extends Error {
  override readonly name = 'NoSuchFailure';
}

/**
 * The failure that is asked for: by line (`incident.yaml:17`), number or name of its step, or expectation (`status`,
 * `body.error.code`). undefined: the first. Throws NoSuchFailure with those that there are.
 */
export function failureAsked(played: Played, asked: string | undefined): Failure {
  const all = failuresOf(played);
  const [first] = all;
  if (first === undefined || played.verdict !== 'fail') {
    const why = played.reason === undefined ? '' : ` (${played.reason})`;
    throw new NoSuchFailure(`it does not fail: its verdict is ${played.verdict}${why}, so there is nothing to shrink`);
  }
  if (asked === undefined) return first;
  const line = /:(\d+)(?::\d+)?$/.exec(asked)?.[1];
  const found = all.find((one) => {
    const { played: of, mismatch } = one;
    if (line !== undefined) return isOfLine(one, Number(line), played);
    return `${of.step.n}` === asked || nameOf(of) === asked || namesOf(mismatch.what).includes(asked);
  });
  if (found !== undefined) return found;
  const there = all.map(({ played: { step }, mismatch: { what } }) => `step ${step.n} (line ${step.at.line}): ${what}`);
  const names = all.flatMap(({ played: of, mismatch: { what } }) => [nameOf(of) ?? [], ...namesOf(what)].flat());
  throw new NoSuchFailure(`no failure is '${asked}'${hint(asked, names)}; it fails at ${there.join(', ')}`);
}
