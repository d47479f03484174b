import type { Exchange } from '../../client/exchange.ts';
import { isOk, status } from '../../client/exchange.ts';
import { namesItsPosition } from '../../rules/state-rules.ts';
import { check } from '../../runner/check.ts';
import { allOf, eachOf } from '../../runner/judgement.ts';
import { readAllState } from './read-all-state.ts';

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
