/**
 * The capabilities of a user: the six scopes, the presets that expand to some of them, and the PUT that replaces the set.
 */
import fc from 'fast-check';
import { SCOPES, scopesOf } from '../../contract/scopes.ts';
import { type Exchange, isOk, json, sentJson } from '../../member/exchange/exchange.ts';
import {
  asObject,
  branches,
  type JsonObject,
  operationsOf,
  requestSchema,
  resolved,
} from '../../member/profile/contract-document.ts';
import { capabilitiesOf } from '../../rules/who-is-served.ts';
import { check } from '../../runner/check.ts';
import { notTaken } from '../../runner/excuses/unless-assumed.ts';
import { expects } from '../../runner/expectation.ts';
import { allOf, inconclusive, type Judgement, pass, unseen, violated } from '../../runner/judgement.ts';
import { asksFor, grants, isOfOrAfter, NO_USER, NOT_NAMED, ownUser } from '../../scenes/own-user.ts';

const SCOPE = /^[a-z-]+:[a-z-]+$/;

/** The presets in the schema of a user's capabilities: every named value that is not a scope. */
export function presetsOf(document: JsonObject): readonly string[] {
  const writes = operationsOf(document).filter(
    ({ method, path }) => method !== 'GET' && /^\/users(\/\{[^}]+\})?$/.test(path),
  );
  const words = writes.flatMap((write) => {
    const body = resolved(document, requestSchema(write, document));
    return branches(document, asObject(body['properties'])['capabilities']).flatMap((list) =>
      branches(document, list['items']).flatMap(({ enum: named, const: one }) => [named ?? one].flat()),
    );
  });
  return [...new Set(words)].filter((word): word is string => typeof word === 'string' && !SCOPE.test(word));
}

const LAST = 'algos:manage';

/** A newer member may serve further scopes (VER-05). */
function holdsEach(e: Exchange, scopes: readonly string[]): Judgement {
  const held = capabilitiesOf(e);
  if (held === undefined) return inconclusive(`${e.request.path} names no capabilities`);
  const missing = scopes.filter((scope) => !held.includes(scope));
  if (missing.length > 0) return violated(`every capability, ${missing.join(' and ')} too`, e);
  return held.filter((scope) => scopes.includes(scope)).at(-1) === scopes.at(-1) || !scopes.includes(LAST)
    ? pass
    : violated(`${LAST} as the last in declared order`, e);
}

export const everyScopeIsGranted = check({
  id: 'cap/every-scope-is-granted',
  proves: ['CAP-01'],
  title:
    'the scopes are users:manage, orders:trade, credentials:propose, credentials:approve, orgs:approve, algos:manage',
  needs: ['admin', 'writes'],

  async drive({ admin, target }) {
    await admin.get('/me', { label: 'me' });
    const own = await ownUser(admin, 'touchstone-granted');
    if (own === undefined) return;
    // Sent in reverse: the answer lists them in the declared order.
    await own.grant(scopesOf(target.rest).toReversed(), { label: 'granted' });
    await admin.get(own.path, { label: 'read' });
    await own.grant([]);
  },

  judge(history) {
    const scopes = scopesOf(history.target.rest);
    const me = holdsEach(history.one('me'), scopes);
    const granted = history.maybe('granted');
    if (granted === undefined) return allOf(me, notTaken(NO_USER));
    if (!isOk(granted)) return allOf(me, inconclusive('the user was not granted every scope'));
    if (!asksFor(granted, scopes)) return allOf(me, inconclusive(NOT_NAMED));
    const read = history.one('read');
    const kept = isOfOrAfter(read, granted)
      ? holdsEach(read, scopes)
      : inconclusive('a member that is behind answered');
    return allOf(me, holdsEach(granted, scopes), kept);
  },
});

const TRADER = 'TRADER';

function namedIn(e: Exchange): unknown {
  return ([asObject(sentJson(e))['capabilities']].flat() as unknown[])[0];
}

/** @param shown the answer to the grant, or a later read of the user. */
function expands(granted: Exchange, shown = granted): Judgement {
  if (!isOk(granted)) return inconclusive(`the preset ${String(namedIn(granted))} was not taken`);
  const held = capabilitiesOf(shown);
  if (held === undefined) return inconclusive('the row of a user names no capabilities');
  if (held.includes('algos:manage')) return violated('algos:manage in no preset', shown);
  if (namedIn(granted) !== TRADER) return pass;
  return grants(shown, ['orders:trade']) === true
    ? pass
    : violated(`orders:trade alone for the preset ${TRADER}`, shown);
}

/** Further evidence: a row that names no capabilities is none. */
function expandsToo(granted: Exchange, shown: Exchange | undefined): Judgement {
  if (shown === undefined || !isOk(granted) || capabilitiesOf(shown) === undefined) return unseen;
  return isOfOrAfter(shown, granted) ? expands(granted, shown) : unseen;
}

