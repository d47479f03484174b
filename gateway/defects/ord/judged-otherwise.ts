/** Members that pass an owner's refusal on as something else, or refuse in the owner's stead. */
import { Refusal, type RefusalCode } from '../../contract/refusals.ts';
import type { SubmitOrder } from '../../facts.ts';
import type { Known } from '../../stage.ts';
import type { Defect } from '../defect.ts';

interface Otherwise {
  readonly name: string;
  readonly breaks: string;
  readonly story: string;
  /** What the owner said. */
  readonly of: RefusalCode;
  /** What the member says. */
  readonly as: RefusalCode;
  /** Whether it says so of this order. */
  readonly where: (order: SubmitOrder, known: Known) => boolean;
}

const WITH_THE_CODE_OF_ANOTHER: readonly Otherwise[] = [
  {
    name: 'calls-an-order-without-a-grid-off-grid',
    breaks: 'ORD-09',
    story: 'answers TICK_SIZE_VIOLATION where the platform states no tick',
    of: 'INVALID_FIELD',
    as: 'TICK_SIZE_VIOLATION',
    where: ({ instrumentId }, { services }) => services.state.instrument(instrumentId)?.tick === null,
  },
  {
    name: 'calls-a-price-past-int64-off-grid',
    breaks: 'ORD-09',
    story: 'answers TICK_SIZE_VIOLATION where a price passes a 64-bit integer at the working scale',
    of: 'INVALID_FIELD',
    as: 'TICK_SIZE_VIOLATION',
    where: ({ price }) => price === '9223372036854775807',
  },
  {
    name: 'calls-an-order-without-a-reference-invalid',
    breaks: 'ORD-12',
    story: 'answers INVALID_FIELD where an instrument has no quote',
    of: 'NO_REFERENCE_PRICE',
    as: 'INVALID_FIELD',
    where: ({ qty }) => qty === '1',
  },
  {
    name: 'calls-a-stale-reference-invalid',
    breaks: 'ORD-12',
    story: 'answers INVALID_FIELD where the last quote is no longer fresh',
    of: 'NO_REFERENCE_PRICE',
    as: 'INVALID_FIELD',
    where: ({ qty }) => qty !== '1',
  },
];

function passedOn({ of, as, where, breaks, ...row }: Otherwise): Defect {
  return {
    ...row,
    breaks: [breaks],
    stages: {
      send: (good) => ({
        ...good,
        needs: [...good.needs, 'services'],
        async run(known, proceed) {
          try {
            return await good.run(known, proceed);
          } catch (thrown) {
            const { body } = known.command;
            if (!(thrown instanceof Refusal) || thrown.code !== of || body.kind !== 'submit') throw thrown;
            if (!where(body, known)) throw thrown;
            throw new Refusal(as, thrown.message, { headers: thrown.headers, judgedByOwner: true });
          }
        },
      }),
    },
  };
}

/** In the owner's stead: refused before anything is sent. */
function atTheDoor(code: RefusalCode, where: Otherwise['where']): NonNullable<Defect['stages']> {
  return {
    send: (good) => ({
      ...good,
      needs: [...good.needs, 'command', 'caller'],
      run: async (known, proceed) => {
        const { body } = known.command;
        if (body.kind === 'submit' && where(body, known)) throw new Refusal(code, 'refused without asking the owner');
        return good.run(known, proceed);
      },
    }),
  };
}

export const JUDGED_OTHERWISE: readonly Defect[] = [
  ...WITH_THE_CODE_OF_ANOTHER.map(passedOn),
  {
    name: 'refuses-an-unheld-instrument-id-at-the-door',
    // What the owner is not asked, it cannot refuse at a position, nor take.
    breaks: ['ORD-10', 'ORD-11', 'POS-05'],
    story: 'does not ask the owner about an instrumentId that it does not hold itself',
    stages: atTheDoor(
      'INSTRUMENT_NOT_LIVE',
      ({ instrumentId }, { services }) => services.state.instrument(instrumentId) === undefined,
    ),
  },
  {
    name: 'takes-what-it-has-not-heard-of-for-halted',
    breaks: ['ORD-11'],
    story: 'refuses an instrumentId that it does not hold, where it could be one that was listed since',
    stages: atTheDoor(
      'INSTRUMENT_NOT_LIVE',
      ({ instrumentId }, { services }) =>
        services.state.instrument(instrumentId) === undefined && instrumentId < 1_000_000,
    ),
  },
  {
    name: 'refuses-who-may-not-trade-at-the-door',
    breaks: ['ORD-17'],
    story: 'judges orders:trade itself, for an order of 1.25, and leaves the key free',
    stages: atTheDoor(
      'CAPABILITY_DENIED',
      ({ qty }, { caller }) => qty === '1.25' && !caller.user.capabilities.includes('orders:trade'),
    ),
  },
];
