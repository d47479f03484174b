import type { FaultKind } from './kind.ts';

/** The member's process dies at this point, and another takes its place. */
export const crash: FaultKind = {
  goesOn: false,
  async strike(_rule, { crash: crashMember, where }) {
    if (where.member !== undefined) crashMember(where.member);
    return { act: 'crash' };
  },
};
