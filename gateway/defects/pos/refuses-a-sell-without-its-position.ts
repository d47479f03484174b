import { Refusal } from '../../contract/refusals.ts';
import type { Defect } from '../defect.ts';

/** So narrow that the checks of ticks, which buy, do not meet it. */
export const refusesASellWithoutItsPosition: Defect = {
  name: 'refuses-a-sell-without-its-position',
  breaks: ['POS-05'],
  story: "answers an owner's TICK_SIZE_VIOLATION of a SELL without X-Service-Global-Sequence",
  stages: {
    send: (good) => ({
      ...good,
      async run(known, proceed) {
        try {
          return await good.run(known, proceed);
        } catch (thrown) {
          const { body } = known.command;
          const sell = body.kind === 'submit' && body.side === 'SELL';
          if (sell && thrown instanceof Refusal && thrown.code === 'TICK_SIZE_VIOLATION') {
            throw new Refusal('TICK_SIZE_VIOLATION', thrown.message, { judgedByOwner: true });
          }
          throw thrown;
        }
      },
    }),
  },
};
