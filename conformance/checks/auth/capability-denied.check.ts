import { replays } from '../../client/same-answer.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { allOf, differs, pass } from '../../runner/judgement.ts';

export const capabilityDenied = check({
  id: 'auth/capability-denied',
  proves: ['AUTH-14'],
  title: 'want of a capability is 403 CAPABILITY_DENIED with its position, replayed to a retried key',
  needs: ['viewer', 'account', 'instrument', 'writes'],

  async drive({ viewer, order, freshKey }) {
    const key = freshKey();
    await viewer.submit(order(), { key, label: 'denied' });
    await viewer.submit(order(), { key, label: 'retried' });
  },

  judge(history) {
    const [denied, retried] = [history.one('denied'), history.one('retried')];
    return allOf(
      expects(denied, { status: 403, code: 'CAPABILITY_DENIED', position: 'present', replay: false }),
      replays(retried, denied) ? pass : differs('the recorded refusal, replayed', denied, retried),
    );
  },
});
