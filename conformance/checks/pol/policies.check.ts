/** Policies of every family: their states from proposal to retirement, and how an amount that is not set reads back. */
import { at, type Exchange } from '../../member/exchange/exchange.ts';
import { ifTaken, isTaken } from '../../rules/if-taken.ts';
import { check } from '../../runner/check.ts';
import { notTaken } from '../../runner/excuses/unless-assumed.ts';
import type { History } from '../../runner/history.ts';
import { allOf, eachOf, inconclusive, type Judgement, pass, unseen, violated } from '../../runner/judgement.ts';
import { isOfOrAfter } from '../../scenes/own-user.ts';
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

const [FIRST, LATER] = ['7.5', '8.25'];

/** In this order each finds the policy in the state that it needs; the status after it is the sandbox's. */
const STEPS = [
  { step: 'created', status: 'PROPOSED' },
  { step: 'restated', status: 'PROPOSED' },
  { step: 'approve', status: 'ACTIVE' },
  { step: 'halt', status: 'HALTED' },
  { step: 'resume', status: 'ACTIVE' },
  { step: 'retire', status: 'RETIRED' },
] as const;

/** Whatever the states are called: a status that the halt changed changes again when the policy is resumed. */
function isResumed(
  approved: Exchange | undefined,
  halted: Exchange | undefined,
  resumed: Exchange | undefined,
): Judgement {
  if (approved === undefined || halted === undefined || resumed === undefined) return unseen;
  if (![approved, halted, resumed].every(isTaken)) return unseen;
  const [before, during, after] = [approved, halted, resumed].map((e) => at(e, 'status'));
  const isChanged = typeof before === 'string' && typeof during === 'string' && before !== during;
  return isChanged && after === during
    ? violated('another status than that of a halted policy', halted, resumed)
    : pass;
}

function isLived(history: History, family: Family): Judgement {
  const of = (step: string) => history.maybe(`${step} ${family.path}`);
  const created = of('created');
  if (created === undefined) return unseen;
  const [path, other] = [created, of('created to be withdrawn')].map((e) => e && pathOf(family, e));
  if (path === undefined || other === undefined) return notTaken(NOT_PROPOSED);
  const isIn = (e: Exchange, wanted: string): Judgement =>
    !history.target.strict || at(e, 'status') === wanted ? pass : violated(`status ${wanted}`, e);
  const taken = (e: Exchange | undefined, row: string, amount: string, wanted: string): Judgement =>
    e === undefined
      ? pass
      : ifTaken(e, history, () => allOf(isRow(e, family, row, { [family.money[0]]: amount }), isIn(e, wanted)));
  const restated = of('restated');
  // A policy that was not restated keeps its first amount.
  const standing = restated !== undefined && isTaken(restated) ? LATER : FIRST;
  return allOf(
    STEPS.map(({ step, status }) => taken(of(step), path, step === 'created' ? FIRST : standing, status)),
    taken(of('withdraw'), other, FIRST, 'WITHDRAWN'),
    isResumed(of('approve'), of('halt'), of('resume')),
  );
}

export const policiesAreCreatedAndMoved = check({
  id: 'pol/policies-are-created-and-moved',
  proves: ['POL-01'],
  title:
    'each family of policies is created, restated, approved, halted, resumed, retired and withdrawn; the answer is the row',
  needs: ['admin', 'deputy', 'asset', 'instrument', 'cappedInstrument', 'writes'],
  holds: ['cappedInstrument'],
  cases: FAMILY_CASES,

  async drive({ admin, deputy, fixtures, target, takes }) {
    for (const family of POLICY_FAMILIES.filter(({ path }) => takes(path))) {
      const { path: of, money } = family;
      const terms = { ...subjectOf(family, fixtures), [money[0]]: FIRST };
      const path = await proposed(admin, family, terms, { label: `created ${of}` });
      const other = await proposed(admin, family, terms, { label: `created to be withdrawn ${of}` });
      if (other !== undefined) await admin.post(`${other}/withdraw`, {}, { label: `withdraw ${of}` });
      if (path !== undefined) {
        await admin.put(path, { ...terms, [money[0]]: LATER }, { label: `restated ${of}` });
        // No other caller trades that instrument; an asset is shared by all.
        const bindsNoOther = family.path === '/trading-policies';
        if (target.destructive !== true && !bindsNoOther) continue;
        await deputy.post(`${path}/approve`, {}, { label: `approve ${of}` });
        for (const arm of ['halt', 'resume', 'retire'])
          await admin.post(`${path}/${arm}`, {}, { label: `${arm} ${of}` });
      }
      await ended(admin, path, other);
    }
  },

  judge: (history) => eachOf(POLICY_FAMILIES, (family) => isLived(history, family)),
});

/** Four spellings of unset (MON-14); no member is held to other zeros (decision A70). */
const SPELLINGS = { 'left out': undefined, null: null, '0': '0', '-0': '-0' } as const;

/** Counts are no money: `0` is not among their spellings. */
const COUNTS = ['maxOpenOrders', 'maxOrdersPerMinute'] as const;

function unsetOf(family: Family): readonly string[] {
  return [...family.money.slice(1), ...(family.path === '/trading-policies' ? COUNTS : [])];
}

function readsNull(e: Exchange, family: Family): Judgement {
  const set = unsetOf(family).find((name) => at(e, name) !== null);
  return set === undefined ? pass : violated(`${set} null: it was sent unset`, e);
}

const unsetIn = ({ path }: Family, spelling: string): string => `${path} ${spelling}`;

function isUnset(history: History, family: Family, spelling: string): Judgement {
  const created = history.maybe(`created ${unsetIn(family, spelling)}`);
  if (created === undefined) return unseen;
  if (pathOf(family, created) === undefined) return notTaken(NOT_PROPOSED);
  const read = history.one(`read ${unsetIn(family, spelling)}`);
  return allOf(
    readsNull(created, family),
    isOfOrAfter(read, created) ? readsNull(read, family) : inconclusive('the policy was not served at once'),
  );
}

export const unsetAmountsReadNull = check({
  id: 'pol/unset-amounts-read-null',
  proves: ['POL-02'],
  title: 'a cap, bound or count of a policy that is left out, null, 0 or -0 reads back null',
  needs: ['admin', 'asset', 'instrument', 'writes'],
  cases: {
    of: 'spellings in policies',
    names: () =>
      Object.keys(SPELLINGS).flatMap((spelling) => POLICY_FAMILIES.map((family) => unsetIn(family, spelling))),
  },

  async drive({ admin, fixtures, takes }) {
    for (const family of POLICY_FAMILIES) {
      for (const [spelling, unset] of Object.entries(SPELLINGS)) {
        if (!takes(unsetIn(family, spelling))) continue;
        const amounts = Object.fromEntries(family.money.slice(1).map((name) => [name, unset]));
        const terms = { ...subjectOf(family, fixtures), [family.money[0]]: '7.5', ...amounts };
        const path = await proposed(admin, family, terms, { label: `created ${unsetIn(family, spelling)}` });
        if (path === undefined) continue;
        await admin.get(path, { query: { view: 'latest' }, label: `read ${unsetIn(family, spelling)}` });
        await ended(admin, path);
      }
    }
  },

  judge: (history) =>
    eachOf(POLICY_FAMILIES, (family) =>
      allOf(Object.keys(SPELLINGS).map((spelling) => isUnset(history, family, spelling))),
    ),
});
