/** Judges the known-bad clients and the good ones, as `npm run clients` and CI do. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Start } from '../../../conformance/clients/history.ts';
import { startStopwatch } from '../../../conformance/runner/stopwatch.ts';
import type { Schedule } from '../../../scenarios/schedules/schedule.ts';
import { startClient } from '../../cli/client/client-process.ts';
import { clientEnvironment } from '../../cli/client/environment.ts';
import { functionClient } from '../../cli/client/function-client.ts';
import { type ClientContext, type ClientPrincipal, runStart } from '../../cli/client/one-start.ts';
import { TradingClient } from '../../examples/trading-client.ts';
import { TicketSession } from '../../examples/trading-session.ts';
import { work } from '../../examples/trading-work.ts';
import type { BadClient } from './bad-habits.ts';

const LIMIT_MS = 60_000;
const stopwatch = startStopwatch();

/** A client by its command line. */
export interface Commanded {
  readonly program: string;
  readonly args: readonly string[];
  readonly principal: ClientPrincipal;
  /** The origins of its pages. */
  readonly cors?: readonly string[];
}

/** Starts a client once under a schedule. */
export type RunClient = (schedule: Schedule) => Promise<Start>;

export function runsCommand({ program, args, principal, cors = [] }: Commanded): RunClient {
  return (schedule) =>
    runStart({
      ...{ schedule, principal, stopwatch, rate: 1, sandbox: { cors } },
      start: (context) =>
        startClient(
          { program, args, cwd: process.cwd(), env: { ...process.env, ...clientEnvironment(context) } },
          context,
          LIMIT_MS,
        ),
    });
}

/** The work of a known-bad client in this process; without one, of the good one. */
export async function actAs(
  bad: Partial<BadClient>,
  { sandbox, state, declare }: Pick<ClientContext, 'sandbox' | 'state' | 'declare'>,
): Promise<void> {
  const { profile } = sandbox;
  const { clientId, clientSecret } = profile.principals.admin;
  const { client: Client = TradingClient, session = TicketSession, work: act = work, watchMs } = bad;
  const client = new Client({
    baseUrl: profile.baseUrl,
    tradingUrl: profile.sockets.trading,
    marketDataUrl: profile.sockets.marketData,
    tokenEndpoint: profile.identity.tokenEndpoint,
    ...{ clientId, clientSecret, stateFile: join(state, 'keys.jsonl'), mostTries: 8 },
  });
  const { account, instrument } = profile.fixtures;
  await act(
    client,
    {
      account: account.name,
      instrument: instrument.symbol,
      say: declare,
      ...(watchMs === undefined ? {} : { watchMs }),
    },
    session,
  );
}

/** A known-bad client: in this process unless its rule needs one that can be ended. */
export function runsBad(bad: BadClient): RunClient {
  const file = fileURLToPath(new URL('bad-client.ts', import.meta.url));
  if (bad.isProcess) return runsCommand({ program: process.execPath, args: [file, bad.name], principal: 'admin' });
  const start = functionClient((context) => actAs(bad, context), LIMIT_MS);
  return (schedule) => runStart({ ...{ schedule, principal: 'admin', stopwatch, rate: 1 }, start });
}

/** The good client of TypeScript, in this process. */
export const runsGood: RunClient = (schedule) =>
  runStart({
    ...{ schedule, principal: 'admin', stopwatch, rate: 1 },
    start: functionClient((context) => actAs({}, context), LIMIT_MS),
  });
