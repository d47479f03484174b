/**
 * The rows of the tolerance register that a check holds a strict target to, where its judge reads one: the report says
 * which decision a verdict rests on. A check that reads `strict` and is not here says only that it does.
 */
import type { TOLERANCES } from '../../contract/tolerances.ts';

type ToleranceId = (typeof TOLERANCES)[number]['id'];

export const DECISIONS_OF_CHECKS: Readonly<Record<string, readonly ToleranceId[]>> = {
  'alg/arms-take-no-if-match': ['A85'],
  'alg/comments-past-the-bound': ['A84'],
  'alg/creation-answers-the-row': ['A78'],
  'alg/deleted-instance-stays-readable': ['A85'],
  'alg/name-that-no-comment-carries': ['A84'],
  'alg/names-become-ids': ['A84'],
  'alg/second-document-is-pending': ['A80'],
  'alg/stale-if-match': ['A80'],
  'alg/too-long-once-replaced': ['A84'],
  'auth/me-serves-who-calls': ['A101'],
  'auth/nameless-token': ['A10'],
  'auth/no-token': ['A8'],
  'auth/nobody-is-answered-first': ['A2'],
  'auth/refused-caller-is-answered-first': ['A5'],
  'auth/two-tokens': ['A9'],
  'bal/observed-again-at-each-heartbeat': ['A102'],
  'cred/intake-key-reused': ['A39'],
  'match/malformed-if-match': ['A82'],
  'match/stale-if-match': ['A81'],
  'match/versioned-rows-carry-etag': ['A62'],
  'mkt/auth-is-acknowledged': ['A100'],
  'mkt/claims-are-checked': ['A100'],
  'mkt/forged-token': ['A100'],
  'mkt/nothing-before-auth': ['A100'],
  'mon/minus-sign-passes-the-door': ['A72'],
  'ord/account-is-named-by-id-or-alias': ['A75'],
  'ord/client-order-id-is-the-key': ['A32'],
  'ord/held-key-replays-whatever-is-named': ['A21'],
  'ord/instrument-is-named-by-id-or-alias': ['A75'],
  'ord/past-the-working-scale': ['A73'],
  'page/algos': ['A56', 'A57'],
  'page/other-include-is-refused': ['A60'],
  'page/walk-over-a-new-process': ['A54'],
  'pol/policies-are-created-and-moved': ['A70'],
  'qry/views-of-the-register': ['A58'],
  'reg/views': ['A58'],
  'surface/every-write-is-refused-by-its-owner': ['A21'],
  'wss/req-id-is-echoed': ['A97'],
};
