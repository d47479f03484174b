/** Statements about tickets: T44 to T46 of contract/properties.md. */
import type { Conversation } from '../../member/exchange/conversation.ts';
import type { Exchange } from '../../member/exchange/exchange.ts';
import { errorCode, header, isOk } from '../../member/exchange/exchange.ts';
import type { History } from '../../runner/history.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, evenIfBusy, pass, violated } from '../../runner/judgement.ts';
import { callerOf } from '../attempt.ts';
import type { Chronicle, Statement } from '../chronicle.ts';
import { clockReadings, momentOf } from '../clock-readings.ts';
import { CREDENTIAL } from '../labels.ts';
import { wasRestarted } from '../session-story.ts';
import type { Minted } from '../tickets.ts';
import { mintedTickets, mintsOf, openedByTicket } from '../tickets.ts';

const LIFETIME_NS = 10_000_000_000n;
/** A Date header has no fraction of a second, and may come from another clock than the one that mints. */
const ROUNDING_NS = 5_000_000_000n;

/** When the token that the mint was requested with expires; undefined where nothing shows it. */
function tokenExpiryNs({ notes }: Chronicle['history'], { exchange }: Minted): bigint | undefined {
  const noted = notes.findLast(
    ({ n, label, value }) =>
      label === CREDENTIAL && n < exchange.n && (value as { readonly of?: unknown }).of === callerOf(exchange),
  );
  const expiry = (noted?.value as { readonly expiresAtNs?: unknown } | undefined)?.expiresAtNs;
  return typeof expiry === 'string' ? BigInt(expiry) : undefined;
}

function judgeExpiry(minted: Minted, { history }: Chronicle): Judgement {
  const { exchange, expiresAtNs } = minted;
  if (expiresAtNs === undefined) return violated('an expiresAtNs of epoch nanoseconds', exchange);
  const tokenNs = tokenExpiryNs(history, minted);
  if (tokenNs !== undefined && expiresAtNs > tokenNs)
    return violated("a ticket that does not outlive the caller's token", exchange);
  const statedMs = Date.parse(header(exchange, 'date') ?? '');
  if (Number.isNaN(statedMs)) return pass;
  const dateNs = BigInt(statedMs) * 1_000_000n;
  return dateNs < expiresAtNs && expiresAtNs <= dateNs + LIFETIME_NS + ROUNDING_NS
    ? pass
    : violated('an expiresAtNs after its minting (Date) and at most ten seconds after it', exchange);
}

function judgeMarks(minted: readonly Minted[]): Judgement {
  const first = new Map<string, Minted>();
  for (const one of minted) {
    const before = first.get(one.mark);
    if (before !== undefined)
      return violated('a ticket that no other call was answered with', before.exchange, one.exchange);
    first.set(one.mark, one);
  }
  return pass;
}

/** Each ticket is new, and expires within ten seconds and no later than the token it was minted with. */
const ticketsExpireSoon: Statement = {
  id: 'T44',
  shows: ['TKT-02', 'TKT-04'],
  judge(chronicle) {
    const minted = mintedTickets(chronicle);
    return allOf(
      judgeMarks(minted),
      minted.map((one) => judgeExpiry(one, chronicle)),
    );
  },
};

function judgeTicket(
  { mark, exchange, expiresAtNs }: Minted,
  opened: readonly Conversation[],
  { history }: Chronicle,
): Judgement {
  const [, second] = opened;
  if (second !== undefined) return violated(`a refusal: ${mark} opened a session before`, exchange, opened.slice(0, 2));
  // Only a readable clock shows when a handshake was sent; without control expiry is not judged.
  const late = opened.find(({ n }) => {
    const moment = momentOf(history, n);
    return moment !== undefined && expiresAtNs !== undefined && moment.notBeforeNs >= expiresAtNs;
  });
  return late === undefined ? pass : violated(`a refusal: ${mark} had expired`, exchange, late);
}

/**
 * A ticket opens at most one session, in whatever spelling and on whatever member, and none after it has
 * expired.
 */
const aTicketOpensOnce: Statement = {
  id: 'T45',
  shows: ['TKT-08', 'TKT-09'],
  judge(chronicle) {
    const opened = openedByTicket(chronicle.history);
    return allOf(mintedTickets(chronicle).map((one) => judgeTicket(one, opened.get(one.mark) ?? [], chronicle)));
  },
};

const MOST = 60;
const WINDOW_NS = 60_000_000_000n;

interface Mint {
  readonly exchange: Exchange;
  readonly atNs: bigint;
}

/** The clock did not move between the request and the answer. */
function mintedAt(history: History, exchange: Exchange): Mint[] {
  const moment = momentOf(history, exchange.n);
  return moment === undefined || moment.notBeforeNs !== moment.notAfterNs
    ? []
    : [{ exchange, atNs: moment.notBeforeNs }];
}

function judgeUser(mints: readonly Mint[], history: History): Judgement {
  const beganNs = clockReadings(history)[0]?.nowNs ?? 0n;
  const minted: Mint[] = [];
  for (const one of mints) {
    const within = minted.filter(
      ({ exchange, atNs }) => atNs > one.atNs - WINDOW_NS && !wasRestarted(history, exchange.n, one.exchange.n),
    );
    if (isOk(one.exchange)) {
      if (within.length >= MOST)
        return violated(`429 RATE_LIMITED: ${within.length} were minted within a minute`, one.exchange);
      minted.push(one);
    } else if (errorCode(one.exchange) === 'RATE_LIMITED' && within.length < MOST && one.atNs - beganNs >= WINDOW_NS) {
      // Tickets minted before the history began count for a minute.
      const early = violated(`a ticket: only ${within.length} were minted within a minute`, one.exchange);
      return evenIfBusy(early);
    }
  }
  return pass;
}

/** A deployed member chooses its own window (decision A87): only the simulator is judged. */
const sixtyTicketsAMinute: Statement = {
  id: 'T46',
  shows: ['TKT-06'],
  judge(chronicle) {
    const { history, target } = chronicle;
    if (!target.strict || !target.singleMember) return pass;
    const mints = mintsOf(history).flatMap((e) => mintedAt(history, e));
    const users = Map.groupBy(mints, ({ exchange }) => callerOf(exchange));
    return allOf([...users.values()].map((of) => judgeUser(of, history)));
  },
};

export const TICKETS: readonly Statement[] = [ticketsExpireSoon, aTicketOpensOnce, sixtyTicketsAMinute];
