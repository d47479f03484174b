/** Shapes of the principals that a sandbox's issuer knows. Their secrets stand in the target profile alone. */
import { z } from 'zod';
import { count } from './quantities.ts';

/** A principal with what the platform's records say of it now. */
export const principal = z
  .strictObject({
    name: z.string().meta({ description: 'As in the target profile; POST /identity/mint takes it' }),
    clientId: z.string(),
    org: count.meta({ description: "The organisation's register key" }),
    orgName: z.string().nullable(),
    orgStatus: z.string().nullable(),
    user: count.nullable().meta({ description: 'null: not registered before its first request' }),
    userStatus: z.string().nullable(),
    capabilities: z.array(z.string()).meta({ description: 'What it may do: of the records, never of its token' }),
  })
  .meta({ id: 'Principal' });

/** The list of principals. */
export const principals = z.strictObject({ items: z.array(principal) }).meta({ id: 'Principals' });
