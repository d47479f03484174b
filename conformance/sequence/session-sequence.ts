/** Sequences of steps on tickets and sessions: 3 to 12 each. */
import fc from 'fast-check';
import type { Letter } from './driver.ts';
import { LETTERS } from './driver.ts';
import { made, Sequence } from './sequence.ts';
import type { Holder } from './session-driver.ts';
import type { Presented, SessionStep, Spelling, Unreadable } from './session-steps.ts';
import {
  ALL_SPELLINGS,
  askAtOnce,
  askUnknown,
  authorise,
  cancelOver,
  grant,
  mint,
  open,
  openRevoked,
  PRESENTED,
  pass,
  passTo,
  readMe,
  restart,
  sayUnreadable,
  spend,
  spendAtOnce,
  submitBeside,
  submitOver,
  UNREADABLE,
} from './session-steps.ts';
import type { Counted, Way } from './session-stories.ts';
import {
  ALL_COUNTED,
  ALL_FORGETTING,
  ALL_MEANWHILE,
  clearingStory,
  mintShorter,
  mintTooMany,
  renewalStory,
  spendAgain,
  spendLate,
  submitBothWays,
  submitToTheEnd,
} from './session-stories.ts';
import type { Back } from './step.ts';

const back = fc.constantFrom<Back[]>(0, 0, 0, 1);
const letter = fc.constantFrom<Letter[]>('A', ...LETTERS);
const holder = fc.constantFrom<Holder[]>('clerk', 'clerk', 'clerk', 'trader', 'outsider');
/** Shorter than the lead time of sessionExpiring, just longer, and past another lease. */
const lifeMs = fc.constantFrom(5_000, 20_000, 70_000, 130_000, 3_600_000);
const spelling = fc.constantFrom<Spelling[]>('as it was', 'as it was', 'as it was', ...ALL_SPELLINGS);
const presented = fc.constantFrom<Presented[]>(
  'a fresh token',
  'a fresh token',
  ...(Object.keys(PRESENTED) as Presented[]),
);
const unreadable = fc.constantFrom(...(Object.keys(UNREADABLE) as Unreadable[]));
const ways = fc.array(fc.constantFrom<Way[]>('over the session', 'over HTTP'), { minLength: 2, maxLength: 3 });
const leftMs = fc.constantFrom(60_000, 59_000, 1_000, 0, -3_000);
/** Never without a capability: whether such a user awaits admission again is the platform's decision. */
const GRANTS = [['orders:trade'], ['orders:trade'], ['credentials:propose'], ['credentials:propose', 'orders:trade']];

function steps(): fc.Arbitrary<SessionStep> {
  const of = (weight: number, arbitrary: fc.Arbitrary<SessionStep>) => ({ weight, arbitrary });
  return fc.oneof(
    of(10, made(mint, holder, lifeMs)),
    of(14, made(spend, back, spelling)),
    of(3, made(spendAtOnce, back)),
    of(10, made(open, holder, lifeMs)),
    of(4, fc.constant(openRevoked())),
    of(14, made(authorise, back, presented, lifeMs)),
    of(12, made(sayUnreadable, back, unreadable)),
    of(3, made(askUnknown, back)),
    of(12, made(submitOver, back, letter)),
    of(5, made(submitBeside, fc.constantFrom<Holder[]>('clerk', 'clerk', 'trader'), letter)),
    of(4, made(cancelOver, back, letter)),
    of(8, made(grant, fc.constantFrom(...GRANTS))),
    of(4, fc.constant(readMe())),
    of(5, made(pass, fc.constantFrom(1_000, 9_000, 11_000, 30_000))),
    of(8, made(passTo, leftMs)),
    of(2, fc.constant(restart())),
    of(4, made(askAtOnce, back, presented, lifeMs)),
    // Stories: combinations that are rare by chance.
    of(4, made(spendLate, holder, lifeMs, spelling)),
    of(4, made(mintShorter, fc.constantFrom(130_000, 3_600_000), fc.constantFrom(5_000, 20_000))),
    of(8, made(spendAgain, holder, fc.constantFrom(...ALL_FORGETTING))),
    of(10, made(renewalStory, lifeMs, fc.array(fc.tuple(presented, lifeMs), { minLength: 2, maxLength: 4 }), leftMs)),
    of(6, made(clearingStory, fc.constantFrom(...ALL_MEANWHILE))),
    of(4, made(submitToTheEnd, lifeMs)),
    of(5, made(submitBothWays, ways)),
    of(4, made(mintTooMany, fc.constantFrom<Counted[]>('and spends one in between', ...ALL_COUNTED))),
  );
}

/** Like `sequences`: a step that shrinks to none is left out. */
export function sessionSequences(): fc.Arbitrary<Sequence<SessionStep>> {
  const orNone = (arbitrary: fc.Arbitrary<SessionStep>) => fc.option(arbitrary, { nil: undefined, freq: 1_000_000 });
  const opening = fc.oneof(made(open, holder, lifeMs), made(mint, holder, lifeMs));
  const others = fc.array(orNone(steps()), { minLength: 2, maxLength: 11, size: 'max' });
  return fc
    .tuple(orNone(opening), fc.noBias(others))
    .map(([first, rest]) => new Sequence([first, ...rest].filter((one) => one !== undefined)));
}
