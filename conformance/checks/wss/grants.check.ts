/** What the grant of a session says: the capabilities of GET /me, in order, and nobody's name; and when they change. */
import type { Conversation, Frame } from '../../client/conversation.ts';
import { events, frameAt, frameJson, grantOf, showing } from '../../client/conversation.ts';
import type { Exchange } from '../../client/exchange.ts';
import { isOk, json } from '../../client/exchange.ts';
import type { RequirementId } from '../../contract/requirements.ts';
import {
  answerTo,
  greetingOf,
  ofSession,
  openGreeted,
  PROBE,
  staysOpen,
  unopened,
  whereGranted,
} from '../../rules/frame-rules.ts';
import { capabilitiesOf, idIn } from '../../rules/who-is-served.ts';
import { check, checks } from '../../runner/check.ts';
import type { History } from '../../runner/history.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, inconclusive, pass, violated } from '../../runner/judgement.ts';
import { notTaken } from '../../runner/unless-assumed.ts';
import { submitOn } from '../../scenes/order-op.ts';

const DECLARED_LAST = 'algos:manage';

/** Each capability once, and `algos:manage` last: what GET /me could itself serve wrongly. */
function inDeclaredOrder(granted: readonly unknown[], shown: Exchange): Judgement {
  if (new Set(granted).size !== granted.length) return violated('each capability once', shown);
  return granted.includes(DECLARED_LAST) && granted.at(-1) !== DECLARED_LAST
    ? violated(`${DECLARED_LAST} as the last`, shown)
    : pass;
}

interface GrantRow {
  readonly proves: RequirementId;
  readonly title: string;
  readonly principal: 'trader' | 'admin';
  /** What is asked of the capabilities besides, where they are those of GET /me. */
  readonly also: (granted: readonly unknown[], shown: Exchange) => Judgement;
}

const GRANTS = {
  'grant-is-what-me-says': {
    proves: 'WSS-04',
    title: 'the capabilities of the grant are those of GET /me at that moment, in declared order',
    principal: 'trader',
    also: inDeclaredOrder,
  },
  // An administrator holds several, so one order differs from another.
  'grant-of-an-administrator': {
    proves: 'WSS-04',
    title: 'a grant of several capabilities stands in the order in which GET /me serves them',
    principal: 'admin',
    also: () => pass,
  },
} satisfies Record<string, GrantRow>;

const same = (a: readonly unknown[], b: readonly unknown[]) => a.length === b.length && a.every((x, i) => x === b[i]);

/** WSS-04: the grant between two readings of GET /me, as it opens and as it is renewed. */
export const grants = checks('wss', GRANTS, ({ principal, also }: GrantRow) => ({
  needs: [principal, 'trading-socket'],

  async drive(scene) {
    const actor = scene[principal];
    await actor.get('/me', { label: 'before' });
    const socket = await openGreeted(actor);
    await socket.ask({ op: 'auth', reqId: 'renewed', params: { token: await actor.token() } });
    await actor.get('/me', { label: 'after' });
  },

  judge(history) {
    const conversation = history.conversation('session');
    const me = history.one('after');
    const [before, after] = [capabilitiesOf(history.one('before')), capabilitiesOf(me)];
    if (before === undefined || after === undefined) return inconclusive('GET /me names no capabilities');
    if (!same(before, after)) return inconclusive('the capabilities changed meanwhile');
    const isHeld = (frame: Frame | undefined): Judgement => {
      const granted = grantOf(frame)?.capabilities;
      if (granted === undefined) return inconclusive('the session was not granted anything in its proper shape');
      const shown = showing(conversation, frame);
      return same(granted, before)
        ? also(granted, shown)
        : violated(`the capabilities that GET /me serves: ${before.join(', ') || 'none'}`, me, shown);
    };
    return (
      unopened(conversation) ??
      allOf(
        isHeld(greetingOf(conversation)),
        whereGranted(conversation, 'renewed', (_, answer) => isHeld(answer)),
      )
    );
  },
}));

const GRANT_MEMBERS = ['capabilities', 'expiresAtNs'];
const IDENTIFIER = /(^|_)id$|Id$|^(user|org|sub|subject|principal|client|account|email|name|displayName)/i;
/** Members of a grant that name the grantee; a session may have an id. */
const GRANTEE = /^((user|org|organi[sz]ation|sub|subject|principal|client|account)(_?(ids?|name))?|email)$/i;
/** A capability identifies nobody. */
const CAPABILITY = /^[a-z]+:[a-z]+$/;

/** Every value of GET /me that identifies somebody, by the name of its member. */
function identifiersOf(value: unknown, name = ''): readonly unknown[] {
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([key, inner]) => identifiersOf(inner, Array.isArray(value) ? name : key));
  }
  if (!IDENTIFIER.test(name) || typeof value !== 'string') return [];
  return value.length > 2 && !CAPABILITY.test(value) ? [value] : [];
}

/** The names of the members, at any depth, that name the grantee. */
function granteeMembers(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const isOne = GRANTEE.test(name) && (typeof inner !== 'object' || Array.isArray(inner));
    return isOne ? [name] : granteeMembers(inner);
  });
}

function leaves(value: unknown): readonly unknown[] {
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leaves) : [value];
}

