/**
 * The only place where an answer is excused. A judge says what the interface requires and what was seen; whether the
 * member was busy, behind, unreachable or in a deploy window when it answered is the same question for every check.
 */
import type { Exchange } from '../../member/exchange/exchange.ts';
import { position } from '../../member/exchange/exchange.ts';
import { isUnsettled } from '../../member/exchange/settling.ts';
import type { ExpiredToken } from '../../member/tokens/token-expiry.ts';
import { expiredInWords } from '../../member/tokens/token-expiry.ts';
import type { Check } from '../check.ts';
import type { History } from '../history.ts';
import type { Judgement, Violated } from '../judgement.ts';
import { busyAnswer, eachPart, inconclusive } from '../judgement.ts';
import { answerInWords } from '../record/describe-exchange.ts';
import type { Fault } from '../run/trial.ts';
import { refusalInWords } from './refusal-in-words.ts';
import { assumedBody } from './unless-assumed.ts';
import { foreignAnswer } from './unless-foreign.ts';

/**
 * Why one part of a judgement is withheld: the judgement in its place. undefined: this excuse does not apply to the part.
 */
export type Excuse = (part: Judgement, history: History) => Judgement | undefined;

/** An excuse of violations, by the reason that leaves one open; undefined: it has none. */
function ofViolations<H>(reason: (violation: Violated, history: H) => string | undefined) {
  return (part: Judgement, history: H): Judgement | undefined => {
    const why = part.verdict === 'violated' ? reason(part, history) : undefined;
    return why === undefined ? undefined : inconclusive(why);
  };
}

const busy = ofViolations<unknown>((violation) => {
  const shown = busyAnswer(violation);
  return shown && `the target could not serve it just then: ${refusalInWords(shown)}`;
});

/**
 * A member may be behind a write that another member, or it itself, has answered (decisions A41, A42): a read at a
 * position before that write's shows an earlier state. The sandbox's single member promises to show its own writes.
 */
const behind = ofViolations<History>(({ seen }, { target, writes }) => {
  const breaking = seen.at(-1);
  const readAt = breaking && position(breaking);
  if (breaking?.request.method !== 'GET' || readAt === undefined || (target.strict && target.singleMember))
    return undefined;
  const isBefore = (write: Exchange) => (position(write) ?? 0n) > readAt && write.answeredAtMs <= breaking.sentAtMs;
  if (!writes.some(isBefore)) return undefined;
  return `a member that is behind answered: ${refusalInWords(breaking)} at position ${readAt}`;
});

/**
 * A write that was answered 202 and whose outcome was not seen is no violation where an owner's answer is expected:
 * the 202 promises that answer. Where the door has to refuse, the violation says so (`evenIfPromised`).
 */
const unsettled = ofViolations<unknown>(({ seen, kind }) => {
  const open = seen.find((e) => isUnsettled(e) && e.unfollowed !== true);
  if (open === undefined || kind === 'promise') return undefined;
  const { request, settling = [] } = open;
  const polled = settling.findLast((e) => e.request.method === 'GET');
  const shown = polled === undefined ? 'it was not polled' : `${polled.request.path} answered ${answerInWords(polled)}`;
  return `${request.method} ${request.path} was answered 202 and its outcome was not seen: ${shown}`;
});

/**
 * In a deploy window two answers may come from two members, each correct by its own version: a difference between
 * them is no violation. What one answer alone breaks is still one, since no check requires more than the oldest
 * member has.
 */
const ofTwoMembers = ofViolations<History>(({ seen }, { target: { window } }) =>
  window === undefined || seen.length < 2
    ? undefined
    : `members of the contracts ${window.join(' and ')} answer here, and answers of two are compared`,
);

/** In the order in which they apply: each sees what those before it left. */
const EXCUSES: readonly Excuse[] = [busy, behind, unsettled, foreignAnswer, ofTwoMembers, assumedBody];

/** Leaves a violation open where a busy member's answer shows it (`busyAnswer`). */
export function unlessBusy(judgement: Judgement): Judgement {
  return eachPart(judgement, (part) => busy(part, undefined) ?? part);
}

/** The judgement after excuses: a violation that is excused becomes inconclusive, with the reason. */
export function excused(judgement: Judgement, history: History): Judgement {
  return EXCUSES.reduce((judged, excuse) => eachPart(judged, (part) => excuse(part, history) ?? part), judgement);
}

/** Leaves a claim open that was broken while a static token of the check expired: its refusals and closes are no violations. */
export function unlessExpired(
  judgement: Judgement | Fault,
  { needs }: Check,
  ended: readonly ExpiredToken[],
): Judgement | Fault {
  if (judgement.verdict !== 'violated' && judgement.verdict !== 'fault') return judgement;
  const expired = ended.filter(({ principal }) => needs.includes(principal));
  return expired.length === 0 ? judgement : inconclusive(expiredInWords(expired));
}