export const presetsExpand = check({
  id: 'cap/presets-expand',
  proves: ['CAP-02'],
  title: 'the preset TRADER expands to orders:trade alone, and no preset holds algos:manage',
  needs: ['admin', 'writes'],

  async drive({ admin }) {
    const document = await admin.get('/openapi.json');
    const own = await ownUser(admin, 'touchstone-preset');
    if (own === undefined) return;
    // The interface shows no preset but TRADER; others are those that the member's document names.
    const others = presetsOf(asObject(json(document))).filter((preset) => preset !== TRADER);
    for (const preset of [TRADER, ...others]) {
      await own.grant([preset], { label: 'granted' });
      await admin.get(own.path, { label: 'read' });
    }
    // The scope that it expands to, next to it: refused or granted.
    await own.grant([TRADER, 'orders:trade'], { label: 'beside its own' });
    await own.grant([]);
    const made = await ownUser(admin, 'touchstone-made-a-trader', [TRADER]);
    await made?.grant([]);
  },

  judge(history) {
    const [trader, ...others] = history.labelled('granted');
    if (trader === undefined) return notTaken(NO_USER);
    const reads = history.labelled('read');
    // Only the run that makes the user states the preset there.
    const made = history.of('POST /users').filter((e) => isOk(e) && namedIn(e) === TRADER);
    return allOf(
      expands(trader),
      // A refused name is not a preset and proves nothing.
      others.filter(isOk).map((e) => expands(e)),
      [trader, ...others].map((e, i) => expandsToo(e, reads[i])),
      [...made, ...history.labelled('beside its own')].map((e) => expandsToo(e, e)),
    );
  },
});

function isUnchanged(preset: Exchange, read: Exchange): Judgement {
  if (!isOfOrAfter(read, preset)) return inconclusive('the user was not read after the refusal');
  const held = capabilitiesOf(preset);
  if (held === undefined) return inconclusive('the row of a user names no capabilities');
  return grants(read, held) === true ? pass : violated('the capabilities from before the refused writes', preset, read);
}

export const scopeBesideAPreset = check({
  id: 'cap/scope-beside-a-preset',
  proves: ['CAP-03'],
  title: 'a body with a preset and a scope outside that preset is refused',
  needs: ['admin', 'writes'],

  async drive({ admin }) {
    const own = await ownUser(admin, 'touchstone-beside');
    if (own === undefined) return;
    await own.grant(['TRADER'], { label: 'preset' });
    await own.grant(['TRADER', 'credentials:approve'], { label: 'beside' });
    await own.grant(['orgs:approve', 'TRADER'], { label: 'beside' });
    await admin.get(own.path, { label: 'read' });
    await own.grant(['orders:trade', 'TRADER'], { label: 'within' });
    await own.grant([]);
  },

  judge(history) {
    const preset = history.maybe('preset');
    if (preset === undefined) return notTaken(NO_USER);
    if (!isOk(preset)) return inconclusive('the preset TRADER was not taken');
    const { strict } = history.target;
    const refused = strict
      ? ({ status: 400, code: 'MALFORMED_REQUEST', position: 'absent' } as const)
      : ({ status: '4xx' } as const);
    return allOf(
      history.labelled('beside').map((e) => expects(e, refused)),
      isUnchanged(preset, history.one('read')),
      strict ? expects(history.one('within'), { status: 200 }) : unseen,
    );
  },
});

function isJust(row: Exchange, scopes: readonly string[]): Judgement {
  const just = grants(row, scopes);
  if (just === undefined) return inconclusive('the row of a user names no capabilities');
  return just ? pass : violated(`just the capabilities of the PUT: ${scopes.join(', ') || 'none'}`, row);
}

/** Only the scopes that the version knows: algos:manage came with 0.7.0. */
function ofVersion(rest: string): (scopes: readonly string[]) => readonly string[] {
  return (scopes) => scopes.filter((scope) => scopesOf(rest).includes(scope));
}

export const putReplacesTheWholeSet = check({
  id: 'cap/put-replaces-the-whole-set',
  proves: ['CAP-04'],
  title: 'PUT of a user replaces the whole capability set',
  needs: ['admin', 'writes'],
  given: () => fc.record({ former: fc.subarray([...SCOPES]), next: fc.subarray([...SCOPES]) }),
  runs: 6,

  async drive({ admin, target }, { former, next }) {
    const own = await ownUser(admin, 'touchstone-restated');
    if (own === undefined) return;
    const known = ofVersion(target.rest);
    await own.grant(known(former), { label: 'former' });
    await own.grant(known(next), { label: 'next' });
    await admin.get(own.path, { label: 'read' });
    await own.grant([]);
  },

  judge(history, { former, next }) {
    if (history.maybe('former') === undefined) return notTaken(NO_USER);
    const [first, second, read] = [history.one('former'), history.one('next'), history.one('read')];
    if (!isOk(first) || !isOk(second)) return inconclusive('the user was not restated');
    if (!isOfOrAfter(read, second)) return inconclusive('the user was not read after the write');
    const known = ofVersion(history.target.rest);
    if (!asksFor(first, known(former)) || !asksFor(second, known(next))) return inconclusive(NOT_NAMED);
    return allOf(isJust(first, known(former)), isJust(second, known(next)), isJust(read, known(next)));
  },
});
