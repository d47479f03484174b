import { check } from '../../runner/check.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, eachOf, pass, violated } from '../../runner/judgement.ts';
import type { Exchange } from '../../target/exchange.ts';
import { isOk, position, status } from '../../target/exchange.ts';
import { readAllState } from './read-all-state.ts';

function namesItsPosition(e: Exchange): Judgement {
  return position(e) === undefined ? violated('X-Service-Global-Sequence, a decimal string, on the response', e) : pass;
}

/** What is turned away before any state is looked at names none. */
const isOfState = (e: Exchange) => isOk(e) || status(e) === 404;

export const stateNamesItsPosition = check({
  id: 'pos/state-names-its-position',
  proves: ['POS-01'],
  title: 'each response served from platform state carries X-Service-Global-Sequence, a decimal string',
  needs: ['trader', 'account', 'instrument', 'writes'],
  drive: readAllState,

  judge: (history) =>
    allOf(
      eachOf(history.labelled('read').filter(isOfState), namesItsPosition),
      eachOf(
        [...history.labelled('submitted'), ...history.labelled('cancelled')].filter(
          (e) => status(e) === 201 || status(e) === 200,
        ),
        namesItsPosition,
      ),
    ),
});
