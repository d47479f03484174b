/** Members that let one organisation know what another one holds. */

import { Refusal } from '../../contract/refusals.ts';
import type { RegisterFamily } from '../../facts.ts';
import type { Known } from '../../stage.ts';
import type { Defect } from '../defect.ts';

/** More than there are. */
const ORGANISATIONS = 100;

/** Whether an organisation other than the caller's holds the row. */
function isOfAnother({ services, caller }: Known, family: RegisterFamily, id: unknown): boolean {
  const { orgId } = caller.user;
  return Array.from({ length: ORGANISATIONS }, (_, index) => index + 1).some(
    (other) => other !== orgId && services.state.register.rows(family, other, 'latest').get(String(id)) !== undefined,
  );
}

function refusing(
  stage: 'serve-read' | 'prepare',
  refusal: (known: Known) => Refusal | undefined,
): NonNullable<Defect['stages']> {
  return {
    [stage]: (good) => ({
      ...good,
      async run(known, proceed) {
        const refused = refusal(known);
        if (refused !== undefined) throw refused;
        return good.run(known, proceed);
      },
    }),
  };
}

export const TELLS_OF_OTHERS: readonly Defect[] = [
  {
    name: 'forbids-a-foreign-portfolio',
    breaks: ['AUTH-16', 'ERR-09'],
    story: 'a portfolio of another organisation answers 403 and not 404',
    stages: refusing('serve-read', (known) =>
      known.operation === 'getPortfolio' && isOfAnother(known, 'portfolios', known.params['id'])
        ? new Refusal('CAPABILITY_DENIED', 'not a portfolio of yours')
        : undefined,
    ),
  },
  {
    name: 'forbids-restating-a-foreign-address',
    breaks: ['AUTH-16', 'ERR-09'],
    story: 'a write on an account address of another organisation answers 403 and not 404',
    stages: refusing('prepare', (known) =>
      known.operation === 'restateAccountAddress' && isOfAnother(known, 'account-addresses', known.params['id'])
        ? new Refusal('CAPABILITY_DENIED', 'not an address of yours')
        : undefined,
    ),
  },
  {
    name: 'knows-a-foreign-portfolio-in-a-body',
    breaks: ['AUTH-16', 'ERR-09'],
    story:
      'an account that is bound to a portfolio of another organisation is refused otherwise than one bound to none',
    stages: refusing('prepare', (known) => {
      const { portfolioId } = known.operation === 'createAccount' ? (known.body as { portfolioId?: unknown }) : {};
      return isOfAnother(known, 'portfolios', portfolioId)
        ? new Refusal('INVALID_FIELD', "portfolioId: another organisation's")
        : undefined;
    }),
  },
];
