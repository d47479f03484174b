import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { allOf, eachOf } from '../../runner/judgement.ts';
import { requestEveryRoute } from '../../scenes/every-route.ts';

const NAMELESS = {
  'no org_id': { org_id: null },
  'org_id not ASCII': { org_id: 'ørg-first' },
  'sub not ASCII': { sub: 'trāder' },
} as const;

/** Nobody either; which of 401 and 403 is not said (decision A10). */
const EITHER = {
  'no sub': { sub: null },
  'org_id a number': { org_id: 1 },
} as const;

export const namelessToken = check({
  id: 'auth/nameless-token',
  proves: ['AUTH-05'],
  title: 'a token without org_id, or with an org_id or sub that is not ASCII, answers 403 FORBIDDEN_PRINCIPAL',
  needs: ['trader', 'mint'],

  async drive({ trader, control, target, freshKey }) {
    for (const [label, claims] of Object.entries({ ...NAMELESS, ...EITHER })) {
      const token = await control.mint({ persona: 'trader', claims });
      await trader.get('/me', { token, label });
      await trader.get('/orders', { token, label });
      if (label === 'no org_id') await requestEveryRoute(trader, { target, freshKey }, { token, label });
    }
  },

  judge(history) {
    const of = (labels: object) => Object.keys(labels).flatMap((label) => history.labelled(label));
    const refused = { status: 403, code: 'FORBIDDEN_PRINCIPAL' } as const;
    return allOf(
      eachOf(of(NAMELESS), (e) => expects(e, refused, e.label ?? undefined)),
      eachOf(of(EITHER), (e) =>
        expects(e, history.target.strict ? refused : { status: [401, 403] }, e.label ?? undefined),
      ),
    );
  },
});
