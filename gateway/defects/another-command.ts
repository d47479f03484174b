/** Members that hand the platform another command than they were asked for. */
import type { Scope } from '../contract/capabilities.ts';
import type { Command, RegisterFamily, RegisterRows, UserRow } from '../facts.ts';
import type { Known } from '../stage.ts';
import type { Defect } from './defect.ts';

/** @param change the command that goes out in place of the one that was made; undefined: the same. */
export function sendingAnother(change: (known: Known) => Command | undefined): NonNullable<Defect['stages']> {
  return {
    send: (good) => ({
      ...good,
      run: (known, proceed) => good.run({ ...known, command: change(known) ?? known.command }, proceed),
    }),
  };
}

/** @param whose the user in whose name a write goes on from its key; undefined: the caller. */
export function inTheNameOf(whose: (known: Known) => UserRow | undefined): NonNullable<Defect['stages']> {
  return {
    'replay-or-attach': (good) => ({
      ...good,
      run(known, proceed) {
        const user = whose(known);
        if (user === undefined) return good.run(known, proceed);
        const caller = { ...known.caller, user };
        return good.run({ ...known, caller }, (given) => proceed({ ...given, caller }));
      },
    }),
  };
}

/** A user of the caller's organisation, other than the caller, who holds a capability. */
export function anotherHolding({ services, caller: { user } }: Known, scope: Scope): UserRow | undefined {
  const users = services.state.register.rows('users', user.orgId, 'latest').above(undefined, Number.MAX_SAFE_INTEGER);
  return users.find(
    ({ userId, status, capabilities }) => userId !== user.userId && status === 'ACTIVE' && capabilities.includes(scope),
  );
}

/** The latest state of a row of the caller's organisation. */
export function heldBy<Family extends RegisterFamily>(
  { services, caller }: Known,
  family: Family,
  id: number | string | undefined,
): RegisterRows[Family] | undefined {
  return services.state.register.rows(family, caller.user.orgId, 'latest').get(String(id));
}
