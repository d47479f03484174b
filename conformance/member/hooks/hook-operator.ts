/** The operator of a deployed member's platform: the hooks of the profile. */

import { isTurnedAway } from '../exchange/busy.ts';
import { type Exchange, errorCode, isWrite, pathOf, status } from '../exchange/exchange.ts';
import { toMs } from '../profile/duration.ts';
import { Unreached } from '../sending/unreached.ts';
import type { StateName } from './hook-names.ts';
import type { HookSession } from './hook-session.ts';
import { MOST_MEETING, type Operator, type State } from './operator.ts';

interface Effect {
  readonly isMet: (e: Exchange) => boolean;
  /** What did not come, in words that follow "but". */
  readonly words: string;
}

/** What a request of each state is answered: without it the hook had no effect, and shows nothing of the member. */
const EFFECTS: Readonly<Record<StateName, Effect>> = {
  slowOwner: { isMet: (e) => status(e) === 202, words: 'no write was answered 202' },
  stopOwner: { isMet: (e) => errorCode(e) === 'OWNER_ABSENT', words: 'no write was answered OWNER_ABSENT' },
  cutOff: { isMet: (e) => errorCode(e) === 'NOT_SERVING', words: 'no write was answered NOT_SERVING' },
  stopIntake: {
    isMet: (e) => errorCode(e) === 'INTAKE_UNAVAILABLE',
    words: 'no key material was answered INTAKE_UNAVAILABLE',
  },
  dropSurfaces: {
    isMet: (e) => /^(ALGOS|BALANCES|TICKETS)_UNAVAILABLE$/.test(errorCode(e) ?? ''),
    words: 'no request was answered that the surface is unavailable',
  },
};

/** The pauses of `meet`: 1, 3, 9 and 27 s, since what is shut down in order may take half a minute. */
const LONGER_EACH = { firstPauseMs: 1_000, growth: 3 };
/** How long the platform may take to be as before, once an undo has ended. */
const RECOVERY_MS = 60_000;

const isOwn = (e: Exchange) => e.response !== null && e.foreign === undefined;

interface Target {
  readonly freshKey: () => string;
  /** Whether a member answers a plain read. */
  readonly isServing: () => Promise<boolean>;
  readonly keyRotated: () => void;
}

export function hookOperator(hooks: HookSession, { freshKey, isServing, keyRotated }: Target): Operator {
  const served = async (name: 'restart' | 'clock') => {
    if (await hooks.until(isServing, (is) => is, hooks.limitMs(name))) return;
    throw new Unreached(`the hook ${name} ran, but no member served ${hooks.limitMs(name) / 1_000} s later`);
  };
  const meet = async (state: StateName, send: (key: string) => Promise<Exchange>): Promise<Exchange> => {
    const { isMet, words } = EFFECTS[state];
    let sent = 0;
    const next = () => {
      sent += 1;
      return send(freshKey());
    };
    const last = await hooks.until(next, (e) => isMet(e) || sent >= MOST_MEETING, RECOVERY_MS, LONGER_EACH);
    if (isMet(last)) return last;
    throw new Unreached(`the hook ${state} ran, but ${words}`);
  };
  const until: State['until'] = async (send, isDone, orElse) => {
    const last = await hooks.until(send, isDone, RECOVERY_MS);
    if (orElse !== undefined && !isDone(last)) throw new Unreached(orElse);
    return last;
  };
  const afterwards = async (send: () => Promise<Exchange>, state?: StateName): Promise<Exchange> => {
    const isStill = (e: Exchange) => state !== undefined && EFFECTS[state].isMet(e);
    let isInDoubt = false;
    const last = await until(
      async () => {
        const e = await send();
        // It may have had its effect, so that the next answer would be a replay.
        isInDoubt ||= isWrite(e) && !isOwn(e);
        return e;
      },
      (e) => isOwn(e) && !isTurnedAway(e) && !isStill(e),
    );
    if (state !== undefined && isStill(last) && !hooks.isHalted)
      hooks.undidNothing(state, `a minute later ${pathOf(last)} is still answered ${status(last)} ${errorCode(last)}`);
    if (isInDoubt) throw new Unreached('after the undo of the hook, a write was not answered by the member at first');
    return last;
  };
  return {
    async begin(state) {
      await hooks.begin(state);
      return {
        meet: (send) => meet(state, send),
        end: () => hooks.end(state),
        until,
        afterwards: (send) => afterwards(send, state),
      };
    },
    async restart(meanwhile) {
      let isOver = false;
      const restarting = hooks.begin('restart').finally(() => {
        isOver = true;
      });
      // In a rolling restart none may be met: members that have caught up answer in place of the others.
      const meet = async () => {
        while (!isOver) if ((await meanwhile?.()) ?? true) return;
      };
      await Promise.all([meet(), restarting]);
      await served('restart');
      return { afterwards: (send) => afterwards(send) };
    },
    async rotateKey() {
      await hooks.begin('rotateKey');
      keyRotated();
      return { until };
    },
    async advance(by) {
      await hooks.begin('clock', Math.ceil(toMs(by) / 1_000));
      await served('clock');
    },
  };
}
