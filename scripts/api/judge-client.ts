/**
 * Judges a client in a test file:
 *
 *     await judgeClient(async ({ baseUrl, token, socketUrl }) => { ... });
 *
 * The function is called once without trouble, and then under schedules of trouble, each time with a new sandbox.
 */

import { startStopwatch } from '../../conformance/runner/stopwatch.ts';
import type { ClientRecord } from '../../reports/client-record.ts';
import { clientHeadline } from '../../reports/client-record.ts';
import { clientRecord } from '../cli/client/client-report.ts';
import { functionClient, NEEDS_A_PROCESS } from '../cli/client/function-client.ts';
import { judgeSession } from '../cli/client/judge-session.ts';
import { type ClientPrincipal, runStart } from '../cli/client/one-start.ts';

/** What a client needs to work in its sandbox. */
export interface ClientUnderTest {
  readonly baseUrl: string;
  /** Of the trading socket. */
  readonly socketUrl: string;
  readonly marketDataUrl: string;
  /** A token that is valid for an hour. A client that fetches its own uses the members below. */
  readonly token: string;
  readonly tokenEndpoint: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The display name of an account, and the symbol of an instrument. */
  readonly account: string;
  readonly instrument: string;
  /** A folder that is empty at first. */
  readonly state: string;
  /** Declares what the client wants done once, or how it ended: `{ intent: 'buy-1', order: { qty: '1' } }`. */
  declare(intent: object): void;
}

export interface JudgeClientOptions {
  /** The most schedules of trouble; 20 unless stated. */
  readonly schedules?: number;
  /** Of the schedules and the sandboxes; 1 unless stated. */
  readonly seed?: number;
  /** The principal that it acts as; trader unless stated. */
  readonly as?: ClientPrincipal;
  /** How long one start may take, in milliseconds; a minute unless stated. */
  readonly limitMs?: number;
}

/** The client broke a rule, or could not be judged. The message names each rule, the moment and the trouble. */
export class ClientNotConforming extends Error {
  override readonly name = 'ClientNotConforming';
  readonly record: ClientRecord;

  constructor(record: ClientRecord) {
    const broken = record.rules.filter(({ verdict, severity }) => verdict === 'fail' && severity === 'must');
    const lines = broken.flatMap(({ id, says, failure }) => [
      `${id}: ${says}`,
      `    ${failure?.moment ?? ''}`,
      ...(failure === undefined || failure.schedule.length === 0
        ? []
        : [`    trouble: ${failure.schedule.join('; ')}`]),
    ]);
    super([clientHeadline(record), ...(record.unfit?.output ?? []), ...lines].join('\n'));
    this.record = record;
  }
}

/**
 * Resolves with the record if the client breaks no rule that must hold. Rejects with ClientNotConforming if it does, if it
 * fails without any trouble, or if it sends nothing.
 */
export async function judgeClient(
  client: (given: ClientUnderTest) => Promise<unknown>,
  { schedules = 20, seed = 1, as = 'trader', limitMs = 60_000 }: JudgeClientOptions = {},
): Promise<ClientRecord> {
  const stopwatch = startStopwatch();
  const start = functionClient(async ({ sandbox: { profile }, token, state, declare }) => {
    const { clientId, clientSecret } = profile.principals[as];
    await client({
      ...{ baseUrl: profile.baseUrl, socketUrl: profile.sockets.trading, marketDataUrl: profile.sockets.marketData },
      token: await token(),
      ...{ tokenEndpoint: profile.identity.tokenEndpoint, clientId, clientSecret, state, declare },
      ...{ account: profile.fixtures.account.name, instrument: profile.fixtures.instrument.symbol },
    });
  }, limitMs);
  const session = await judgeSession({
    ...{ seed, schedules, without: NEEDS_A_PROCESS },
    run: (schedule) => runStart({ schedule, principal: as, stopwatch, rate: 1, start }),
  });
  const judged = {
    session,
    client: client.name || 'a function',
    seed,
    startedAtMs: stopwatch.startedAtMs,
    durationMs: stopwatch.nowMs(),
  };
  const record = clientRecord(judged, process.cwd());
  if (record.unfit !== undefined || record.verdict === 'fail') throw new ClientNotConforming(record);
  return record;
}
