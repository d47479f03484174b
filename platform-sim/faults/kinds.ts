/** The kinds of faults, by the member of a rule that states them. Which edge takes which kind: edges.ts. */
import { durationMs, msUntil } from '../duration.ts';
import type { Effect } from './edges.ts';
import { type FaultKind, GO, type Outcome } from './kind.ts';
import type { OtherAnswer } from './other-answer.ts';
import { retryAfterText } from './retry-after.ts';
import type { FaultRule, StatedAnswer } from './rule-shape.ts';

const ending = (strike: FaultKind['strike']): FaultKind => ({ goesOn: false, strike });

/** Continues after this delay, on the sandbox's clock. */
const delay: FaultKind = {
  goesOn: true,
  strike: ({ delay: by = 0 }, { clock, ruleId, untilNs }) =>
    new Promise<Outcome>((resolve) => {
      const leftMs = untilNs === undefined ? durationMs(by) : msUntil(untilNs, clock);
      clock.after(leftMs, `fault ${ruleId}: delay ${by}`, () => resolve(GO));
    }),
};

/** Continues when its name is released, or its rule removed. */
const hold: FaultKind = {
  goesOn: true,
  async strike({ hold: name = '' }, { holds, ruleId }) {
    await holds.wait(name, ruleId);
    return GO;
  },
};

export const KINDS: Readonly<Record<Effect, FaultKind>> = {
  delay,
  hold,
  /**
   * At the verdict the owner records this refusal; at the engine it is the detail of a refused document; at the inbox the
   * command is not accepted.
   */
  refuse: ending(async ({ refuse: code = '' }) => ({ act: 'refuse', code })),
  /** Drops what passes the edge; for a response or a handshake also its connection. */
  drop: ending(async () => ({ act: 'drop' })),
  /** Makes the edge throw, like a failure of the component there. If it can fail in several ways, the rule states which. */
  fail: ending(async (rule) => failed(rule)),
  /** Sends a frame twice, or submits a command or a report twice. */
  duplicate: ending(async () => ({ act: 'duplicate' })),
  /** Corrupts the frame so that it is not JSON any more; socket-edge.ts does it. */
  garble: ending(async () => ({ act: 'garble' })),
  /** Sends half of the frame or of the response's body, then destroys the TCP connection. */
  cut: ending(async () => ({ act: 'cut' })),
  /** Resets the TCP connection in place of the response; the client's kernel reports it at once. */
  reset: ending(async () => ({ act: 'reset' })),
  /** Closes the connection with this code in place of the frame. */
  close: ending(async ({ close: code = 1000 }) => ({ act: 'close', code })),
  /** The member's process dies at this point, and another takes its place. */
  crash: ending(async (_rule, { crash: crashMember, where }) => {
    if (where.member !== undefined) crashMember(where.member);
    return { act: 'crash' };
  }),
  /** Replaces the member's response by the stated one; the member has processed the request. */
  answer: ending(async (rule, tools) => {
    const { answer: stated = { status: 500 } } = rule;
    if (stated.delay !== undefined) await delay.strike({ ...rule, delay: stated.delay }, tools);
    return { act: 'answer', with: otherAnswer(stated) };
  }),
};

/** The outcome of a rule that fails. */
export function failed({ fail: how }: FaultRule): Outcome {
  return typeof how === 'string' ? { act: 'fail', how } : { act: 'fail' };
}

function otherAnswer({ status, retryAfter, position, body }: StatedAnswer): OtherAnswer {
  const after = retryAfter === undefined ? undefined : retryAfterText(retryAfter);
  const type = typeof body === 'string' ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8';
  return {
    status,
    headers: {
      ...(body === undefined ? {} : { 'Content-Type': type }),
      ...(after === undefined ? {} : { 'Retry-After': after }),
      ...(position === undefined ? {} : { 'X-Service-Global-Sequence': position }),
    },
    body: typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body),
  };
}
