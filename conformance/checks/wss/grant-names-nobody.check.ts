import type { Conversation, Frame } from '../../client/conversation.ts';
import { frameAt, frameJson, showing } from '../../client/conversation.ts';
import type { Exchange } from '../../client/exchange.ts';
import { json } from '../../client/exchange.ts';
import { greeted, greetingOf, unopened, whereGranted } from '../../rules/frame-rules.ts';
import { check } from '../../runner/check.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, inconclusive, pass, violated } from '../../runner/judgement.ts';

const GRANT = ['capabilities', 'expiresAtNs'];
const IDENTIFIER = /(^|_)id$|Id$|^(user|org|sub|subject|principal|client|account|email|name|displayName)/i;

/** A member of a grant that is the grantee's; a session may have an id of its own. */
const GRANTEE = /^((user|org|organi[sz]ation|sub|subject|principal|client|account)(_?(ids?|name))?|email)$/i;
/** A capability, which says of nobody who it is. */
const SCOPE = /^[a-z]+:[a-z]+$/;

/** Every value of GET /me that says who somebody is: by its member's name. */
function identifiersOf(value: unknown, name = ''): readonly unknown[] {
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([key, inner]) => identifiersOf(inner, Array.isArray(value) ? name : key));
  }
  if (!IDENTIFIER.test(name) || typeof value !== 'string') return [];
  return value.length > 2 && !SCOPE.test(value) ? [value] : [];
}

/** The members, however deep, that say by their names that they say who the grantee is. */
function ofTheGrantee(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const isOne = GRANTEE.test(name) && (typeof inner !== 'object' || Array.isArray(inner));
    return isOne ? [name] : ofTheGrantee(inner);
  });
}

function leaves(value: unknown): readonly unknown[] {
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leaves) : [value];
}

function namesNobody(
  grant: unknown,
  conversation: Conversation,
  frame: Frame,
  me: Exchange,
  strict: boolean,
): Judgement {
  if (typeof grant !== 'object' || grant === null) return inconclusive('no grant');
  const shown = showing(conversation, frame);
  const others = Object.entries(grant).filter(([name]) => !GRANT.includes(name));
  const [named] = ofTheGrantee(frameJson(frame));
  if (named !== undefined) return violated(`a grant without ${named}, which names the grantee`, shown);
  const identifiers = identifiersOf(json(me));
  const told = leaves(frameJson(frame)).find((value) => identifiers.includes(value));
  if (told !== undefined) return violated('a grant without a value by which GET /me names the grantee', me, shown);
  // What a newer member adds is its own (VER-05).
  return strict && others.length > 0 ? violated('capabilities and expiresAtNs alone', shown) : pass;
}

export const grantNamesNobody = check({
  id: 'wss/grant-names-nobody',
  proves: ['WSS-05'],
  title: 'the grant names no identifier of the grantee',
  needs: ['trader', 'trading-socket'],

  async drive({ trader }) {
    await trader.get('/me', { label: 'me' });
    const socket = await trader.openSocket('trading', { label: 'session' });
    await greeted(socket);
    await socket.ask({ op: 'auth', reqId: 'renewed', params: { token: await trader.token() } });
  },

  judge(history) {
    const conversation = history.conversation('session');
    const unknown = unopened(conversation);
    if (unknown !== undefined) return unknown;
    const greeting = greetingOf(conversation);
    if (greeting === undefined) return inconclusive('no sessionOpened came');
    const judged = (grant: unknown, frame: Frame) =>
      namesNobody(grant, conversation, frame, history.one('me'), history.target.strict);
    return allOf(
      judged(frameAt(greeting, 'data'), greeting),
      whereGranted(conversation, 'renewed', (_, answer) => judged(frameAt(answer, 'session'), answer)),
    );
  },
});
