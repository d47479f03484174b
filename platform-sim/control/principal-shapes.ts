/** Shapes of the principals that a sandbox's issuer knows. Their secrets are only in the target profile. */
import { z } from 'zod';
import { count } from './quantities.ts';

/** A principal with what the platform's records say of it now. */
export const principal = z
  .strictObject({
    name: z.string().meta({ description: 'The name in the target profile; POST /identity/mint accepts it as persona' }),
    clientId: z.string(),
    org: count.meta({ description: "The organisation's register key" }),
    orgName: z.string().nullable(),
    orgStatus: z.string().nullable(),
    user: count.nullable().meta({ description: 'null: not registered before its first request' }),
    userStatus: z.string().nullable(),
    capabilities: z
      .array(z.string())
      .meta({ description: 'Its capabilities, from the records and not from its token' }),
  })
  .meta({ id: 'Principal' });

/** The list of principals. */
export const principals = z.strictObject({ items: z.array(principal) }).meta({ id: 'Principals' });
