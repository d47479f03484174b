/**
 * The only place where an answer is excused. A judge says what the interface requires and what was seen; whether the
 * member was busy, behind, unreachable or in a deploy window when it answered is the same question for every check.
 */
import type { Exchange } from '../../member/exchange/exchange.ts';
import { position } from '../../member/exchange/exchange.ts';
import { isUnsettled } from '../../member/exchange/settling.ts';
import type { History } from '../history.ts';
import type { Judgement, Violated } from '../judgement.ts';
import { busyAnswer, eachPart, inconclusive } from '../judgement.ts';
import { answerInWords } from '../record/describe-exchange.ts';
import { refusalInWords } from './refusal-in-words.ts';
import { unlessAssumed } from './unless-assumed.ts';
import { unlessForeign } from './unless-foreign.ts';

// Why a violation is left open; undefined: it is none that is excused.

function busy(violation: Violated): string | undefined {
  const shown = busyAnswer(violation);
  return shown && `the target could not serve it just then: ${refusalInWords(shown)}`;
}

/**
 * A member may be behind a write that another member, or it itself, has answered (decisions A41, A42): a read at a
 * position before that write's shows an earlier state. The sandbox's single member promises to show its own writes.
 */
function behind({ seen }: Violated, { target, writes }: History): string | undefined {
  const breaking = seen.at(-1);
  const readAt = breaking && position(breaking);
  if (breaking?.request.method !== 'GET' || readAt === undefined || (target.strict && target.singleMember))
    return undefined;
  const isBefore = (write: Exchange) => (position(write) ?? 0n) > readAt && write.answeredAtMs <= breaking.sentAtMs;
  if (!writes.some(isBefore)) return undefined;
  return `a member that is behind answered: ${refusalInWords(breaking)} at position ${readAt}`;
}

/**
 * A write that was answered 202 and whose outcome was not seen is no violation where an owner's answer is expected:
 * the 202 promises that answer. Where the door has to refuse, the violation says so (`evenIfPromised`).
 */
function unsettled({ seen, kind }: Violated): string | undefined {
  const open = seen.find((e) => isUnsettled(e) && e.unfollowed !== true);
  if (open === undefined || kind === 'promise') return undefined;
  const { request, settling = [] } = open;
  const polled = settling.findLast((e) => e.request.method === 'GET');
  const shown = polled === undefined ? 'it was not polled' : `${polled.request.path} answered ${answerInWords(polled)}`;
  return `${request.method} ${request.path} was answered 202 and its outcome was not seen: ${shown}`;
}

/**
 * In a deploy window two answers may come from two members, each correct by its own version: a difference between
 * them is no violation. What one answer alone breaks is still one, since no check requires more than the oldest
 * member has.
 */
function ofTwoMembers({ seen }: Violated, { target: { window } }: History): string | undefined {
  if (window === undefined || seen.length < 2) return undefined;
  return `members of the contracts ${window.join(' and ')} answer here, and answers of two are compared`;
}

/** The judgement with each violation that the excuse gives a reason for left open. */
function unless(judgement: Judgement, excuse: (violation: Violated) => string | undefined): Judgement {
  return eachPart(judgement, (part) => {
    const why = part.verdict === 'violated' ? excuse(part) : undefined;
    return why === undefined ? part : inconclusive(why);
  });
}

/** Leaves a violation open where a busy member's answer shows it (`busyAnswer`). */
export function unlessBusy(judgement: Judgement): Judgement {
  return unless(judgement, busy);
}

/** The judgement after excuses: a violation that is excused becomes inconclusive, with the reason. */
export function excused(judgement: Judgement, history: History): Judgement {
  const own = unless(judgement, (one) => busy(one) ?? behind(one, history) ?? unsettled(one));
  const ofMember = unlessForeign(own, history);
  return unlessAssumed(
    unless(ofMember, (one) => ofTwoMembers(one, history)),
    history,
  );
}
