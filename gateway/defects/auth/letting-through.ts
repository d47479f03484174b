import { Refusal, type RefusalCode } from '../../contract/refusals.ts';
import type { Known, Stage } from '../../stage.ts';

/** A stage that lets through what it should refuse with this code, where `anyway` says what it then gives. */
export function lettingThrough(
  code: RefusalCode,
  anyway: (known: Known) => Partial<Known> | undefined,
): (good: Stage) => Stage {
  return (good) => ({
    ...good,
    async run(known, proceed) {
      try {
        return await good.run(known, proceed);
      } catch (reason) {
        const given = reason instanceof Refusal && reason.code === code ? anyway(known) : undefined;
        if (given === undefined) throw reason;
        return proceed(given);
      }
    },
  });
}
