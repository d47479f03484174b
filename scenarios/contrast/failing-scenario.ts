/**
 * A scenario file that fails on the member on which a failure was seen, and passes on a good one: what was sent is
 * played on both, and where the good member answers differently its answer becomes the expectation. Then it is shrunk.
 */
import type { Exchange } from '../../conformance/member/exchange/exchange.ts';
import { pathOf } from '../../conformance/member/exchange/exchange.ts';
import { overTheWire } from '../../conformance/member/exchange/settling.ts';
import { ScenarioProblem } from '../format/problem.ts';
import { readScenario } from '../format/read.ts';
import type { Scenario } from '../format/scenario.ts';
import type { Played } from '../player/played.ts';
import type { Shrunk } from '../shrink/shrink.ts';
import { shrink } from '../shrink/shrink.ts';
import { scenarioOf } from '../traffic/scenario-of.ts';
import type { Head, Traffic } from '../traffic/traffic.ts';
import { type Contrast, contrasts, RANKS } from './contrast.ts';
import { cutAfter, withExpectation, withoutExpectations } from './expecting.ts';

/** A failure that was seen. */
export interface Failing {
  readonly traffic: Traffic;
  readonly head: Head;
  /** The messages that show it; the last breaks the clause. */
  readonly seen: readonly Exchange[];
}

export interface Members {
  /** In a fresh world of the good member. */
  readonly playGood: (scenario: Scenario, signal?: AbortSignal) => Promise<Played>;
  /** In a fresh world of the failing one. */
  readonly playBad: (scenario: Scenario, signal?: AbortSignal) => Promise<Played>;
  readonly nowMs: () => number;
  /** For each failure. */
  readonly budgetMs: number;
  readonly signal?: AbortSignal | undefined;
  /** The failing member is not ours: it is played on twice at most, and nothing is shrunk by its answers. */
  readonly isShared?: boolean;
}

export interface FailingScenario {
  readonly text: string;
  /** What was sent and is not in it. */
  readonly unmapped: readonly string[];
  /** Why playing it may not fail; absent: it failed on the one member and passed on the other. */
  readonly unconfirmed?: string;
}

const MOST_TRIED = 16;
const MOST_PLAYS = 400;

/** The part of a path that a person wrote: ids and cursors aside. */
function shapeOf(e: Exchange): string {
  return `${e.actor} ${e.request.method} ${pathOf(e).replaceAll(/\/[^/]*\d[^/]*/g, '/*')}`;
}

/** A status and what is stated in an answer say as much: the earlier step makes the shorter file. */
function rankOf({ rank }: Contrast): number {
  return Math.max(RANKS.indexOf(rank), RANKS.indexOf('stated'));
}

/** First what the failure was seen at, then what is least tied to one world. */
function inOrder(found: readonly Contrast[], good: Played, seen: readonly Exchange[]): readonly Contrast[] {
  const shapes = seen.map(shapeOf);
  const isOfFailure = ({ index }: Contrast) => {
    const last = good.steps[index]?.exchanges.at(-1);
    return last !== undefined && shapes.includes(shapeOf(last));
  };
  const order = (one: Contrast) => (RANKS.indexOf(one.rank) >= 4 ? 2 : isOfFailure(one) ? 0 : 1);
  return found.toSorted((a, b) => order(a) - order(b) || rankOf(a) - rankOf(b) || a.index - b.index);
}

async function played(scenario: Scenario, play: Members['playGood']): Promise<Played | string> {
  try {
    return await play(scenario);
  } catch (thrown) {
    // The member, its control plane or the plan of the run may refuse any part of it.
    if (thrown instanceof Error) return thrown.message;
    throw thrown;
  }
}

function read(text: string, file: string): Scenario | string {
  try {
    return readScenario(text, file);
  } catch (thrown) {
    if (thrown instanceof ScenarioProblem) return thrown.message;
    throw thrown;
  }
}

/** Each request is a separate step: a loop would wait for what the failing member answered. */
function eachOf({ events }: Traffic): ReadonlyMap<number, unknown> {
  const all = events.flatMap(({ event }) =>
    'kind' in event ? [] : [...(event.earlier ?? []), event].flatMap(overTheWire),
  );
  return new Map(all.map(({ n }) => [n, { status: '2xx' }]));
}

/** Never throws for what the members do. @param file its name in messages */
export async function failingScenario(failing: Failing, file: string, members: Members): Promise<FailingScenario> {
  const { text: draft, unmapped } = scenarioOf(failing.traffic, { ...failing.head, expects: eachOf(failing.traffic) });
  const text = withoutExpectations(draft);
  const unconfirmed = (why: string): FailingScenario => ({ text, unmapped, unconfirmed: why });
  const scenario = read(text, file);
  if (typeof scenario === 'string') return unconfirmed(`the draft cannot be read: ${scenario}`);
  const good = await played(scenario, members.playGood);
  if (typeof good === 'string') return unconfirmed(`the sandbox does not play it: ${good}`);
  const bad = await played(scenario, members.playBad);
  if (typeof bad === 'string') return unconfirmed(`the member does not play it: ${bad}`);
  const found = inOrder(contrasts(good, bad), good, failing.seen);
  if (found.length === 0) return unconfirmed('a good member answers each of its requests in the same way');
  const startMs = members.nowMs();
  for (const contrast of found.slice(0, MOST_TRIED)) {
    if (members.nowMs() - startMs > members.budgetMs || members.signal?.aborted === true) break;
    const candidate = contrastedText(text, file, contrast);
    const whole = candidate === undefined ? undefined : read(candidate, file);
    if (candidate === undefined || whole === undefined || typeof whole === 'string') continue;
    const onGood = await played(whole, members.playGood);
    if (typeof onGood !== 'string' && onGood.verdict !== 'pass') continue;
    const onBad = await played(whole, members.playBad);
    if (typeof onBad === 'string') return unconfirmed(`the member does not play it: ${onBad}`);
    if (typeof onGood === 'string') continue;
    if (members.isShared === true) {
      const why = 'the member was played on twice, and did not fail in the same way';
      return onBad.verdict === 'fail' ? { text: candidate, unmapped } : { text: candidate, unmapped, unconfirmed: why };
    }
    if (onBad.verdict !== 'fail') continue;
    const shrunk = await shrunkOf(candidate, file, members, startMs);
    return shrunk.isConfirmed
      ? { text: shrunk.text, unmapped }
      : { text: candidate, unmapped, unconfirmed: 'it failed once, and then differently' };
  }
  return unconfirmed('no answer that differs could be made an expectation that fails each time');
}

/** Cut after the step: positions of steps before it stay. */
function contrastedText(text: string, file: string, contrast: Contrast): string | undefined {
  return withExpectation(cutAfter(text, file, contrast.at), file, contrast);
}

function shrunkOf(text: string, file: string, members: Members, startMs: number): Promise<Shrunk> {
  const { playBad, playGood, nowMs, budgetMs, signal } = members;
  const ms = Math.max(0, budgetMs - (nowMs() - startMs));
  return shrink(text, file, { play: playBad, playGood, budget: { plays: MOST_PLAYS, ms }, nowMs, signal });
}
