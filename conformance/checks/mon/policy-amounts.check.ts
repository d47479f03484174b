/** Amounts of policies that are refused: what the Money table says of orders, amounts of nothing, and scale fields. */
import { type RequirementId, requirement } from '../../contract/requirements.ts';
import { ifTaken } from '../../rules/if-taken.ts';
import { check } from '../../runner/check.ts';
import type { History } from '../../runner/history.ts';
import { allOf, blaming, eachOf, type Judgement } from '../../runner/judgement.ts';
import { notTaken } from '../../runner/unless-assumed.ts';
import {
  ended,
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
] as const satisfies readonly (readonly [RequirementId, unknown])[];

/** The door passes these on: the owner answers, with a row where it takes the policy. */
const PASSED = [
  ['MON-12', '007.50', '7.5'],
  ['MON-13', '-7.5', '-7.5'],
] as const satisfies readonly (readonly [RequirementId, string, string])[];

const SPELT: readonly (readonly [RequirementId, unknown])[] = [
  ...REFUSED,
  ...PASSED.map(([id, text]) => [id, text] as const),
];

function isSince(history: History, id: RequirementId): boolean {
  return history.since(requirement(id).since);
}

function isHeld(history: History, family: Family): Judgement {
  const of = (id: RequirementId, text: unknown) => history.one(`${id} ${JSON.stringify(text)} ${family.path}`);
  if (pathOf(family, history.one(`plain ${family.path}`)) === undefined) return notTaken(NOT_PROPOSED);
  const refused = REFUSED.filter(([id]) => isSince(history, id)).map(([id, text]) =>
    blaming(isRefused(of(id, text)), id),
  );
  const passed = PASSED.filter(([id]) => isSince(history, id)).map(([id, text, value]) => {
    const e = of(id, text);
    const path = pathOf(family, e);
    const isKept = path === undefined ? [] : [isRow(e, family, path, { [family.money[0]]: value })];
    // Leading zeros change no value, so no owner has a reason to refuse them.
    const isTaken = id === 'MON-12' ? [ifTaken(e, history, () => allOf())] : [];
    return blaming(allOf(passesTheDoor(e), isTaken, isKept), id);
  });
  return allOf(refused, passed);
}

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

  async drive({ admin, fixtures }) {
    for (const family of POLICY_FAMILIES) {
      const { path: of, money } = family;
      const stating = (amount: unknown) => ({ ...subjectOf(family, fixtures), [money[0]]: amount });
      const sent = await Promise.all([
        admin.post(of, stating('7.5'), { label: `plain ${of}` }),
        ...SPELT.map(([id, text]) => admin.post(of, stating(text), { label: `${id} ${JSON.stringify(text)} ${of}` })),
      ]);
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
    if (plain.length === 0 || plain.some((e) => pathOf(family, e) === undefined)) return notTaken(NOT_PROPOSED);
    return eachOf(history.labelled(`${label} ${family.path}`), isRefused);
  });
}

export const amountOfNothingIsRefused = check({
  id: 'mon/amount-of-nothing-is-refused',
  proves: ['MON-17'],
  title:
    'an amount of a policy beside an absent or 0 assetId or instrumentId is refused 400; the default trading policy takes no money caps',
  needs: ['admin', 'asset', 'instrument', 'writes'],

  async drive({ admin, fixtures }) {
    for (const family of POLICY_FAMILIES) {
      const subject = subjectOf(family, fixtures);
      const reference = 'instrumentId' in subject ? 'instrumentId' : 'assetId';
      for (const name of family.money) {
        for (const unset of UNSET) {
          const body = { ...subject, [reference]: unset, [name]: '7.5' };
          await ended(admin, await proposed(admin, family, body, { label: `of nothing ${family.path}` }));
        }
        const label = `plain ${family.path}`;
        await ended(admin, await proposed(admin, family, { ...subject, [name]: '7.5' }, { label }));
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

  async drive({ admin, fixtures }) {
    for (const family of POLICY_FAMILIES) {
      const [name] = family.money;
      const plain = { ...subjectOf(family, fixtures), [name]: '7.5' };
      await ended(admin, await proposed(admin, family, plain, { label: `plain ${family.path}` }));
      const scaled = { ...plain, [`${name}Scale`]: 1 };
      await ended(admin, await proposed(admin, family, scaled, { label: `with a scale ${family.path}` }));
    }
  },

  judge: (history) => refusesEach(history, 'with a scale'),
});
