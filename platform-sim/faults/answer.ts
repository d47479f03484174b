import { durationMs } from '../duration.ts';
import { delay } from './delay.ts';
import type { FaultKind } from './kind.ts';
import type { OtherAnswer } from './other-answer.ts';
import type { StatedAnswer } from './rule-shape.ts';

/** Replaces the member's response by the stated one; the member has processed the request. */
export const answer: FaultKind = {
  goesOn: false,
  async strike(rule, tools) {
    const { answer: stated = { status: 500 } } = rule;
    if (stated.delay !== undefined) await delay.strike({ ...rule, delay: stated.delay }, tools);
    return { act: 'answer', with: otherAnswer(stated) };
  },
};

function otherAnswer({ status, retryAfter, body }: StatedAnswer): OtherAnswer {
  const type = typeof body === 'string' ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8';
  return {
    status,
    headers: {
      ...(body === undefined ? {} : { 'Content-Type': type }),
      ...(retryAfter === undefined ? {} : { 'Retry-After': `${Math.ceil(durationMs(retryAfter) / 1_000)}` }),
    },
    body: typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body),
  };
}
