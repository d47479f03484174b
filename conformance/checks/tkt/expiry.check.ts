/** When a ticket expires: ten seconds from minting, and never later than the token that minted it. */
import { isOpened } from '../../member/exchange/conversation.ts';
import { type Exchange, isOk } from '../../member/exchange/exchange.ts';
import { targetTime } from '../../rules/target-time.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import type { History } from '../../runner/history.ts';
import { allOf, blaming, inconclusive, type Judgement, notExercised, pass, violated } from '../../runner/judgement.ts';
import { waitsForAToken } from '../../scenes/expired-token.ts';
import { readNow } from '../../scenes/target-now.ts';
import { dateNs, expiresAtNs, expiryNs, isTurnedAway, unminted } from '../../scenes/ticket-parts.ts';

const S = 1_000_000_000n;
const LIFE_NS = 10n * S;
/** The control plane's clock is read to the millisecond. */
const EXACT_NS = 1_000_000n;
/** Date is exact to the second, and not always of the clock that mints. */
const ABOUT_NS = 5n * S;

type Span = readonly [fromNs: bigint, untilNs: bigint];

/** The times between which it was minted: by the control plane's clock, else by Date. */
function mintedIn(history: History, minted: Exchange): Span | undefined {
  const [before, after] = history.notes.filter(({ label }) => label === 'now').map(({ value }) => value as bigint);
  if (before !== undefined && after !== undefined) return [before - EXACT_NS, after + EXACT_NS];
  const at = dateNs(minted);
  return at === undefined ? undefined : [at - ABOUT_NS, at + ABOUT_NS];
}

/** TKT-04. */
export const tenSeconds = check({
  id: 'tkt/ten-seconds',
  proves: ['TKT-04'],
  title: 'a ticket of a token that lives longer expires ten seconds from minting',
  needs: ['trader', 'tickets'],

  async drive({ trader, control, note }) {
    // Stated, since another token that is fetched meanwhile may live longer.
    const token = await trader.token();
    note('token expires', expiryNs(token));
    if (control !== undefined) note('now', (await control.clock()).nowNs);
    await trader.mintTicket({ token, label: 'minted' });
    if (control !== undefined) note('now', (await control.clock()).nowNs);
  },

  judge(history) {
    const minted = history.one('minted');
    const unknown = unminted(minted);
    if (unknown !== undefined) return unknown;
    const [span, expires, token] = [
      mintedIn(history, minted),
      expiresAtNs(minted),
      history.noted('token expires')?.value,
    ];
    if (span === undefined) return inconclusive('the answer names no Date');
    if (expires === undefined) return violated('expiresAtNs, a decimal string', minted);
    const [earliest, until] = [span[0] + LIFE_NS, span[1] + LIFE_NS];
    // A member may count whole seconds: a ticket then lives no longer than ten.
    const from = expires % S === 0n ? ((earliest + EXACT_NS) / S) * S : earliest;
    if (typeof token === 'bigint') {
      if (expires > token) return violated("an expiry no later than the token's own", minted);
      if (token < until) return inconclusive('the token itself expires within ten seconds');
    }
    return expires >= from && expires <= until
      ? pass
      : violated('an expiry ten seconds from when it was minted', minted);
  },
});

/** TKT-04, of a token that expires first. */
export const tokenExpiryBoundsTheTicket = check({
  id: 'tkt/token-expiry-bounds-the-ticket',
  proves: ['TKT-04'],
  title: "a ticket of a token that expires sooner than ten seconds expires at the token's own expiry",
  needs: ['trader', 'tickets', 'mint'],

  async drive({ trader, control, note }) {
    const token = await control.mint({ persona: 'trader', expiresIn: '5s' });
    note('token expires', expiryNs(token));
    await trader.mintTicket({ token, label: 'minted' });
  },

  judge(history) {
    const minted = history.one('minted');
    const unknown = unminted(minted);
    if (unknown !== undefined) return unknown;
    const token = history.noted('token expires')?.value;
    if (typeof token !== 'bigint') return inconclusive('the minted token names no expiry');
    return expiresAtNs(minted) === token ? pass : violated("the token's own expiry, which comes first", minted);
  },
});

/** Before the end of its token: less than a ticket lives. */
const BEFORE_END_MS = 5_000;
/** After the end, as much as the clocks of two members may differ by. */
const PAST_END_MS = 5_000;

