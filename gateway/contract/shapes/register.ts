import { z } from 'zod';
import { PRESETS, type Preset, SCOPES, scopesBesidePresets } from '../capabilities.ts';
import { assumed, displayName, key32, reference32, remark, restatedVersion, text, version } from './scalars.ts';

/** Capability scopes in declared order. */
export const capabilities = z
  .array(z.enum(SCOPES))
  .meta({ id: 'Capabilities', description: 'What the platform’s records grant, in declared order.' });

const organisationStatus = z.enum(['PENDING_ACTIVATION', 'ACTIVE', 'SUSPENDED', 'RETIRED']).meta(assumed);
const userStatus = z.enum(['AWAITING_ADMISSION', 'ACTIVE', 'DISABLED']).meta(assumed);
/** A value that identifies an organisation or a user in a token: printable ASCII as in AUTH-05, without a space. */
const claim = z
  .string()
  .regex(/^[\x21-\x7e]{1,128}$/, 'is not 1 to 128 printable ASCII characters')
  .meta(assumed);

/** An organisation as served. */
export const organisationRow = z
  .strictObject({
    orgId: key32,
    externalId: claim,
    displayName: z.string().meta(assumed),
    status: organisationStatus,
    proposedByUserId: key32
      .nullable()
      .meta({ ...assumed, description: 'Who proposed an organisation that awaits its approval.' }),
    version,
  })
  .meta({ id: 'Organisation' });

/** The body that proposes an organisation. */
export const createOrganisationBody = z
  .strictObject({ externalId: claim, displayName, remark })
  .meta({ id: 'CreateOrganisationBody', ...assumed });
/** The body that restates an organisation. */
export const restateOrganisationBody = z
  .strictObject({ orgId: key32.optional(), displayName, remark, version: restatedVersion })
  .meta({ id: 'RestateOrganisationBody', ...assumed });

/** A user as served. */
export const userRow = z
  .strictObject({
    userId: key32,
    orgId: key32,
    subject: z
      .string()
      .regex(/^[\x20-\x7e]+$/)
      .meta({ ...assumed, description: 'The token’s sub, of whatever length: a first request registers it as it is.' }),
    displayName: z.string().meta(assumed),
    status: userStatus,
    capabilities,
    version,
  })
  .meta({ id: 'User' });

/** Scopes or presets; a scope beside a preset that does not contain it is refused (CAP-03). */
const granted = z
  .array(z.enum([...SCOPES, ...(Object.keys(PRESETS) as Preset[])]))
  .max(32)
  .superRefine((names, context) => {
    for (const scope of scopesBesidePresets(names)) {
      context.addIssue({ code: 'custom', message: `${scope} is not of the preset beside it: name scopes or a preset` });
    }
  })
  .meta({ description: 'Capability scopes or presets: the whole set, in place of what was granted.' });

/** The body that creates a user. */
export const createUserBody = z
  .strictObject({ subject: claim, displayName: displayName.optional(), capabilities: granted.optional(), remark })
  .meta({
    id: 'CreateUserBody',
    ...assumed,
    example: { subject: 'new-trader', displayName: 'N. Trader', capabilities: ['TRADER'] },
  });
/** The body that restates a user: the whole set of capabilities (CAP-04), and optionally name and status. */
export const restateUserBody = z
  .strictObject({
    displayName: displayName.optional(),
    capabilities: granted,
    status: z
      .enum(['ACTIVE', 'DISABLED'])
      .optional()
      .meta({
        ...assumed,
        description:
          'Absent: as it stands. A user who awaits admission is admitted by a capability granted, and not by this.',
      }),
    remark,
    version: restatedVersion,
  })
  .meta({ id: 'RestateUserBody', ...assumed, example: { capabilities: ['orders:trade'] } });

/** A portfolio as served. */
export const portfolioRow = z
  .strictObject({ portfolioId: key32, displayName: z.string().meta(assumed), version })
  .meta({ id: 'Portfolio' });
