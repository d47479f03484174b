import { Refusal } from '../../contract/refusals.ts';
import type { UserRow } from '../../facts.ts';
import type { Services } from '../../services.ts';
import type { Known } from '../../stage.ts';
import { anotherHolding, heldBy, inTheNameOf } from '../another-command.ts';
import type { Defect } from '../defect.ts';

const TRADES = 'orders:trade';

function isOrder({ operation }: Known): boolean {
  return operation === 'submitOrder';
}

function mayTrade({ caller }: Known): boolean {
  return caller.user.capabilities.includes(TRADES);
}

/** Orders of users who held orders:trade once, in this world, go out in the name of one who does still. */
function remembering(): (known: Known) => UserRow | undefined {
  const traded = new WeakMap<Services['state'], Set<number>>();
  return (known) => {
    const { state } = known.services;
    const { userId } = known.caller.user;
    const before = traded.get(state) ?? new Set();
    traded.set(state, before);
    if (!isOrder(known)) return undefined;
    if (mayTrade(known)) before.add(userId);
    else if (before.has(userId)) return anotherHolding(known, TRADES);
    return undefined;
  };
}

export const STALE_GRANTS: readonly Defect[] = [
  {
    name: 'remembers-a-cleared-capability',
    breaks: ['AUTH-10'],
    story: 'who was let trade once is let trade for good',
    stages: inTheNameOf(remembering()),
  },
  {
    name: 'reads-capabilities-once-a-token',
    breaks: ['AUTH-10'],
    story: 'a user whose token was seen before orders:trade was granted needs another token to trade',
    stages: {
      send: (good) => {
        const without = new Set<string>();
        return {
          ...good,
          async run(known, proceed) {
            const bearer = known.request.headers.authorization ?? '';
            if (isOrder(known) && !mayTrade(known)) without.add(bearer);
            if (isOrder(known) && mayTrade(known) && without.has(bearer))
              throw new Refusal('CAPABILITY_DENIED', 'the user does not hold orders:trade');
            return good.run(known, proceed);
          },
        };
      },
    },
  },
  {
    name: 'lets-a-proposer-approve',
    breaks: ['AUTH-15'],
    story: 'an asset policy is approved by whoever proposed it',
    stages: inTheNameOf((known) => {
      if (known.operation !== 'approveAssetPolicy') return undefined;
      const isOwn = proposerOf(known) === known.caller.user.userId;
      return isOwn ? anotherHolding(known, 'credentials:approve') : undefined;
    }),
  },
  {
    name: 'lets-another-withdraw',
    breaks: ['AUTH-15'],
    story: 'an asset policy that waits is withdrawn by anyone who might have proposed it',
    stages: inTheNameOf((known) =>
      known.operation === 'withdrawAssetPolicy' ? heldBy(known, 'users', proposerOf(known)) : undefined,
    ),
  },
];

function proposerOf(known: Known): number | undefined {
  return heldBy(known, 'asset-policies', known.params['id'])?.proposedByUserId ?? undefined;
}
