/**
 * Key material at the intake: stored once per key, bounded per minute, never needed for a replay and never served.
 */
import type { Actor } from '../../member/actor.ts';
import { errorCode, isFactual, isOk, isReplay, keyOf } from '../../member/exchange/exchange.ts';
import { sameAnswer } from '../../member/exchange/same-answer.ts';
import { holdsNoSecret } from '../../rules/answer-rules.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import {
  allOf,
  blaming,
  eachOf,
  eachShown,
  evenIfBusy,
  inconclusive,
  type Judgement,
  pass,
  violated,
} from '../../runner/judgement.ts';
import { legsOfA } from '../../scenes/material.ts';
import {
  type CredentialBody,
  credentialBody,
  ended,
  type FamilyVenue,
  familyVenues,
  notProposed,
  noVenue,
  pathOf,
  proposedAndWithdrawn,
} from '../../scenes/own-credential.ts';

/** The first write stores its material and is refused, so the intake has the key and the journal does not (decision A39). */
export const intakeKeyReused = check({
  id: 'cred/intake-key-reused',
  proves: ['CRED-12'],
  title:
    'a key with other material than the intake stored for it answers 409, and the stored material is still accepted',
  needs: ['admin', 'venues', 'intake', 'stopOwner', 'writes'],

  async drive({ admin, operator, fixtures: { venues }, freshKey }) {
    if (venues.a === undefined) return;
    const body = credentialBody(venues.a, legsOfA(freshKey()));
    const owners = await operator.begin('stopOwner');
    const refused = await owners.meet((one) => proposedAndWithdrawn(admin, body, { key: one, label: 'not taken' }));
    await owners.end();
    const key = keyOf(refused) ?? '';
    const other = credentialBody(venues.a, legsOfA(freshKey()));
    const propose = (material: object, label: string) =>
      owners.afterwards(() => admin.post('/credentials', material, { key, label }));
    const reused = await propose(other, 'other material');
    const again = await propose(body, 'the same material');
    for (const path of new Set([pathOf(reused), pathOf(again)])) {
      if (path !== undefined) await admin.post(`${path}/withdraw`, {});
    }
  },

  judge(history) {
    if (history.maybe('not taken') === undefined) return noVenue('family A');
    const first = history.last('not taken');
    if (errorCode(first) !== 'OWNER_ABSENT') return inconclusive('the write was not turned away at the inbox');
    const [reused, again] = [history.last('other material'), history.last('the same material')];
    const codes = history.target.strict ? 'INTAKE_KEY_REUSED' : ['INTAKE_KEY_REUSED', 'IDEMPOTENCY_KEY_REUSED'];
    return allOf(
      expects(reused, { status: 409, code: codes, position: 'absent' }),
      isOk(again) ? pass : violated('the material that the intake holds, taken under its key', first, again),
    );
  },
});

/** More requests than any intake accepts from one organisation in a minute. */
const MOST = 120;
const AT_ONCE = 10;

/** The sender may not propose and is in a separate organisation. Stored material that is never used is removed. */
export const intakeRate = check({
  id: 'cred/intake-rate',
  proves: ['CRED-11'],
  title: "the intake's own bound answers 429 RATE_LIMITED with Retry-After, and nothing is recorded: the key is free",
  needs: ['throttled', 'venues', 'intake', 'clock', 'writes'],
  busy: 'judged',

  async drive({ throttled, fixtures: { venues }, freshKey, operator }) {
    if (venues.a === undefined) return;
    const { a } = venues;
    const propose = (key: string, label: string) =>
      throttled.post('/credentials', credentialBody(a, legsOfA(key)), { key, label });
    await operator.advance('61s');
    for (let sent = 0; sent < MOST; sent += AT_ONCE) {
      const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => propose(freshKey(), 'proposed')));
      const limited = answers.find((e) => errorCode(e) === 'RATE_LIMITED');
      const key = limited && keyOf(limited);
      if (key === undefined) continue;
      await operator.advance('61s');
      await propose(key, 'a minute later');
      return;
    }
  },

  judge(history) {
    const limited = history.labelled('proposed').find((e) => errorCode(e) === 'RATE_LIMITED');
    if (limited === undefined) return inconclusive(`the bound of the intake was not met within ${MOST}`);
    const later = history.one('a minute later');
    return allOf(
      expects(limited, { status: 429, position: 'absent', headers: { 'retry-after': true }, thoughBusy: true }),
      errorCode(later) === 'RATE_LIMITED' || isReplay(later)
        ? evenIfBusy(violated('the same key, judged when the minute is over', limited, later))
        : pass,
    );
  },
});