/** The body that creates a portfolio. */
export const createPortfolioBody = z
  .strictObject({ displayName, remark })
  .meta({ id: 'CreatePortfolioBody', ...assumed });
/** The body that restates a portfolio. */
export const restatePortfolioBody = z
  .strictObject({ portfolioId: key32.optional(), displayName, remark, version: restatedVersion })
  .meta({ id: 'RestatePortfolioBody', ...assumed });

/** An account as served. */
export const accountRow = z
  .strictObject({
    accountId: key32,
    portfolioId: key32.nullable().meta(assumed),
    displayName: z
      .string()
      .nullable()
      .meta({ ...assumed, description: 'null while DISCOVERED: the account is addressed by id alone.' }),
    status: z.enum(['DISCOVERED', 'ACTIVE', 'SUSPENDED', 'RETIRED']).meta({
      ...assumed,
      description: 'DISCOVERED is the interface’s own; the others are not shown.',
    }),
    exchangeId: key32.meta(assumed),
    credentialId: key32.nullable().meta(assumed),
    version,
  })
  .meta({ id: 'Account' });
const kept = { ...assumed, description: '0 or null unbinds; absent, what stands is kept.' };
const accountTerms = {
  displayName,
  portfolioId: reference32.meta(kept),
  credentialId: reference32.meta(kept),
  remark,
};
/** The body that creates an account at a venue. */
export const createAccountBody = z
  .strictObject({ exchangeId: key32, ...accountTerms })
  .meta({ id: 'CreateAccountBody', ...assumed, example: { exchangeId: 1, displayName: 'desk' } });
/** The body that restates an account; it classifies a DISCOVERED one. */
export const restateAccountBody = z
  .strictObject({
    accountId: key32.optional(),
    ...accountTerms,
    status: z
      .enum(['ACTIVE', 'SUSPENDED', 'RETIRED'])
      .optional()
      .meta({
        ...assumed,
        description: 'Absent: as it stands; a DISCOVERED account becomes ACTIVE when it is given its name.',
      }),
    version: restatedVersion,
  })
  .meta({ id: 'RestateAccountBody', ...assumed });

const address = z
  .string()
  .min(1)
  .max(256)
  .regex(/^[\x21-\x7e]*$/, 'is not printable ASCII')
  .meta(assumed);
/** The platform's own names of chains. */
export const chain = z
  .string()
  .regex(/^[A-Z][A-Z0-9-]{0,31}$/, 'is not a chain’s name such as ETHEREUM')
  .meta(assumed);

/** A deposit address of an account as served. */
export const accountAddressRow = z
  .strictObject({
    accountAddressId: key32,
    accountId: key32.meta(assumed),
    assetId: key32.nullable().meta(assumed),
    chain,
    address,
    memo: z.string().nullable().meta(assumed),
    displayName: z.string().nullable().meta(assumed),
    version,
  })
  .meta({ id: 'AccountAddress' });
const accountAddressTerms = {
  accountId: key32,
  assetId: reference32,
  chain,
  address,
  memo: text(128).nullable().optional(),
  displayName: displayName.nullable().optional(),
  remark,
};

/** The body that creates a deposit address. */
export const createAccountAddressBody = z.strictObject(accountAddressTerms).meta({
  id: 'CreateAccountAddressBody',
  ...assumed,
  example: { accountId: 1, assetId: 2, chain: 'BITCOIN', address: 'bc1qexample' },
});

/** The body that restates a deposit address as a whole: absent members become unset. */
export const restateAccountAddressBody = z
  .strictObject({ accountAddressId: key32.optional(), ...accountAddressTerms, version: restatedVersion })
  .meta({ id: 'RestateAccountAddressBody', ...assumed, description: 'The whole address: what is absent is unset.' });

/** The body of a state transition: only a remark and a restated version. */
export const armBody = z.strictObject({ remark, version: restatedVersion }).meta({ id: 'ArmBody', ...assumed });
