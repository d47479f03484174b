/** Members whose door resolves names in another way. A name with a digit in it is where they differ: no fixture has one. */
import { Refusal } from '../../contract/refusals.ts';
import type { SubmitOrderBody } from '../../contract/shapes/order.ts';
import type { Known, Stage } from '../../stage.ts';
import type { Defect } from '../defect.ts';

const NOBODYS = 2_147_483_647;
const ORGANISATIONS = [1, 2, 3, 4];

const orderOf = (known: Pick<Known, 'body'>) => (known.body ?? {}) as Partial<SubmitOrderBody>;
const hasDigit = (name: string | null | undefined) => /[0-9]/.test(name ?? '');

/** The stage `prepare`, but for a submission whose body is read as `read` makes it. */
function preparing(read: (order: Partial<SubmitOrderBody>, known: Known) => object): NonNullable<Defect['stages']> {
  return {
    prepare: (good) => ({
      ...good,
      run: (known, proceed) =>
        good.run(known.operation === 'submitOrder' ? { ...known, body: read(orderOf(known), known) } : known, proceed),
    }),
  };
}

/** The organisation other than the caller's that has an account of this name. */
function holderElsewhere({ services, caller }: Known, name: string): number | undefined {
  const mine = caller.user.orgId;
  if (services.state.register.accountNamed(mine, name) !== undefined) return undefined;
  return ORGANISATIONS.find((orgId) => services.state.register.accountNamed(orgId, name) !== undefined);
}

function spending(code: string, name: 'account' | 'instrument'): NonNullable<Defect['stages']> {
  const spent = new Map<string, Refusal>();
  return {
    'replay-or-attach': (good: Stage) => ({
      ...good,
      run: async (known, proceed) => {
        const before = spent.get(known.key);
        if (before !== undefined) throw before;
        try {
          return await good.run(known, proceed);
        } catch (refusal) {
          if (refusal instanceof Refusal && refusal.code === code && hasDigit(orderOf(known)[name])) {
            spent.set(known.key, refusal);
          }
          throw refusal;
        }
      },
    }),
  };
}

export const NAMES_AT_THE_DOOR: readonly Defect[] = [
  {
    name: 'sends-an-unheld-account-name',
    breaks: ['ORD-04'],
    story: 'leaves an account name that nothing holds to the owner, whose refusal spends the key',
    stages: preparing((order) =>
      hasDigit(order.account) ? { ...order, account: undefined, accountId: NOBODYS } : order,
    ),
  },
  {
    name: 'unheld-account-name-spends-the-key',
    breaks: ['ORD-04'],
    story: 'remembers the refusal of an unheld account name against its key',
    stages: spending('ACCOUNT_NOT_ACTIVE', 'account'),
  },
  {
    name: 'sends-an-unheld-symbol',
    breaks: ['ORD-05'],
    story: 'leaves a symbol with no instrument to the owner, whose refusal spends the key',
    stages: preparing((order) =>
      hasDigit(order.instrument) ? { ...order, instrument: undefined, instrumentId: NOBODYS } : order,
    ),
  },
  {
    name: 'unheld-symbol-spends-the-key',
    breaks: ['ORD-05'],
    story: 'remembers the refusal of an unheld symbol against its key',
    stages: spending('INSTRUMENT_NOT_LIVE', 'instrument'),
  },
  {
    name: 'tells-a-foreign-account-name',
    breaks: ['ORD-06'],
    story: "says that an account name is another organisation's",
    stages: preparing((order, known) => {
      if (order.account && holderElsewhere(known, order.account) !== undefined) {
        throw new Refusal('ACCOUNT_NOT_ACTIVE', 'account: it belongs to another organisation');
      }
      return order;
    }),
  },
  {
    name: 'sends-a-foreign-account-name',
    breaks: ['ORD-06'],
    story: "resolves another organisation's account name, and leaves the refusal to the owner",
    stages: preparing((order, known) => {
      const holder = order.account ? holderElsewhere(known, order.account) : undefined;
      if (holder === undefined || !order.account) return order;
      const accountId = known.services.state.register.accountNamed(holder, order.account)?.accountId;
      return { ...order, account: undefined, accountId };
    }),
  },
  {
    name: 'resolves-names-before-the-key',
    breaks: ['ORD-07'],
    story: 'refuses a retry whose names resolve to nothing, though it holds the answer of the key',
    stages: {
      'replay-or-attach': (good) => ({
        ...good,
        needs: [...good.needs, 'body'],
        run: async (known, proceed) => {
          const { account } = orderOf(known);
          const { services, caller } = known;
          if (account && services.state.register.accountNamed(caller.user.orgId, account) === undefined) {
            throw new Refusal('ACCOUNT_NOT_ACTIVE', 'account: the organisation has no account of this name');
          }
          return good.run(known, proceed);
        },
      }),
    },
  },
  {
    name: 'holds-the-account-of-a-name-against-its-key',
    breaks: ['ORD-07'],
    story: 'refuses a retry whose account name leads to another account by now',
    stages: {
      'replay-or-attach': (good) => ({
        ...good,
        needs: [...good.needs, 'body'],
        run: async (known, proceed) => {
          const { services, caller, key } = known;
          const { account } = orderOf(known);
          const first = services.journal.settled(caller.user.orgId, key)?.command.body;
          const now = account ? services.state.register.accountNamed(caller.user.orgId, account)?.accountId : undefined;
          if (first?.kind === 'submit' && now !== undefined && now !== first.accountId)
            throw new Refusal('IDEMPOTENCY_KEY_REUSED', 'this key was used for another account');
          return good.run(known, proceed);
        },
      }),
    },
  },
];
