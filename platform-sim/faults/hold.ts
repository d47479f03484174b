import { type FaultKind, GO } from './kind.ts';

/** Continues when its name is released, or its rule removed. */
export const hold: FaultKind = {
  goesOn: true,
  async strike({ hold: name = '' }, { holds, ruleId }) {
    await holds.wait(name, ruleId);
    return GO;
  },
};