/** The intake is unavailable when the write is sent again. A member that has the answer does not need it. */
export const materialFollowsTheJournal = check({
  id: 'cred/material-follows-the-journal',
  proves: ['CRED-10'],
  title: 'key material is stored only where the journal has no answer for the key: a replay asks no intake',
  needs: ['admin', 'trader', 'venues', 'intake', 'stopIntake', 'writes'],

  async drive({ admin, trader, operator, control, fixtures: { venues }, freshKey, elapse }) {
    if (venues.a === undefined) return;
    const { a } = venues;
    // The minute of the intake's bound; on a clock that runs, few requests are made anyway.
    if (control?.clockMode === 'virtual') await elapse(61_000);
    const material = () => credentialBody(a, legsOfA(freshKey()));
    const sent = [];
    // One is accepted, the other refused by the owner: both are recorded.
    for (const actor of [admin, trader]) {
      const [key, body] = [freshKey(), material()];
      const first = await actor.post('/credentials', body, { key, label: `${actor.name} first` });
      sent.push({ actor, key, body, path: pathOf(first) });
    }
    const intake = await operator.begin('stopIntake');
    await intake.meet((key) => proposedAndWithdrawn(admin, material(), { key }));
    for (const { actor, key, body } of sent)
      await actor.post('/credentials', body, { key, label: `${actor.name} again` });
    await intake.end();
    for (const { actor, path } of sent) if (path !== undefined) await actor.post(`${path}/withdraw`, {});
  },

  judge(history) {
    if (history.maybe('admin first') === undefined) return noVenue('family A');
    const isReplayed = (who: string): Judgement => {
      const [first, again] = [history.one(`${who} first`), history.one(`${who} again`)];
      if (!isFactual(first)) return notProposed(first);
      if (sameAnswer(again, first)) return pass;
      const asked = violated('the recorded answer: the intake is not asked', first, again);
      // The check itself made the intake unavailable: the refusal does not excuse a busy member.
      return errorCode(again) === 'INTAKE_UNAVAILABLE' ? evenIfBusy(asked) : asked;
    };
    return eachOf(['admin', 'trader'], isReplayed);
  },
});

const WHOLE_COURSE = 'the life of a credential';
const requestIn = ({ name }: FamilyVenue, what: string): string => `family ${name}: ${what}`;

/** Not sent where the member's document does not list such a property. */
const UNLISTED = ['as a name', 'as a secret of the body'] as const;

type Request = (actor: Actor, freshKey: () => string) => Promise<unknown>;

/** Material in a wrong place: as another value or name, next to the material, in a truncated body, in a path. */
function mistakesWith(body: CredentialBody, leg: string): Readonly<Record<string, Request>> {
  const { material } = body;
  const sent =
    (mistaken: object): Request =>
    (actor) =>
      actor.post('/credentials', mistaken);
  const raw =
    (rawBody: string): Request =>
    (actor, freshKey) =>
      actor.request({ method: 'POST', path: '/credentials', key: freshKey(), rawBody });
  return {
    'as exchangeId': sent({ ...body, exchangeId: leg }),
    'as canTrade': sent({ ...body, canTrade: leg }),
    'as a name in the material': sent({ ...body, material: { ...(material as object), [leg]: leg } }),
    'as the material': sent({ ...body, material: leg }),
    'as a list': sent({ ...body, material: { ...(material as object), key: [leg] } }),
    'in a body cut off': raw(JSON.stringify(body).slice(0, -2)),
    'in a body that is no JSON': raw(`{"material":${leg}}`),
    'in a path': (actor) => actor.get(`/credentials/${encodeURIComponent(leg)}`),
    'in a query': (actor) => actor.get('/credentials', { query: { key: leg } }),
    [UNLISTED[0]]: sent({ ...body, [leg]: 1 }),
    [UNLISTED[1]]: sent({ ...body, displayName: 7, secret: leg }),
  };
}

export const noMaterialIsServed = check({
  id: 'cred/no-material-is-served',
  proves: ['CRED-05', 'AUTH-13'],
  title:
    'no response contains key material: rows, pages, operations, replays, refusals, even if it was sent in the wrong place',
  needs: ['admin', 'deputy', 'venues', 'intake', 'writes'],

  cases: {
    of: 'requests with key material',
    names: ({ fixtures }) =>
      familyVenues(fixtures.venues).flatMap((family) =>
        [WHOLE_COURSE, ...Object.keys(mistakesWith(credentialBody(0, family.legsOf('')), ''))].map((what) =>
          requestIn(family, what),
        ),
      ),
    shows: (name) => (UNLISTED.some((what) => name.endsWith(what)) ? [] : ['CRED-05', 'AUTH-13']),
  },

  async drive({ admin, deputy, fixtures: { venues }, freshKey, takes }) {
    for (const family of familyVenues(venues)) {
      const { exchangeId, legsOf } = family;
      const legs = legsOf(freshKey());
      const body = credentialBody(exchangeId, legs);
      if (takes(requestIn(family, WHOLE_COURSE))) {
        const created = await admin.post('/credentials', body, { label: 'created' });
        const key = keyOf(created) ?? freshKey();
        await admin.post('/credentials', body, { key });
        await admin.post('/credentials', credentialBody(exchangeId, legsOf(freshKey())), { key });
        await admin.get(`/operations/${key}`);
        const path = pathOf(created) ?? '/credentials/1';
        await admin.get(path);
        await admin.get('/credentials');
        await admin.post(`${path}/rotate`, { material: legs });
        await deputy.post(`${path}/approve`, { material: legs });
        await ended(admin, deputy, pathOf(created));
      }
      const [leg] = Object.values(legs) as [string];
      for (const [what, request] of Object.entries(mistakesWith(body, leg))) {
        if (takes(requestIn(family, what))) await request(admin, freshKey);
      }
    }
  },

  judge(history) {
    const created = history.labelled('created');
    const none = blaming(
      eachShown(history.answered, holdsNoSecret, 'the profile names no venue of either family'),
      'CRED-05',
      'AUTH-13',
    );
    if (none.verdict !== 'pass' || created.length === 0 || created.some((e) => pathOf(e) !== undefined)) return none;
    return notProposed(created);
  },
});
