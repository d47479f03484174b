import type { FaultKind } from './kind.ts';

/** The member is gone at this point, without a word to anybody, and another takes its place. */
export const crash: FaultKind = {
  goesOn: false,
  async strike(_rule, { crash: crashMember, where }) {
    if (where.member !== undefined) crashMember(where.member);
    return { act: 'crash' };
  },
};
