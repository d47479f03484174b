import { z } from 'zod';
import { isEd25519PrivateKey } from '../ed25519-key.ts';
import { VENUES, venueOf } from '../venues.ts';
import { assumed, displayName, key32, remark, restatedVersion, text, version } from './scalars.ts';

/** A credential as served, without any key material (CRED-05). */
export const credentialRow = z
  .strictObject({
    credentialId: key32,
    displayName: z.string().nullable().meta(assumed),
    exchangeId: key32.meta({ description: 'Venue selector.' }),
    canReadBalances: z.boolean(),
    canTrade: z.boolean(),
    status: z.enum(['PROPOSED', 'ACTIVE', 'SUSPENDED', 'REVOKED', 'WITHDRAWN']).meta(assumed),
    pendingTransition: z
      .enum(['ROTATE', 'AMEND'])
      .nullable()
      .meta({ description: 'ROTATE while a rotation waits for approval. AMEND is assumed: new terms wait.' }),
    observedPermissions: z
      .array(z.enum(['READ', 'TRADE', 'WITHDRAW']))
      .meta({ description: 'From the pre-approval probe; empty where nothing was stated.' }),
    scopeUnobserved: z
      .boolean()
      .optional()
      .meta({ description: 'The venue offers no read of the key’s own scope. Absent reads false.' }),
    probe: z.enum(['PENDING', 'ANSWERED', 'REFUSED', 'UNREACHABLE']).meta(assumed),
    proposedByUserId: key32.nullable().meta(assumed),
    approvedByUserId: key32.nullable().meta(assumed),
    version,
  })
  .meta({ id: 'Credential' });

const leg = text(4_096, 1);
const familyA = z.strictObject({ key: leg, secret: leg, passphrase: leg }).meta({ id: 'CredentialMaterialA' });
const familyB = z
  .strictObject({
    key: leg,
    privateKey: leg
      .refine(isEd25519PrivateKey, 'is not an Ed25519 PKCS 8 private key, as PEM or as its base64 body')
      .meta({ description: 'An Ed25519 PKCS 8 private key, as PEM or as its base64 body.' }),
  })
  .meta({ id: 'CredentialMaterialB' });

const LEGS = { A: Object.keys(familyA.shape), B: Object.keys(familyB.shape) } as const;
const ofNoFamily = `takes just the legs of one venue family: ${LEGS.A.join(', ')}; or ${LEGS.B.join(', ')}`;

/** Write-only: no response contains any of it (CRED-05). The exchangeId decides which of the two forms is valid. */
export const credentialMaterial = z.union([familyA, familyB], ofNoFamily).meta({
  id: 'CredentialMaterial',
  writeOnly: true,
  'x-service-intake-venues': Object.entries(VENUES).map(([exchangeId, { family, accountGroup }]) => ({
    exchangeId: Number(exchangeId),
    family,
    accountGroup,
  })),
  override: ({ jsonSchema }: { jsonSchema: { anyOf?: unknown; oneOf?: unknown } }) => {
    jsonSchema.oneOf = jsonSchema.anyOf;
    delete jsonSchema.anyOf;
  },
});

export type CredentialMaterial = z.infer<typeof credentialMaterial>;

/** The fault of material for a venue, without quoting the material; undefined if it has exactly that venue's legs. */
export function legsFault(exchangeId: number, material: CredentialMaterial): string | undefined {
  const venue = venueOf(exchangeId);
  if (venue === undefined) return undefined;
  const legs = LEGS[venue.family];
  const fits = Object.keys(material).length === legs.length && legs.every((name) => Object.hasOwn(material, name));
  return fits ? undefined : `material: venue ${exchangeId} takes just ${legs.join(', ')}`;
}

const terms = {
  displayName: displayName.nullable().optional(),
  canReadBalances: z.boolean(),
  canTrade: z.boolean(),
  remark,
};

/** The body that proposes a credential. Its material must have the legs of the venue (CRED-03). */
export const createCredentialBody = z
  .strictObject({ exchangeId: key32, ...terms, material: credentialMaterial })
  .superRefine(({ exchangeId, material }, context) => {
    const fault = legsFault(exchangeId, material);
    if (fault !== undefined) context.addIssue({ code: 'custom', message: fault, params: { legs: 'of another venue' } });
  })
  .meta({ id: 'CreateCredentialBody' });
export type CreateCredentialBody = z.infer<typeof createCredentialBody>;

/** The body that proposes new material for a credential. */
export const rotateCredentialBody = z
  .strictObject({ material: credentialMaterial, remark, version: restatedVersion })
  .meta({ id: 'RotateCredentialBody' });
export type RotateCredentialBody = z.infer<typeof rotateCredentialBody>;

/** The body that proposes other terms of a credential; absent members stay unchanged. */
export const amendCredentialBody = z
  .strictObject({
    credentialId: key32.optional(),
    ...terms,
    canReadBalances: z
      .boolean()
      .optional()
      .meta({ ...assumed, description: 'Absent: as it stands.' }),
    canTrade: z
      .boolean()
      .optional()
      .meta({ ...assumed, description: 'Absent: as it stands.' }),
    version: restatedVersion,
  })
  .meta({ id: 'AmendCredentialBody' });
