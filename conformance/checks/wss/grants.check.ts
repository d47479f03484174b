/** What the grant of a session says: the capabilities of GET /me, in order, and no name of a principal. */

import type { RequirementId } from '../../contract/requirements.ts';
import type { Frame } from '../../member/exchange/conversation.ts';
import { frameAt, frameJson, grantOf, showing } from '../../member/exchange/conversation.ts';
import type { Exchange } from '../../member/exchange/exchange.ts';
import { json } from '../../member/exchange/exchange.ts';
import { greetingOf, ofSession, openGreeted, unopened, whereGranted } from '../../rules/frame-rules.ts';
import { capabilitiesOf } from '../../rules/who-is-served.ts';
import { check, checks } from '../../runner/check.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, inconclusive, pass, violated } from '../../runner/judgement.ts';

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
/** A capability identifies no principal. */
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
export const grantNamesNoPrincipal = check({
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
      const namesNoPrincipal = (grant: unknown, frame: Frame): Judgement => {
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
        namesNoPrincipal(frameAt(greeting, 'data'), greeting),
        whereGranted(conversation, 'renewed', (_, answer) => namesNoPrincipal(frameAt(answer, 'session'), answer)),
      );
    }),
});
