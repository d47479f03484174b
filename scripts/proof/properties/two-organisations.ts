/** A sandbox with two equal organisations: each has two users with all capabilities, and its own rows. */
import { SCOPES } from '../../../gateway/contract/capabilities.ts';
import type { Fact, UserRow } from '../../../gateway/facts.ts';
import { type Sandbox, startSandbox } from '../../../platform-sim/sandbox.ts';
import { type Answered, type Caller, describeExchange, RecordingClient } from './caller.ts';
import { type Schema, type ServedDocument, servedDocument } from './served-document.ts';

export interface Organisation {
  readonly orgId: number;
  /** Two users: each approves the proposals of the other. */
  readonly callers: readonly [Caller, Caller];
  /** A user who may only read. */
  readonly onlooker: Caller;
  /** Ids and names of its rows and of the platform's, by the body member that names them. */
  readonly held: Readonly<Record<string, unknown>>;
  /** The schema of the documents of its algos. */
  readonly documentSchema: Schema;
  /** The alternative of a oneOf that its bodies state. */
  readonly leg: number;
  /** The same organisation with bodies that state another alternative, at a venue that accepts it. */
  withLeg(leg: number): Organisation;
}

export interface TwoOrganisations extends AsyncDisposable {
  readonly sandbox: Sandbox;
  readonly client: RecordingClient;
  readonly document: ServedDocument;
  /** Resets the world and creates both organisations. */
  begin(): Promise<readonly [Organisation, Organisation]>;
  /** The number of records under a key. Records that the platform makes by itself have no key. */
  recordsUnder(key: string): number;
  /** How often the intake received key material. */
  materialBrought(): number;
  /** Both trade, and the venue fills and pays. */
  trade(organisations: readonly Organisation[]): Promise<void>;
}

const PEOPLE = [
  { org: 'org-first', proposer: 'admin' },
  { org: 'org-second', proposer: 'outsider' },
] as const;

/** One venue of each family, in the order of the alternatives of key material: `x-service-intake-venues` lists them. */
const VENUE_OF_LEG = [1, 2] as const;

/** Users that the world lacks in each organisation. Their ids are far from the world's own ids. */
const FURTHER = {
  approver: { subject: 'second-pair-of-eyes', firstId: 900_000, capabilities: SCOPES },
  onlooker: { subject: 'onlooker', firstId: 910_000, capabilities: [] },
} as const;

export async function openTwoOrganisations(): Promise<TwoOrganisations> {
  const sandbox = await startSandbox({ clock: 'virtual', limits: { intakePerMinute: 100_000 } });
  const client = new RecordingClient(sandbox);
  return {
    sandbox,
    client,
    document: await servedDocument(sandbox.baseUrl),
    async begin() {
      await sandbox.reset();
      return [await organisation(sandbox, client, 0), await organisation(sandbox, client, 1)];
    },
    recordsUnder: (key) => sandbox.platform.records().filter(({ command }) => command.key === key).length,
    materialBrought() {
      const { stored, repeated, refused } = sandbox.platform.intakeCounts();
      return stored + repeated + refused.keyReused + refused.rateLimited;
    },
    async trade(organisations) {
      const { side, price, qty } = sandbox.platform.world.landmarks.fill;
      for (const { callers } of organisations) {
        for (const key of ['trade-1', 'trade-2']) {
          const body = JSON.stringify({ account: 'main', instrument: 'BTC-USD', side, price, qty });
          await callers[0]({ method: 'POST', path: '/orders', key, body });
        }
      }
      await sandbox.clock.advance(5_000);
    },
    async [Symbol.asyncDispose]() {
      await client.close();
      await sandbox.close();
    },
  };
}

async function organisation(sandbox: Sandbox, client: RecordingClient, which: 0 | 1): Promise<Organisation> {
  const { org, proposer } = PEOPLE[which];
  const { orgId } = sandbox.platform.world.principals.find(({ name }) => name === proposer) ?? { orgId: 0 };
  await stateFurther(sandbox, orgId);
  const as = async (subject: string): Promise<Caller> =>
    client.as(await sandbox.issuer.issue({ name: subject, clientId: subject, clientSecret: '', org, subject }), orgId);
  const callers = [await as(proposer), await as(FURTHER.approver.subject)] as const;
  const onlooker = await as(FURTHER.onlooker.subject);
  return withLeg({ orgId, callers, onlooker, ...(await heldBy(callers[0])) }, 0);
}

function withLeg(of: Omit<Organisation, 'leg' | 'withLeg'>, leg: number): Organisation {
  const held = { ...of.held, exchangeId: VENUE_OF_LEG[leg] };
  return { ...of, held, leg, withLeg: (other) => withLeg(of, other) };
}

async function stateFurther({ platform }: Sandbox, orgId: number): Promise<void> {
  const facts = Object.values(FURTHER).map(({ subject, firstId, capabilities }): Fact => {
    const row: UserRow = {
      userId: firstId + orgId,
      orgId,
      subject,
      displayName: subject,
      status: 'ACTIVE',
      capabilities,
      version: 1,
    };
    return { kind: 'RegisterRecorded', family: 'users', row };
  });
  const command = { owner: 'register', principal: { orgId, userId: 0 }, key: null, operation: 'world' } as const;
  await platform.port('world').submit({ ...command, body: { kind: 'state', facts } });
}

/** Every organisation calls its first account `main`. Rows of the platform are the same for both. */
async function heldBy(caller: Caller): Promise<Pick<Organisation, 'held' | 'documentSchema'>> {
  const accounts = itemsOf(await caller({ method: 'GET', path: '/accounts' }));
  const main = accounts.find((row) => row['displayName'] === 'main') ?? {};
  const [version = {}] = itemsOf(await caller({ method: 'GET', path: '/algos/versions' }));
  const { accountId, portfolioId, credentialId } = main;
  const { algoVersionId, pool } = version;
  const held = {
    accountId,
    portfolioId,
    credentialId,
    account: 'main',
    instrument: 'BTC-USD',
    instrumentId: 1,
    // Policies cap and halt an instrument that the other operations do not trade.
    'trading-policies instrumentId': 3,
    assetId: 2,
    algoVersionId,
    pool,
  };
  return { held, documentSchema: version['documentSchema'] as Schema };
}

/** @throws if the answer is not a page */
export function itemsOf(answered: Answered): readonly Readonly<Record<string, unknown>>[] {
  const items = (answered.json as { readonly items?: unknown } | undefined)?.items;
  if (!Array.isArray(items)) throw new Error(`no page: ${describeExchange(answered)}`);
  return items;
}
