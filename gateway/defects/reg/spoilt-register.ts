import { anotherHolding, heldBy, inTheNameOf, sendingAnother } from '../another-command.ts';
import { type Defect, rewriteBody } from '../defect.ts';
import { laxQuery } from '../qry/lax-query.ts';

const ORGANISATION = /^\/orgs\/[0-9]+$/;
const ACCOUNT = /^\/accounts\/[^/]+$/;

/** Each is wrong about one collection. */
export const SPOILT_REGISTER: readonly Defect[] = [
  {
    name: 'serves-an-organisation-under-another-id',
    breaks: ['REG-01'],
    story: 'the row of one organisation has the id after its own',
    spoil: (answer, { path }) =>
      ORGANISATION.test(path) && answer.status === 200
        ? rewriteBody(answer, (row) => ({ ...row, orgId: Number(row['orgId']) + 1 }))
        : answer,
  },
  {
    name: 'lists-the-latest-for-the-approved',
    breaks: ['REG-02'],
    story: 'the approved view of asset policies lists what waits for approval',
    stages: laxQuery('listAssetPolicies', (rawQuery) => rawQuery.replace('view=approved', 'view=latest')),
  },
  {
    name: 'serves-the-approved-for-the-latest',
    breaks: ['REG-02'],
    story: 'the latest view of an asset policy does not show what waits for approval',
    stages: laxQuery('getAssetPolicy', (rawQuery) => rawQuery.replace('view=latest', 'view=approved')),
  },
  {
    name: 'creates-a-user-with-nothing',
    breaks: ['REG-03'],
    story: 'a user is created without the capabilities that the body names',
    stages: sendingAnother(({ command }) => {
      const { body } = command;
      if (body.kind !== 'create' || body.family !== 'users') return undefined;
      return { ...command, body: { ...body, terms: { ...body.terms, capabilities: [] } } };
    }),
  },
  {
    name: 'lets-anyone-restate-a-user',
    breaks: ['REG-03', 'AUTH-14'],
    story: 'whoever is admitted restates any user of their organisation',
    stages: inTheNameOf((known) =>
      known.operation === 'restateUser' ? anotherHolding(known, 'users:manage') : undefined,
    ),
  },
  {
    name: 'keeps-the-former-name-of-a-portfolio',
    breaks: ['REG-04'],
    story: 'a portfolio that is restated keeps its name',
    stages: sendingAnother((known) => {
      const { body } = known.command;
      if (body.kind !== 'restate' || body.family !== 'portfolios') return undefined;
      const { displayName } = heldBy(known, 'portfolios', body.id) ?? body.terms;
      return { ...known.command, body: { ...body, terms: { displayName } } };
    }),
  },
  {
    name: 'keeps-the-former-address',
    breaks: ['REG-04'],
    story: 'an account address that is restated keeps its address',
    stages: sendingAnother((known) => {
      const { body } = known.command;
      if (body.kind !== 'restate' || body.family !== 'account-addresses') return undefined;
      const { address } = heldBy(known, 'account-addresses', body.id) ?? body.terms;
      return { ...known.command, body: { ...body, terms: { ...body.terms, address } } };
    }),
  },
  {
    name: 'lets-anyone-suspend-an-organisation',
    breaks: ['REG-05'],
    story: 'whoever is admitted suspends an organisation that theirs has proposed',
    stages: inTheNameOf((known) =>
      known.operation === 'suspendOrganisation' ? anotherHolding(known, 'orgs:approve') : undefined,
    ),
  },
  {
    name: 'names-a-discovered-account',
    breaks: ['REG-06'],
    story: 'an account in DISCOVERED status has the display name that its venue gives it',
    spoil: (answer, { path }) =>
      ACCOUNT.test(path) && answer.status === 200
        ? rewriteBody(answer, (row) => ({ ...row, displayName: row['displayName'] ?? 'sub-account' }))
        : answer,
  },
];
