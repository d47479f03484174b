import { header } from '../../../member/exchange/exchange.ts';
import type { Judgement } from '../../../runner/judgement.ts';
import { allOf, pass, violated } from '../../../runner/judgement.ts';
import { callerOf } from '../../attempt.ts';
import type { Chronicle } from '../../chronicle.ts';
import type { Minted } from '../../minted-tickets.ts';
import { mintedTickets } from '../../minted-tickets.ts';
import type { Statement } from '../../statement.ts';

const LIFE_NS = 10_000_000_000n;
/** A Date header has no fraction of a second, and may come from another clock than the one that mints. */
const ROUNDING_NS = 5_000_000_000n;

/** The note that a drive makes about the token that it mints with: its expiry only. */
export const CREDENTIAL = 'credential';

/** When the token that the mint was requested with expires; undefined where nothing shows it. */
function tokenExpiryNs({ notes }: Chronicle['history'], { exchange }: Minted): bigint | undefined {
  const told = notes.findLast(
    ({ n, label, value }) =>
      label === CREDENTIAL && n < exchange.n && (value as { readonly of?: unknown }).of === callerOf(exchange),
  );
  const expiry = (told?.value as { readonly expiresAtNs?: unknown } | undefined)?.expiresAtNs;
  return typeof expiry === 'string' ? BigInt(expiry) : undefined;
}

function judgeExpiry(minted: Minted, { history }: Chronicle): Judgement {
  const { exchange, expiresAtNs } = minted;
  if (expiresAtNs === undefined) return violated('an expiresAtNs of epoch nanoseconds', exchange);
  const tokenNs = tokenExpiryNs(history, minted);
  if (tokenNs !== undefined && expiresAtNs > tokenNs)
    return violated("a ticket that does not outlive the caller's token", exchange);
  const saidMs = Date.parse(header(exchange, 'date') ?? '');
  if (Number.isNaN(saidMs)) return pass;
  const dateNs = BigInt(saidMs) * 1_000_000n;
  return dateNs < expiresAtNs && expiresAtNs <= dateNs + LIFE_NS + ROUNDING_NS
    ? pass
    : violated('an expiresAtNs after its minting (Date) and at most ten seconds after it', exchange);
}

function judgeMarks(minted: readonly Minted[]): Judgement {
  const first = new Map<string, Minted>();
  for (const one of minted) {
    const before = first.get(one.mark);
    if (before !== undefined) return violated('a ticket of its own for each call', before.exchange, one.exchange);
    first.set(one.mark, one);
  }
  return pass;
}

/** T44. Each ticket is new, and expires within ten seconds and no later than the token it was minted with. */
export const ticketsLiveBriefly: Statement = {
  id: 'T44',
  says: 'a ticket is new, and lives ten seconds at most and no longer than the token',
  shows: ['TKT-02', 'TKT-04'],
  judge(chronicle) {
    const minted = mintedTickets(chronicle);
    return allOf(
      judgeMarks(minted),
      minted.map((one) => judgeExpiry(one, chronicle)),
    );
  },
};
