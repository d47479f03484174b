import { Refusal, type RefusalCode } from '../../contract/refusals.ts';
import type { Known, Stage } from '../../stage.ts';

/** The good stage; a refusal of this code, by it or below it, becomes what `instead` makes of it, where it makes one. */
export function refusing(code: RefusalCode, instead: (known: Known) => Refusal | undefined): (good: Stage) => Stage {
  return (good) => ({
    ...good,
    async run(known, proceed) {
      try {
        return await good.run(known, proceed);
      } catch (reason) {
        const other = reason instanceof Refusal && reason.code === code ? instead(known) : undefined;
        throw other ?? reason;
      }
    },
  });
}
