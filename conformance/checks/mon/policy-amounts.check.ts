/** Amounts of policies that are refused: what the Money table says of orders, amounts of nothing, and scale fields. */

import { type RequirementId, requirement } from '../../contract/requirements.ts';
import { isAtLeast } from '../../contract/versions.ts';
import { type Exchange, sentJson } from '../../member/exchange/exchange.ts';
import { asObject } from '../../member/profile/contract-document.ts';
import { ifTaken } from '../../rules/if-taken.ts';
import { check } from '../../runner/check.ts';
import { notTaken } from '../../runner/excuses/unless-assumed.ts';
import type { History } from '../../runner/history.ts';
import { allOf, blaming, eachOf, type Judgement, unseen } from '../../runner/judgement.ts';
import {
  ended,
  FAMILY_CASES,
  type Family,
  isRow,
  NOT_PROPOSED,
  POLICY_FAMILIES,
  pathOf,
  proposed,
  subjectOf,
} from '../../scenes/policy-families.ts';
import { isRefused, passesTheDoor } from './refused-money.check.ts';

/** One spelling or two of each row of the Money table; the checks of orders have them all. */
const REFUSED = [
  ['MON-01', '1,000'],
  ['MON-02', '7.5'.padStart(65, '0')],
  ['MON-03', '1e2'],
  ['MON-04', '+7.5'],
  ['MON-05', '.5'],
  ['MON-05', '5.'],
  ['MON-06', ' 7.5'],
  ['MON-06', '7.5\n'],
  ['MON-07', '\u0667.5'],
  ['MON-08', '0.0000000000000000001'],
  ['MON-09', '9223372036854775808'],
  ['MON-10', 7.5],
  ['MON-10', true],
  ['MON-10', 7],
  ['MON-10', []],
  ['MON-10', {}],
] as const satisfies readonly (readonly [RequirementId, unknown])[];

/** Each spelling is of one amount, of another with each row; an integer, the likeliest slip of a client, of each. */
function amountsOf({ money }: Family, text: unknown, index: number): readonly string[] {
  return text === 7 ? money : [money[index % money.length] ?? money[0]];
}

/** The door passes these on: the owner answers, with a row where it takes the policy. */
const PASSED = [
  ['MON-12', '007.50', '7.5'],
  ['MON-13', '-7.5', '-7.5'],
] as const satisfies readonly (readonly [RequirementId, string, string])[];

interface Spelt {
  readonly id: RequirementId;
  readonly name: string;
  readonly text: unknown;
  readonly label: string;
}

const labelOf = (id: RequirementId, name: string, text: unknown, of: string) =>
  `${id} ${name} ${JSON.stringify(text)} ${of}`;

function refusedOf(family: Family): readonly Spelt[] {
  return REFUSED.flatMap(([id, text], index) =>
    amountsOf(family, text, index).map((name) => ({ id, name, text, label: labelOf(id, name, text, family.path) })),
  );
}

function passedOf({ money: [name], path }: Family): readonly (Spelt & { readonly value: string })[] {
  return PASSED.map(([id, text, value]) => ({ id, name, text, value, label: labelOf(id, name, text, path) }));
}

function isSince(history: History, id: RequirementId): boolean {
  return history.since(requirement(id).since);
}

/** The label and the name of the case in which a policy is restated with an integer. */
const restatedOf = ({ path }: Family) => `MON-10 restated ${path}`;

/** The cases of all families in one order, so that each requirement has one of the first. */
const CASES: readonly { readonly id: RequirementId; readonly label: string }[] = POLICY_FAMILIES.flatMap((family) => [
  ...refusedOf(family),
  ...passedOf(family),
  { id: 'MON-10', label: restatedOf(family) },
]);
const idOf = new Map(CASES.map(({ id, label }) => [label, id]));

function isHeld(history: History, family: Family): Judgement {
  const { path } = family;
  const plain = history.maybe(`plain ${path}`);
  if (plain === undefined) return unseen;
  if (pathOf(family, plain) === undefined) return notTaken(NOT_PROPOSED);
  const restated = history.labelled(restatedOf(family));
  const sentOf = <S extends Spelt>(all: readonly S[]) =>
    all
      .filter(({ id }) => isSince(history, id))
      .flatMap((one) => history.labelled(one.label).map((e) => ({ ...one, e })));
  const refused = sentOf(refusedOf(family));
  const passed = sentOf(passedOf(family)).map(({ id, name, value, e }) => {
    const row = pathOf(family, e);
    const isKept = row === undefined ? [] : [isRow(e, family, row, { [name]: value })];
    // Leading zeros change no value, so no owner has a reason to refuse them.
    const isTaken = id === 'MON-12' ? [ifTaken(e, history, () => allOf())] : [];
    return blaming(allOf(passesTheDoor(e), isTaken, isKept), id);
  });
  return allOf(
    // What the member's document does not list was not sent.
    refused.filter(({ e, name }) => isSent(e, name)).map(({ e, id }) => blaming(isRefused(e), id)),
    restated.filter((e) => isSent(e, family.money[0])).map((e) => blaming(isRefused(e), 'MON-10')),
    passed,
  );
}

