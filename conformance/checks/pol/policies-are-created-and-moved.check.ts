import type { Exchange } from '../../client/exchange.ts';
import { at } from '../../client/exchange.ts';
import { ifTaken, isTaken } from '../../rules/if-taken.ts';
import { check } from '../../runner/check.ts';
import type { History } from '../../runner/history.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, eachOf, pass, unseen, violated } from '../../runner/judgement.ts';
import { notTaken } from '../../runner/unless-assumed.ts';
import type { Family } from '../../scenes/policy-families.ts';
import {
  ended,
  isRow,
  NOT_PROPOSED,
  POLICY_FAMILIES,
  pathOf,
  proposed,
  subjectOf,
} from '../../scenes/policy-families.ts';

const [FIRST, LATER] = ['7.5', '8.25'];

/** In this order each finds the policy in the state that it needs; the status after it is our own. */
const STEPS = [
  { step: 'created', status: 'PROPOSED' },
  { step: 'restated', status: 'PROPOSED' },
  { step: 'approve', status: 'ACTIVE' },
  { step: 'halt', status: 'HALTED' },
  { step: 'resume', status: 'ACTIVE' },
  { step: 'retire', status: 'RETIRED' },
] as const;

/** Whatever the states are called: one that a halt has changed is another again once the policy is resumed. */
function isResumed(
  approved: Exchange | undefined,
  halted: Exchange | undefined,
  resumed: Exchange | undefined,
): Judgement {
  if (approved === undefined || halted === undefined || resumed === undefined) return unseen;
  if (![approved, halted, resumed].every(isTaken)) return unseen;
  const [before, during, after] = [approved, halted, resumed].map((e) => at(e, 'status'));
  const isTold = typeof before === 'string' && typeof during === 'string' && before !== during;
  return isTold && after === during ? violated('another status than that of a halted policy', halted, resumed) : pass;
}

function isLived(history: History, family: Family): Judgement {
  const of = (step: string) => history.maybe(`${step} ${family.path}`);
  const created = of('created');
  const [path, other] = [created, of('created to be withdrawn')].map((e) => e && pathOf(family, e));
  if (path === undefined || other === undefined) return notTaken(NOT_PROPOSED);
  const isIn = (e: Exchange, wanted: string): Judgement =>
    !history.target.strict || at(e, 'status') === wanted ? pass : violated(`status ${wanted}`, e);
  const taken = (e: Exchange | undefined, row: string, amount: string, wanted: string): Judgement =>
    e === undefined
      ? pass
      : ifTaken(e, history, () => allOf(isRow(e, family, row, { [family.money[0]]: amount }), isIn(e, wanted)));
  const restated = of('restated');
  // What was not restated goes on as it was.
  const standing = restated !== undefined && isTaken(restated) ? LATER : FIRST;
  return allOf(
    ...STEPS.map(({ step, status }) => taken(of(step), path, step === 'created' ? FIRST : standing, status)),
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

  async drive({ admin, deputy, fixtures, target }) {
    for (const family of POLICY_FAMILIES) {
      const { path: of, money } = family;
      const terms = { ...subjectOf(family, fixtures), [money[0]]: FIRST };
      const path = await proposed(admin, family, terms, { label: `created ${of}` });
      const other = await proposed(admin, family, terms, { label: `created to be withdrawn ${of}` });
      if (other !== undefined) await admin.post(`${other}/withdraw`, {}, { label: `withdraw ${of}` });
      if (path !== undefined) {
        await admin.put(path, { ...terms, [money[0]]: LATER }, { label: `restated ${of}` });
        // Nobody trades that instrument; an asset is everybody's.
        const bindsNobody = family.path === '/trading-policies';
        if (target.destructive !== true && !bindsNobody) continue;
        await deputy.post(`${path}/approve`, {}, { label: `approve ${of}` });
        for (const arm of ['halt', 'resume', 'retire'])
          await admin.post(`${path}/${arm}`, {}, { label: `${arm} ${of}` });
      }
      await ended(admin, path, other);
    }
  },

  judge: (history) => eachOf(POLICY_FAMILIES, (family) => isLived(history, family)),
});
