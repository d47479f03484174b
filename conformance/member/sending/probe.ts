/** Probes the member with two reads for each caller whose token is at hand, or for an anonymous one. */
import { foreignIn } from '../exchange/foreign.ts';
import type { ForeignLedger } from '../exchange/foreign-ledger.ts';
import type { Transport } from './transport.ts';

export interface Probing {
  readonly transport: Transport;
  readonly ledger: ForeignLedger;
  /** Called for every request that is sent. */
  readonly onSend: () => void;
  /** In clear text; requests are sent for each of them. */
  readonly tokens: readonly string[];
  readonly headers: readonly string[];
}

/** Two paths, since one of them may be a hanging route. */
const PATHS = ['/me', '/orders?limit=1'];
const TIMEOUT_MS = 5_000;
const MOST_CALLERS = 3;

/** undefined: the member sent at least one response and was not busy; otherwise what came instead. */
export async function probeMember({
  transport,
  ledger,
  onSend,
  tokens,
  headers,
}: Probing): Promise<string | undefined> {
  const callers =
    tokens.length === 0 ? [[]] : tokens.slice(0, MOST_CALLERS).map((t) => ['Authorization', `Bearer ${t}`]);
  const rule = { isDisturbed: false, areBareOnesOwn: ledger.areBareOnesOwn, isRaw: false };
  const ask = async (caller: readonly string[], path: string): Promise<string | undefined> => {
    onSend();
    const sent = [...caller, 'Accept', 'application/json', ...headers];
    const answer = await transport.send({ method: 'GET', path, headers: sent, body: null, timeoutMs: TIMEOUT_MS });
    if ('failure' in answer) return answer.failure;
    const foreign = foreignIn({ request: { method: 'GET', path, headers: [], body: null }, response: answer }, rule);
    return foreign ?? ([429, 503].includes(answer.status) ? `${answer.status}` : undefined);
  };
  const seen = await Promise.all(callers.flatMap((caller) => PATHS.map((path) => ask(caller, path))));
  return seen.includes(undefined) ? undefined : seen.at(0);
}
