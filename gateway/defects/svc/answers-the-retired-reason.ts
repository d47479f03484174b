import { Refusal } from '../../contract/refusals.ts';
import type { Defect } from '../defect.ts';

/** As members before 0.3.4 did: what no scale is known for could not be read. */
export const answersTheRetiredReason: Defect = {
  name: 'answers-the-retired-reason',
  breaks: ['SVC-12'],
  story: 'answers SCALE_UNKNOWN for a price of many places of an instrument that it does not know',
  stages: {
    prepare: (good) => ({
      ...good,
      async run(known, proceed) {
        try {
          return await good.run(known, proceed);
        } catch (thrown) {
          const { price } = known.body as { price?: unknown };
          const unknown = thrown instanceof Refusal && thrown.code === 'INSTRUMENT_NOT_LIVE';
          if (unknown && typeof price === 'string' && price.length > 16) {
            throw Object.assign(new Refusal('INSTRUMENT_NOT_LIVE', 'the scale is not known'), {
              code: 'SCALE_UNKNOWN',
            });
          }
          throw thrown;
        }
      },
    }),
  },
};