/** A ticket that would have expired before its token shows nothing. */
function endsNoLater(history: History, minted: Exchange, endNs: bigint): Judgement {
  const expires = expiresAtNs(minted);
  if (expires === undefined) return violated('expiresAtNs, a decimal string', minted);
  if (expires > endNs) return violated("an expiry no later than the token's own", minted);
  const mintedNs = targetTime(history)(minted.sentAtMs)?.notBeforeNs;
  return mintedNs !== undefined && mintedNs + LIFE_NS > endNs
    ? pass
    : notExercised('the token outlived its ticket: its exp is later than its stated life');
}

/** Refused once the token that minted it has surely expired. */
function endsWithItsToken(history: History, endNs: bigint): Judgement {
  const [fresh, opened] = [history.maybeConversation('fresh'), history.maybeConversation('expired')];
  if (fresh === undefined || !isOpened(fresh)) return inconclusive('a fresh ticket opens no session either');
  if (opened === undefined) return inconclusive('the ticket was not presented');
  const atNs = targetTime(history)(opened.sentAtMs)?.notBeforeNs;
  return atNs !== undefined && atNs > endNs
    ? isTurnedAway(opened, 'the token of its ticket has expired')
    : inconclusive('it is not known that the token had expired when its ticket was presented');
}

/** TKT-04 and TKT-09 without a control plane: a ticket of a token in its last seconds. */
export const shortTokenBoundsItsTicket = check({
  id: 'tkt/short-token-bounds-its-ticket',
  proves: ['TKT-04', 'TKT-09'],
  title: 'a ticket of a token in its last seconds expires no later than the token, and then opens no session',
  needs: ['trader', 'tickets', 'trading-socket'],
  waits: waitsForAToken(PAST_END_MS),

  async drive({ trader, control, elapse, note, patienceMs }) {
    const { token, lifeMs } = await trader.freshToken();
    const endNs = expiryNs(token);
    note('life', lifeMs);
    if (lifeMs === undefined || endNs === undefined || lifeMs + PAST_END_MS > patienceMs) return;
    note('token expires', endNs);
    await elapse(Math.max(0, lifeMs - BEFORE_END_MS));
    await readNow({ trader, control, note });
    const { ticket } = await trader.mintTicket({ token, label: 'minted' });
    await elapse(BEFORE_END_MS + PAST_END_MS);
    await readNow({ trader, control, note });
    const { ticket: fresh } = await trader.mintTicket({ label: 'another' });
    if (fresh !== undefined) await (await trader.openSocket('trading', { ticket: fresh, label: 'fresh' })).close();
    if (ticket !== undefined) await trader.openSocket('trading', { ticket, label: 'expired' });
  },

  judge(history) {
    const lifeMs = history.noted('life')?.value as number | undefined;
    const endNs = history.noted('token expires')?.value as bigint | undefined;
    if (lifeMs === undefined) return notExercised('nothing says how long a token of trader lives');
    const minted = history.maybe('minted');
    if (endNs === undefined || minted === undefined) {
      const needed = Math.ceil((lifeMs + PAST_END_MS) / 1000);
      return notExercised(`needs a JWT that states exp, and --patience ${needed}s`);
    }
    const unknown = unminted(minted);
    if (unknown !== undefined) return unknown;
    return allOf(
      blaming(endsNoLater(history, minted, endNs), 'TKT-04'),
      blaming(endsWithItsToken(history, endNs), 'TKT-09'),
    );
  },
});

/** TKT-05. */
export const tokenWithoutExpiry = check({
  id: 'tkt/token-without-expiry',
  proves: ['TKT-05'],
  title: 'a token without expiry answers 401 UNAUTHENTICATED and mints no ticket',
  needs: ['trader', 'tickets', 'mint'],

  async drive({ trader, control }) {
    await trader.mintTicket({ token: await control.mint({ persona: 'trader' }), label: 'with expiry' });
    const token = await control.mint({ persona: 'trader', claims: { exp: null } });
    await trader.mintTicket({ token, label: 'without expiry' });
  },

  judge(history) {
    if (!isOk(history.one('with expiry'))) return inconclusive('a minted token with an expiry mints no ticket either');
    return expects(history.one('without expiry'), { status: 401, code: 'UNAUTHENTICATED' });
  },
});