const isSent = (e: Exchange, name: string): boolean => Object.hasOwn(asObject(sentJson(e)), name);

export const amountsOfPoliciesAreHeldToTheTable = check({
  id: 'mon/amounts-of-policies-are-held-to-the-table',
  proves: [
    'MON-01',
    'MON-02',
    'MON-03',
    'MON-04',
    'MON-05',
    'MON-06',
    'MON-07',
    'MON-08',
    'MON-09',
    'MON-10',
    'MON-12',
    'MON-13',
  ],
  title: 'what the Money table says of the money of an order holds of the amounts of every policy',
  needs: ['admin', 'asset', 'instrument', 'writes'],

  cases: {
    of: 'amounts of policies',
    names: ({ target }) =>
      CASES.filter(({ id }) => isAtLeast(target.rest, requirement(id).since)).map(({ label }) => label),
    shows: (name) => [idOf.get(name)].filter((id) => id !== undefined),
  },

  async drive({ admin, fixtures, takes }) {
    for (const family of POLICY_FAMILIES) {
      const { path: of, money } = family;
      const taken = [...refusedOf(family), ...passedOf(family)].filter(({ label }) => takes(label));
      const isRestated = takes(restatedOf(family));
      if (taken.length === 0 && !isRestated) continue;
      const stating = (name: string, amount: unknown) => ({ ...subjectOf(family, fixtures), [name]: amount });
      const sent = await Promise.all([
        admin.post(of, stating(money[0], '7.5'), { label: `plain ${of}` }),
        ...taken.map(({ name, text, label }) => admin.post(of, stating(name, text), { label })),
      ]);
      const [plain] = sent.map((e) => pathOf(family, e));
      if (isRestated && plain !== undefined) {
        await admin.put(plain, stating(money[0], 7), { label: restatedOf(family) });
      }
      await ended(admin, ...sent.map((e) => pathOf(family, e)));
    }
  },

  judge: (history) => eachOf(POLICY_FAMILIES, (family) => isHeld(history, family)),
});

const UNSET = [undefined, 0, null] as const;

/** Of every family: the plain policies are taken, and those that differ from them by what the label says are refused. */
function refusesEach(history: History, label: 'of nothing' | 'with a scale'): Judgement {
  return eachOf(POLICY_FAMILIES, (family) => {
    const plain = history.labelled(`plain ${family.path}`);
    if (plain.length === 0) return unseen;
    if (plain.some((e) => pathOf(family, e) === undefined)) return notTaken(NOT_PROPOSED);
    return eachOf(history.labelled(`${label} ${family.path}`), isRefused);
  });
}

const besideOf = ({ path }: Family, amount: string, unset: 0 | null | undefined): string =>
  `${path} ${amount} beside ${unset === undefined ? 'no reference' : String(unset)}`;

export const amountOfNothingIsRefused = check({
  id: 'mon/amount-of-nothing-is-refused',
  proves: ['MON-17'],
  title:
    'an amount of a policy beside an absent or 0 assetId or instrumentId is refused 400; the default trading policy takes no money caps',
  needs: ['admin', 'asset', 'instrument', 'writes'],

  cases: {
    of: 'amounts of policies',
    names: () =>
      POLICY_FAMILIES.flatMap((family) =>
        family.money.flatMap((amount) => UNSET.map((unset) => besideOf(family, amount, unset))),
      ),
  },

  async drive({ admin, fixtures, takes }) {
    for (const family of POLICY_FAMILIES) {
      const subject = subjectOf(family, fixtures);
      const reference = 'instrumentId' in subject ? 'instrumentId' : 'assetId';
      for (const amount of family.money) {
        const taken = UNSET.filter((unset) => takes(besideOf(family, amount, unset)));
        if (taken.length === 0) continue;
        for (const unset of taken) {
          const body = { ...subject, [reference]: unset, [amount]: '7.5' };
          const options = { label: `of nothing ${family.path}`, about: [reference] };
          await ended(admin, await proposed(admin, family, body, options));
        }
        const options = { label: `plain ${family.path}`, about: [reference] };
        await ended(admin, await proposed(admin, family, { ...subject, [amount]: '7.5' }, options));
      }
    }
  },

  judge: (history) => refusesEach(history, 'of nothing'),
});

export const scaleFieldsOfPoliciesAreRefused = check({
  id: 'mon/scale-fields-of-policies-are-refused',
  proves: ['MON-11'],
  title: "a scale field of the caller's own beside an amount of a policy is refused",
  needs: ['admin', 'asset', 'instrument', 'writes'],
  cases: FAMILY_CASES,

  async drive({ admin, fixtures, takes }) {
    for (const family of POLICY_FAMILIES.filter(({ path }) => takes(path))) {
      const [name] = family.money;
      const plain = { ...subjectOf(family, fixtures), [name]: '7.5' };
      await ended(admin, await proposed(admin, family, plain, { label: `plain ${family.path}` }));
      const scaled = { ...plain, [`${name}Scale`]: 1 };
      await ended(admin, await proposed(admin, family, scaled, { label: `with a scale ${family.path}` }));
    }
  },

  judge: (history) => refusesEach(history, 'with a scale'),
});
