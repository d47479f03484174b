/**
 * What a profile states about a target, written by a person or by the sandbox. Only `baseUrl` and one principal are
 * required; a check that needs an absent key is not exercised. An unknown key is refused.
 *
 * Every key has `.meta({ description, examples })`. These descriptions are the only ones: `touchstone init` writes them
 * as comments, `--explain` prints them and `--schema` publishes them (profile-keys.ts). A leaf needs an
 * example, too.
 */
import { z } from 'zod';
import { HOOKS, type HookKind, type HookName, type StatedHook, USUAL_HOOK_MS } from '../hooks/hook-names.ts';
import type { PrincipalName } from './principals.ts';
import { PRINCIPAL_NAMES, PRINCIPALS } from './principals.ts';
import { fixturesSchema, int32 } from './profile-fixtures.ts';

export type { FixtureName, Fixtures } from './profile-fixtures.ts';
export { FIXTURE_NAMES } from './profile-fixtures.ts';

const url = z.url({ protocol: /^https?$/, error: 'must be an http or https address' });
const socketUrl = z.url({ protocol: /^wss?$/, error: 'must be a ws or wss address' });
const version = z.string().regex(/^[0-9]+\.[0-9]+\.[0-9]+$/, 'must be a version such as 0.14.0');
const text = z.string().min(1);

/** How a client authenticates at the token endpoint (RFC 6749, 2.3.1). */
export const CLIENT_AUTHENTICATIONS = ['client_secret_post', 'client_secret_basic'] as const;
export type ClientAuthentication = (typeof CLIENT_AUTHENTICATIONS)[number];

const principalSchema = z.strictObject({
  clientId: text.optional().meta({
    description: 'The client id at identity.tokenEndpoint (OAuth 2.0 client credentials).',
    examples: ['touchstone-trader'],
  }),
  clientSecret: text.optional().meta({
    description: 'Its secret in the clear. Prefer clientSecretEnv in a file that is shared.',
    examples: ['change-me'],
  }),
  clientSecretEnv: text.optional().meta({
    description: 'The environment variable that holds the secret.',
    examples: ['TRADER_SECRET'],
  }),
  token: text.optional().meta({ description: 'A bearer token, used as it is.', examples: ['eyJ...'] }),
  tokenEnv: text.optional().meta({
    description: 'The environment variable that holds a bearer token.',
    examples: ['TRADER_TOKEN'],
  }),
  tokenCommand: text.optional().meta({
    description:
      'A command for /bin/sh, run in the folder of the profile, that prints a bearer token. It runs again shortly before the exp of the token.',
    examples: ['./login trader --print-token'],
  }),
  org: int32.optional().meta({ description: "The organisation's register key. doctor compares it.", examples: [1] }),
  userId: int32.optional().meta({ description: "The user's register key. doctor compares it.", examples: [1] }),
});

const principals = Object.fromEntries(
  PRINCIPAL_NAMES.map((name) => [name, principalSchema.optional().meta({ description: PRINCIPALS[name] })]),
) as Record<PrincipalName, z.ZodOptional<typeof principalSchema>>;

const surface = (description: string) =>
  z
    .boolean()
    .optional()
    .meta({ description, examples: [true] });

const MOST_OF_A_HOOK_MS = 3_600_000;

/** A state needs an undo, so it has no short form. */
function hookSchema({ description, isState, example }: HookKind) {
  const undo = text.meta({
    description: 'The command that ends it. It always runs, also where run failed or the check was interrupted.',
    examples: [example.undo ?? './undo'],
  });
  const long = z.strictObject({
    run: text.meta({ description: 'The command that begins it.', examples: [example.run] }),
    undo: isState ? undo : undo.optional(),
    timeoutMs: z
      .int()
      .min(1)
      .max(MOST_OF_A_HOOK_MS)
      .optional()
      .meta({
        description: 'The most that each command may take, in milliseconds; 60000 where absent.',
        examples: [USUAL_HOOK_MS],
      }),
  });
  return (
    isState
      ? long
      : z.union([text, long], { error: 'must be a command, or { run, undo, timeoutMs } of which run is required' })
  )
    .optional()
    .meta({ description, examples: [example] });
}

const hooks = Object.fromEntries(
  Object.entries(HOOKS).map(([name, row]) => [name, hookSchema(row)]),
) as unknown as Record<HookName, z.ZodOptional<z.ZodType<StatedHook>>>;

