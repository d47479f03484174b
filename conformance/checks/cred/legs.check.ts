/** The legs of each venue family: exactly those, a key of family B in two forms, and none for a venue without a connector. */
import { type Exchange, errorCode, isOk, sentJson, status } from '../../member/exchange/exchange.ts';
import { asObject } from '../../member/profile/contract-document.ts';
import { isTaken } from '../../rules/if-taken.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import type { History } from '../../runner/history.ts';
import { allOf, eachOf, inconclusive, type Judgement, pass, violated } from '../../runner/judgement.ts';
import { type Legs, legsOfA, legsOfB, pem, pkcs8 } from '../../scenes/material.ts';
import {
  credentialBody,
  type FamilyVenue,
  familyVenues,
  isRow,
  notProposed,
  noVenue,
  pathOf,
  proposed,
  proposedAndWithdrawn,
} from '../../scenes/own-credential.ts';

const FAMILIES = ['A', 'B'] as const;

function takesItsLegs(history: History, family: FamilyVenue['name']): Judgement {
  const own = history.maybe(`legs of ${family}`);
  const others = history.maybe(`not the legs of ${family}`);
  if (own === undefined || others === undefined) return noVenue(`family ${family}`);
  const path = pathOf(own);
  if (path === undefined) {
    if (isTaken(own)) return violated('the row of the credential', own);
    if (isTaken(others) || history.target.strict)
      return violated(`the legs of family ${family}, taken for its venue`, own);
    return notProposed(own);
  }
  const { exchangeId, canReadBalances, canTrade } = asObject(sentJson(own));
  return isRow(own, path, { exchangeId, canReadBalances, canTrade });
}

export const createdWithItsVenuesLegs = check({
  id: 'cred/created-with-its-venues-legs',
  proves: ['CRED-01'],
  title:
    "POST /credentials accepts exchangeId, canReadBalances, canTrade and exactly the legs of the venue's family; the answer is the row",
  needs: ['admin', 'venues', 'intake', 'writes'],

  async drive({ admin, fixtures: { venues }, freshKey }) {
    for (const { name, exchangeId, legsOf, otherLegsOf } of familyVenues(venues)) {
      for (const [label, legs] of Object.entries({ 'legs of': legsOf, 'not the legs of': otherLegsOf }))
        await proposedAndWithdrawn(admin, credentialBody(exchangeId, legs(freshKey())), { label: `${label} ${name}` });
    }
  },

  judge: (history) => eachOf(FAMILIES, (family) => takesItsLegs(history, family)),
});

function without(legs: Legs, name: string): Legs {
  return Object.fromEntries(Object.entries(legs).filter(([other]) => other !== name));
}

/** Each differs from the family's legs in one thing. */
function wrongLegs(own: Legs, others: Legs): Readonly<Record<string, unknown>> {
  const foreign = Object.entries(others).filter(([name]) => !(name in own));
  return {
    ...Object.fromEntries(Object.keys(own).map((name) => [`no ${name}`, without(own, name)])),
    ...Object.fromEntries(foreign.map(([name, value]) => [`a ${name} as well`, { ...own, [name]: value }])),
    'a memo as well': { ...own, memo: `${own['key']}-memo` },
    'the legs of the other family': others,
    'no legs': {},
  };
}

const wrongIn = ({ name }: FamilyVenue, what: string): string => `family ${name}: ${what}`;

export const otherLegsAreRefused = check({
  id: 'cred/other-legs-are-refused',
  proves: ['CRED-02'],
  title:
    'material with a missing or an extra leg, or the legs of the other family, is refused 400 on creation and on rotation',
  needs: ['admin', 'venues', 'intake', 'writes'],
  cases: {
    of: 'legs of credentials',
    names: ({ fixtures }) =>
      familyVenues(fixtures.venues).flatMap((family) =>
        Object.keys(wrongLegs(family.legsOf(''), family.otherLegsOf(''))).map((what) => wrongIn(family, what)),
      ),
  },

  async drive({ admin, fixtures: { venues }, freshKey, takes }) {
    for (const family of familyVenues(venues)) {
      const { exchangeId, legsOf, otherLegsOf } = family;
      const wrong = Object.entries(wrongLegs(legsOf(freshKey()), otherLegsOf(freshKey())));
      const taken = wrong.filter(([what]) => takes(wrongIn(family, what)));
      if (taken.length === 0) continue;
      const path = await proposed(admin, credentialBody(exchangeId, legsOf(freshKey())), { label: 'right' });
      for (const [, material] of taken) {
        await proposedAndWithdrawn(admin, { ...credentialBody(exchangeId, {}), material }, { label: 'wrong' });
        if (path !== undefined) await admin.post(`${path}/rotate`, { material }, { label: 'wrong' });
      }
      if (path !== undefined) await admin.post(`${path}/withdraw`, {});
    }
  },

  judge(history) {
    const right = history.labelled('right');
    if (right.length === 0) return noVenue('either family');
    if (right.some((e) => pathOf(e) === undefined)) return notProposed(right);
    const code = history.target.strict ? { code: 'MALFORMED_REQUEST' } : {};
    return eachOf(history.labelled('wrong'), (e) => expects(e, { status: 400, position: 'absent', ...code }));
  },
});

/** The DER prefix of a public key. */
const SPKI = '302a300506032b6570032100';
/** The DER prefix of an RSA key in PKCS 1, which is not PKCS 8. */
const PKCS1 = '3082025c02010002818100';

