import { isOk, status } from '../../client/exchange.ts';
import { namesItsTime } from '../../rules/state-rules.ts';
import { check } from '../../runner/check.ts';
import { allOf, eachOf, pass } from '../../runner/judgement.ts';
import { readAllState } from './read-all-state.ts';

export const readsNameTheirTime = check({
  id: 'pos/reads-name-their-time',
  proves: ['POS-02'],
  title:
    'each read from platform state carries X-Service-As-Of-Seq-Ts: pages, rows and their 404s, /me, /operations/{key}',
  needs: ['trader', 'account', 'instrument', 'writes'],
  drive: readAllState,

  judge: (history) =>
    allOf(
      eachOf(
        history.labelled('read').filter((e) => isOk(e) || status(e) === 404),
        namesItsTime,
      ),
      // An unknown key is no row: whether its 404 is a read from state is for a deployed member to say.
      history.target.strict ? namesItsTime(history.one('unknown key')) : pass,
    ),
});
