/** Probes the member with two reads for each caller whose token is at hand, or for an anonymous one. */
import { foreignIn } from '../exchange/foreign.ts';
import type { ForeignLedger } from '../exchange/foreign-ledger.ts';
import type { Tokens } from '../tokens/tokens.ts';
import type { RunIdentity } from './run-identity.ts';
import type { Transport } from './transport.ts';

interface Probing {
  readonly transport: Transport;
  readonly ledger: ForeignLedger;
  readonly onSend: () => void;
  readonly tokens: Tokens;
  readonly identity: RunIdentity;
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
  identity,
}: Probing): Promise<string | undefined> {
  const held = tokens.held().slice(0, MOST_CALLERS);
  const callers = held.length === 0 ? [[]] : held.map((token) => ['Authorization', `Bearer ${token}`]);
  const headers = identity.headers().flat();
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