function wrongKeys(key: string): Readonly<Record<string, string>> {
  const good = pkcs8('ed25519', key);
  const secret = Buffer.from(good, 'base64').subarray(16);
  const publicKey = Buffer.concat([Buffer.from(SPKI, 'hex'), secret]).toString('base64');
  return {
    'an X25519 key': pem(pkcs8('x25519', key)),
    'an Ed448 key': pkcs8('ed448', key),
    'a public key as PEM': pem(publicKey, 'PUBLIC KEY'),
    'a public key': publicKey,
    'an RSA key': pem(Buffer.concat([Buffer.from(PKCS1, 'hex'), secret]).toString('base64'), 'RSA PRIVATE KEY'),
    'the secret in base64': secret.toString('base64'),
    'the secret in hex': secret.toString('hex'),
    'a key cut short': Buffer.from(good, 'base64').subarray(0, 47).toString('base64'),
    'a text': `touchstone-no-key-${key}`,
  };
}

export const ed25519Key = check({
  id: 'cred/ed25519-key',
  proves: ['CRED-03'],
  title:
    'the privateKey of family B is an Ed25519 PKCS 8 private key, as PEM or as its base64 body; anything else is refused',
  needs: ['admin', 'venues', 'intake', 'writes'],
  cases: { of: 'keys', names: () => Object.keys(wrongKeys('')) },

  async drive({ admin, fixtures: { venues }, freshKey, takes }) {
    if (venues.b === undefined) return;
    const wrong = Object.entries(wrongKeys(freshKey())).flatMap(([what, key]) => (takes(what) ? [key] : []));
    const good = (key: string) => [pem(pkcs8('ed25519', key)), pkcs8('ed25519', `${key} as its body`)];
    const legs = legsOfB(freshKey());
    for (const [label, keys] of [
      ['right', good(freshKey())],
      ['wrong', wrong],
    ] as const) {
      for (const privateKey of keys) {
        await proposedAndWithdrawn(admin, credentialBody(venues.b, { ...legs, privateKey }), { label });
      }
    }
  },

  judge(history) {
    const right = history.labelled('right');
    if (right.length === 0) return noVenue('family B');
    // Once one form is accepted, the other must be too: name each that is not.
    if (!right.some(isOk)) return notProposed(right);
    const { strict } = history.target;
    return allOf(
      right.map((e) => (isOk(e) ? pass : violated('an Ed25519 key as PEM, and as its base64 body, taken', e))),
      eachOf(history.labelled('wrong'), (e) =>
        expects(e, strict ? { status: 400, code: 'MALFORMED_REQUEST', position: 'absent' } : { status: '4xx' }),
      ),
    );
  },
});

export const unsupportedVenue = check({
  id: 'cred/unsupported-venue',
  proves: ['CRED-04'],
  title: 'a credential for a venue without a connector is refused 422 VENUE_UNSUPPORTED, whatever its legs',
  needs: ['admin', 'venues', 'intake', 'writes'],

  async drive({ admin, fixtures: { venues }, freshKey }) {
    const { a, unsupported } = venues;
    if (a === undefined || unsupported === undefined) return;
    for (const [label, exchangeId, legs] of [
      ['supported', a, legsOfA],
      ['unsupported', unsupported, legsOfA],
      ['unsupported', unsupported, legsOfB],
    ] as const) {
      await proposedAndWithdrawn(admin, credentialBody(exchangeId, legs(freshKey())), { label });
    }
  },

  judge(history) {
    const supported = history.maybe('supported');
    if (supported === undefined)
      return inconclusive('the profile names no venue of family A, or none without a connector');
    const isTaken = pathOf(supported) !== undefined;
    const isRefused = (e: Exchange): Judgement =>
      isTaken || errorCode(e) === 'VENUE_UNSUPPORTED'
        ? expects(e, { status: 422, code: 'VENUE_UNSUPPORTED', ...(history.target.strict && { position: 'absent' }) })
        : notProposed(supported, e);
    const refused = history.labelled('unsupported');
    // The venue's family is unknown: a member may refuse the other family's legs for their form.
    const isForItsForm = (e: Exchange) => status(e) === 400 && errorCode(e) === 'MALFORMED_REQUEST';
    const asAVenue = history.target.strict ? refused : refused.filter((e) => !isForItsForm(e));
    return eachOf(asAVenue.length === 0 ? refused : asAVenue, isRefused);
  },
});

export const balancesOnlyOfFamilyB = check({
  id: 'cred/balances-only-of-family-b',
  proves: ['CRED-09'],
  title: 'a credential of family B that reads balances and does not trade is accepted',
  needs: ['admin', 'venues', 'intake', 'writes'],

  async drive({ admin, fixtures: { venues }, freshKey }) {
    if (venues.b === undefined) return;
    for (const [label, canTrade] of [
      ['trading', true],
      ['balances only', false],
    ] as const) {
      await proposedAndWithdrawn(admin, credentialBody(venues.b, legsOfB(freshKey()), canTrade), { label });
    }
  },

  judge(history) {
    const trading = history.maybe('trading');
    if (trading === undefined) return noVenue('family B');
    const only = history.one('balances only');
    const path = pathOf(only);
    if (path !== undefined) return isRow(only, path, { canReadBalances: true, canTrade: false });
    if (status(only) === 202) return inconclusive('its row is not there yet');
    return pathOf(trading) === undefined && !history.target.strict
      ? notProposed(trading, only)
      : violated('a balances-only credential of family B, taken as one that trades is', trading, only);
  },
});