/** WSS-05: neither a member that names the grantee, nor a value by which GET /me does. */
export const grantNamesNobody = check({
  id: 'wss/grant-names-nobody',
  proves: ['WSS-05'],
  title: 'the grant names no identifier of the grantee',
  needs: ['trader', 'trading-socket'],

  async drive({ trader }) {
    await trader.get('/me', { label: 'me' });
    const socket = await openGreeted(trader);
    await socket.ask({ op: 'auth', reqId: 'renewed', params: { token: await trader.token() } });
  },

  judge: (history) =>
    ofSession(history, (conversation) => {
      const greeting = greetingOf(conversation);
      if (greeting === undefined) return inconclusive('no sessionOpened came');
      const me = history.one('me');
      const identifiers = identifiersOf(json(me));
      const namesNobody = (grant: unknown, frame: Frame): Judgement => {
        if (typeof grant !== 'object' || grant === null) return inconclusive('no grant');
        const shown = showing(conversation, frame);
        const [named] = granteeMembers(frameJson(frame));
        if (named !== undefined) return violated(`a grant without ${named}, which names the grantee`, shown);
        if (leaves(frameJson(frame)).some((value) => identifiers.includes(value))) {
          return violated('a grant without a value by which GET /me names the grantee', me, shown);
        }
        // A newer member may add members (VER-05).
        return history.target.strict && Object.keys(grant).some((name) => !GRANT_MEMBERS.includes(name))
          ? violated('capabilities and expiresAtNs alone', shown)
          : pass;
      };
      return allOf(
        namesNobody(frameAt(greeting, 'data'), greeting),
        whereGranted(conversation, 'renewed', (_, answer) => namesNobody(frameAt(answer, 'session'), answer)),
      );
    }),
});

const TRADE = 'orders:trade';

/** The capabilities change with the answer to op auth, and not before it. */
function changesWithAuth({ target }: History, conversation: Conversation, expected: boolean): Judgement {
  const first = grantOf(greetingOf(conversation))?.capabilities.join();
  const pushed = events(conversation).find((frame) => {
    const granted = grantOf(frame)?.capabilities.join();
    return granted !== undefined && granted !== first;
  });
  if (pushed !== undefined) return violated('no other grant before the next op auth', showing(conversation, pushed));
  return whereGranted(conversation, 'renewed', (grant, answer) => {
    if (grant.capabilities.includes(TRADE) === expected) return pass;
    if (!target.singleMember) return inconclusive('the session is of a member that may be behind');
    return violated(`${expected ? '' : 'no '}${TRADE} from op auth on`, showing(conversation, answer));
  });
}

/** The session itself refuses FORBIDDEN_CAPABILITY without a position; with one an owner judged, by the records. */
function isJudgedByItsGrant(conversation: Conversation, holds: boolean): Judgement {
  const answer = answerTo(conversation, 'submitted');
  if (answer === undefined) return pass;
  const atItsDoor =
    frameAt(answer, 'code') === 'FORBIDDEN_CAPABILITY' && frameAt(answer, 'globalSequence') === undefined;
  if (atItsDoor !== holds) return pass;
  return violated(`an order under a grant ${holds ? 'with' : 'without'} ${TRADE}`, showing(conversation, answer));
}

/** WSS-15. Op submit is assumed, so only the sandbox's own member is asked for orders under each grant. */
export const clearedCapabilityStays = check({
  id: 'wss/cleared-capability-stays',
  proves: ['WSS-15'],
  title: 'a capability cleared or granted while the session is open counts in it from the next op auth on',
  // The capabilities of a standing user are changed, for a moment.
  needs: ['admin', 'viewer', 'account', 'instrument', 'trading-socket', 'writes', 'destructive'],

  async drive({ admin, viewer, target, order, freshKey }) {
    const me = await viewer.get('/me', { label: 'me' });
    const [userId, held] = [idIn(me, 'userId'), capabilitiesOf(me)];
    if (userId === undefined || held === undefined || held.includes(TRADE)) return;
    const restate = (capabilities: readonly string[], label: string) =>
      admin.put(`/users/${userId}`, { capabilities }, { label });
    const before = await openGreeted(viewer, { label: 'opened before' });
    await restate([...held, TRADE], 'granted');
    // Read until the member shows it: a session opened earlier has the former grant.
    await viewer.get('/me');
    try {
      const during = await openGreeted(viewer, { label: 'opened meanwhile' });
      if (target.strict) await submitOn(before, 'submitted', order({ qty: '0.00000001' }), freshKey());
      await before.ask({ op: 'auth', reqId: 'renewed', params: { token: await viewer.token() } });
      await restate(held, 'cleared');
      await viewer.get('/me');
      await during.ask({ ...PROBE, reqId: 'stillOpen' });
      if (target.strict) await submitOn(during, 'submitted', order({ qty: '0.00000001' }), freshKey());
      await during.ask({ op: 'auth', reqId: 'renewed', params: { token: await viewer.token() } });
    } finally {
      // Nothing may stay granted: a busy member is asked again.
      let tries = 0;
      while (tries < 3 && !isOk(await restate(held, 'put back'))) tries += 1;
    }
  },

  judge(history) {
    const [before, during] = ['opened before', 'opened meanwhile'].map((label) => history.maybeConversation(label));
    if (before === undefined || during === undefined) {
      return inconclusive(`GET /me does not name the user and the capabilities held, or ${TRADE} among them`);
    }
    const unknown = unopened(before, during);
    if (unknown !== undefined) return unknown;
    if (!isOk(history.one('granted')) || !isOk(history.one('cleared'))) {
      return notTaken('the user was not restated: the body is assumed');
    }
    if (grantOf(greetingOf(before))?.capabilities.includes(TRADE) !== false) {
      return inconclusive('the viewer holds orders:trade already');
    }
    const granted = grantOf(greetingOf(during))?.capabilities.includes(TRADE);
    if (granted !== true) return inconclusive('the session was opened by a member that is behind');
    return allOf(
      staysOpen(during, 'stillOpen'),
      isJudgedByItsGrant(before, false),
      changesWithAuth(history, before, true),
      isJudgedByItsGrant(during, true),
      changesWithAuth(history, during, false),
    );
  },
});