/** The schema of a profile. */
export const profileSchema = z.strictObject({
  baseUrl: url.meta({
    description: 'The address that all routes are below.',
    examples: ['https://gateway.example.com'],
  }),
  sockets: z
    .strictObject({
      trading: socketUrl.optional().meta({
        description: 'The address of the trading socket.',
        examples: ['wss://gateway.example.com/v1/ws/trading'],
      }),
      marketData: socketUrl.optional().meta({
        description: 'The address of the market data socket.',
        examples: ['wss://gateway.example.com/v1/ws/market-data'],
      }),
    })
    .optional()
    .meta({ description: 'The addresses of the sockets. Absent: checks of that socket are not exercised.' }),
  control: url.optional().meta({
    description: 'The control plane of a sandbox. A deployed member has none: leave it out.',
    examples: ['http://127.0.0.1:4011'],
  }),
  contract: z
    .strictObject({
      rest: version.optional().meta({
        description: 'The REST contract version. Absent: info.version of GET /openapi.json.',
        examples: ['0.14.0'],
      }),
      socket: version.optional().meta({
        description: 'The socket contract version. Absent: the newest is assumed.',
        examples: ['1.4.0'],
      }),
    })
    .optional()
    .meta({ description: 'The contract versions that the target serves.' }),
  commit: text.optional().meta({
    description:
      'The commit that is deployed, for the head of reports. Absent: the one that the CI names (GITHUB_SHA, ...).',
    examples: ['4fcf640'],
  }),
  surfaces: z
    .strictObject({
      algos: surface('Algo instances and versions are served.'),
      balances: surface('Balances are served.'),
      intake: surface('Key material of credentials is taken.'),
      tickets: surface('POST /v1/ws-tickets mints tickets.'),
      replica: z
        .boolean()
        .optional()
        .meta({ description: 'The target is a read replica: it takes no writes.', examples: [false] }),
    })
    .optional()
    .meta({ description: 'false: the target lacks that surface, and its checks are not applicable.' }),
  members: z
    .enum(['single', 'several'])
    .optional()
    .meta({
      description:
        'single: one member behind the address, so reads never go back in time. several (the default): they may.',
      examples: ['several'],
    }),
  strict: z
    .boolean()
    .optional()
    .meta({
      description:
        "Hold the target to the sandbox's own decisions, too. Has an effect only where control serves baseUrl.",
      examples: [false],
    }),
  identity: z
    .strictObject({
      tokenEndpoint: url.optional().meta({
        description: 'The token endpoint of the issuer. Needed by principals with a clientId.',
        examples: ['https://issuer.example.com/oauth/token'],
      }),
      clientAuth: z
        .enum(CLIENT_AUTHENTICATIONS)
        .optional()
        .meta({
          description:
            'How the secret is sent (RFC 6749, 2.3.1). Absent: in the body, and with HTTP Basic once the issuer answers that with 401 invalid_client.',
          examples: ['client_secret_basic'],
        }),
      audience: z
        .string()
        .optional()
        .meta({
          description: 'Sent to the token endpoint as `audience`.',
          examples: ['trading-gateway'],
        }),
      scope: z
        .string()
        .optional()
        .meta({
          description: 'Sent to the token endpoint as `scope`.',
          examples: ['gateway.default'],
        }),
      shortLived: z
        .record(z.string().min(1), z.string())
        .optional()
        .meta({
          description:
            'Form parameters that ask the token endpoint for a token of a short life, where it takes any. Checks of what ends with a token then wait less.',
          examples: [{ expires_in: '75' }],
        }),
      otherAudience: z
        .record(z.string().min(1), z.string())
        .optional()
        .meta({
          description:
            'Form parameters that ask the token endpoint for a token of another audience, where it issues any; they outrank audience. Checks send that token to the target, which must refuse it: choose an audience that opens nothing.',
          examples: [{ audience: 'another-service' }],
        }),
      jwks: url.optional().meta({
        description: "The issuer's public keys. Informational: the suite verifies no token.",
        examples: ['https://issuer.example.com/jwks'],
      }),
    })
    .optional()
    .meta({ description: 'Where the tokens of principals with a clientId are issued.' }),
  tls: z
    .strictObject({
      ca: text.optional().meta({
        description:
          'A PEM file of further certificate authorities, relative to the folder of the profile. Used for HTTP, the sockets and the token endpoint.',
        examples: ['staging-ca.pem'],
      }),
      cert: text.optional().meta({
        description:
          'A PEM file with the client certificate, and those between it and its authority, for a target that asks for one. Used as ca is. Needs key.',
        examples: ['touchstone-client.pem'],
      }),
      key: text.optional().meta({
        description: 'A PEM file with the private key of cert.',
        examples: ['touchstone-client.key'],
      }),
      passphraseEnv: text.optional().meta({
        description: 'The environment variable that holds the passphrase of key, where it has one.',
        examples: ['CLIENT_KEY_PASSPHRASE'],
      }),
    })
    .optional()
    .meta({
      description: 'For a target whose certificate this machine does not trust, or that asks for a client certificate.',
    }),
  principals: z.strictObject(principals).meta({
    description:
      'Who the suite acts as. At least one. Each has clientId with clientSecretEnv (or clientSecret), or tokenEnv (or token), or tokenCommand.',
  }),
  fixtures: fixturesSchema.optional().meta({
    description: 'Rows that exist at the target. Absent ones leave the checks that need them not exercised.',
  }),
  bodies: z
    .record(z.string(), z.record(z.string(), z.unknown()))
    .optional()
    .meta({
      description:
        "Templates of request bodies by route, for members that the interface does not name. Placeholders: {key}, {id}, {orderId}, {name} (a display name), {account}, {instrument}, {account.id} and other members of fixtures, {body.capabilities} and other members that the suite would send. Absent: the target's own contract document says what is required.",
      examples: [{ 'POST /orders': { tif: 'GTC' }, 'POST /accounts': { label: '{name}' } }],
    }),
  hooks: z.strictObject(hooks).optional().meta({
    description:
      'Commands that make owners slow, restart members and the like, for checks that need that of a deployed member. They run only with limits.destructive: true, and not where control is stated.',
  }),
  limits: z
    .strictObject({
      requestsPerSecond: z
        .number()
        .positive()
        .optional()
        .meta({
          description:
            'The most requests and frames that are sent in a second; 5 where absent, unless control is stated.',
          examples: [5],
        }),
      requestsAtOnce: z
        .int()
        .min(1)
        .optional()
        .meta({
          description:
            'How many requests may wait for their answers at once, so as many checks run side by side; 4 where absent, unless control is stated. Checks of requests that race send two or three regardless.',
          examples: [4],
        }),
      runs: z
        .int()
        .min(1)
        .optional()
        .meta({
          description:
            'How often a check with generated inputs is run; --runs outranks it. Absent: as the check says, and histories of many orders a quarter as often unless control is stated.',
          examples: [20],
        }),
      openOrders: z
        .int()
        .min(0)
        .optional()
        .meta({
          description: 'The most orders that a check may leave open at once.',
          examples: [20],
        }),
      writes: z
        .boolean()
        .optional()
        .meta({
          description:
            'true: the suite may make its own rows and place orders on the fixtures. Absent: nothing is written, unless control is stated.',
          examples: [true],
        }),
      destructive: z
        .boolean()
        .optional()
        .meta({
          description:
            'true: the suite may also change what it did not make (halt all algo instances, for one), and leave rows that nothing takes away. Absent: it may not, unless control is stated.',
          examples: [false],
        }),
      readLagMs: z
        .int()
        .min(0)
        .optional()
        .meta({
          description:
            'How long after a write a read may still show the state before it, in milliseconds; 5000 where absent. The suite repeats such reads.',
          examples: [400],
        }),
      timeoutMs: z
        .int()
        .positive()
        .optional()
        .meta({
          description: 'How long the suite waits for an answer, in milliseconds; 10000 where absent.',
          examples: [10_000],
        }),
    })
    .optional()
    .meta({ description: 'What the suite may do to the target.' }),
  production: z
    .boolean()
    .optional()
    .meta({ description: 'true: nothing is written, whatever limits says.', examples: [false] }),
  guard: z
    .array(text)
    .optional()
    .meta({
      description:
        'Hosts that nothing is ever written to, such as "*.prod.example.com", also where --base-url names one.',
      examples: [['*.prod.example.com']],
    }),
});

export type Profile = z.infer<typeof profileSchema> & {
  /** The file's own baseUrl, where `--base-url` names another: a guard of it still holds. */
  readonly statedBaseUrl?: string;
};
export type SurfaceName = keyof NonNullable<Profile['surfaces']>;

/** The optional surfaces that a profile can name. */
export const SURFACE_NAMES = [
  'algos',
  'balances',
  'intake',
  'tickets',
  'replica',
] as const satisfies readonly SurfaceName[];
