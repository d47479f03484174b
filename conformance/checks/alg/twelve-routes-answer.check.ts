import { errorCode, rows } from '../../client/exchange.ts';
import { instanceIdOf } from '../../client/instance-id.ts';
import { NOBODYS_KEY } from '../../contract/nobodys.ts';
import { ALGO_ROUTES, harmless, pathOf } from '../../contract/routes.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { allOf, eachOf, inconclusive, pass } from '../../runner/judgement.ts';
import { INSTANCES } from '../../scenes/own-instance.ts';

/** Refused for each of two reasons, the principal in its body and the lack of a key: nothing is started, halted or deleted. */
const MALFORMED = { userId: 1 };

export const twelveRoutesAnswer = check({
  id: 'alg/twelve-routes-answer',
  proves: ['ALG-01'],
  title:
    'all twelve algos routes answer: six reads with what they serve, six writes with the refusal of a malformed one',
  needs: ['admin', 'algos', 'writes'],

  async drive({ admin, target }) {
    const id = instanceIdOf(rows(await admin.get(INSTANCES))[0]);
    if (id === undefined) return;
    for (const route of harmless(ALGO_ROUTES, target)) {
      // Every instance has its first document (configSeq 1) from the beginning.
      if (route.kind !== 'write') {
        await admin.request({ method: route.method, path: pathOf(route, { id, seq: 1 }), label: 'read' });
        continue;
      }
      const path = pathOf(route, { id: target.destructive === true ? id : NOBODYS_KEY, seq: 1 });
      await admin.request({ method: route.method, path, body: MALFORMED, label: 'write' });
    }
  },

  judge(history) {
    const reads = history.labelled('read');
    if (reads.length === 0) return inconclusive('the organisation has no instance');
    return allOf(
      eachOf(reads, (e) => expects(e, { status: 200 })),
      eachOf(history.labelled('write'), (e) =>
        // What is malformed may be looked at after the row that nobody holds.
        errorCode(e) === 'NOT_FOUND' && history.target.destructive !== true
          ? pass
          : expects(e, { status: 400 }, 'the route answers'),
      ),
    );
  },
});
