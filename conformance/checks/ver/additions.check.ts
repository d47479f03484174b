/**
 * Additions of newer members: an unknown code or property is tolerated and takes nothing away.
 */

import { REFUSALS } from '../../contract/refusals.ts';
import { requirement } from '../../contract/requirements.ts';
import { isAtLeast } from '../../contract/versions.ts';
import { at, type Exchange, errorCode, json } from '../../member/exchange/exchange.ts';
import { OF_A_BODY, OF_A_PAGE, OF_A_REFUSAL, OF_STATE } from '../../rules/answer-rules.ts';
import { check } from '../../runner/check.ts';
import { eachOf, type Judgement, pass } from '../../runner/judgement.ts';

/** Every property of a refusal, and of a page, in the interface. */
const OF_ERROR = ['code', 'message', 'requestId', 'retryable', 'currentVersion'] as const;
const OF_PAGE = ['globalSequence', 'asOfSeqTsNs', 'items', 'nextCursor', 'prevCursor', 'total'] as const;
/** A property that no member serves. */
const ADDED = { addedByANewerMember: { of: ['a', 1, null, true] } } as const;

type Body = Readonly<Record<string, unknown>>;

function isBody(value: unknown): value is Body {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const isRefusal = (e: Exchange): boolean => isBody(at(e, 'error'));
const isPage = (e: Exchange): boolean => Array.isArray(at(e, 'items'));

function rulesOf(e: Exchange): typeof OF_A_BODY {
  return [...OF_A_BODY, ...(isRefusal(e) ? OF_A_REFUSAL : []), ...(isPage(e) ? [...OF_A_PAGE, ...OF_STATE] : [])];
}

/** The first rule of the contract `rest` for answers of its kind that the answer breaks; undefined where it breaks none. */
export function judgeKnown(e: Exchange, rest: string): Judgement | undefined {
  return rulesOf(e)
    .filter(([id]) => isAtLeast(rest, requirement(id).since))
    .map(([, judge]) => judge(e))
    .find(({ verdict }) => verdict === 'violated');
}

/** Whether the answer has a code or a property that the suite does not know. */
export function holdsAdditions(e: Exchange): boolean {
  const code = errorCode(e);
  if (code !== undefined && !(code in REFUSALS)) return true;
  const [error, body] = [at(e, 'error'), json(e)];
  const isNew = (known: readonly string[], of: unknown) =>
    isBody(of) && Object.keys(of).some((name) => !known.includes(name));
  return (isRefusal(e) && (isNew(OF_ERROR, error) || isNew(['error'], body))) || (isPage(e) && isNew(OF_PAGE, body));
}

function withMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withMembers);
  if (!isBody(value)) return value;
  return { ...Object.fromEntries(Object.entries(value).map(([name, of]) => [name, withMembers(of)])), ...ADDED };
}

/** The same answer as a newer member may give it: one more property in every object, and an unknown code in a refusal. */
export function withAdditions(e: Exchange): Exchange {
  const body = json(e);
  if (e.response === null || !isBody(body)) return e;
  const added = withMembers(body) as Body;
  const error = at(e, 'error');
  const refused = isBody(error) ? { error: { ...(added['error'] as Body), code: 'ADDED_BY_A_NEWER_MEMBER' } } : {};
  return { ...e, response: { ...e.response, body: JSON.stringify({ ...added, ...refused }) } };
}

/** The largest int64: no row has this id, since ids are minted from times in nanoseconds. */
const ABSENT = '9223372036854775807';

/**
 * Throws where the suite itself takes an addition for a violation. Where the target's answer has an addition, everything that
 * the interface shows must be present beside it.
 */
function isTolerated(e: Exchange, rest: string): Judgement {
  const known = judgeKnown(e, rest);
  if (known === undefined) {
    const strange = judgeKnown(withAdditions(e), rest);
    if (strange?.verdict !== 'violated') return pass;
    throw new Error(`an addition is taken for a fault: ${strange.expected} in ${e.request.method} ${e.request.path}`);
  }
  return holdsAdditions(e) ? known : pass;
}

export const whatIsAddedIsTolerated = check({
  id: 'ver/what-is-added-is-tolerated',
  proves: ['VER-05'],
  title:
    'an unknown code, enum member or property of a newer member is tolerated by the suite, and stands beside all that is known',
  needs: ['trader'],

  async drive({ trader, anonymous, freshKey }) {
    await trader.get('/me');
    await trader.get('/orders', { query: { limit: '7' } });
    await trader.get('/executions', { query: { limit: '7' } });
    await trader.get(`/orders/${ABSENT}`);
    await trader.get(`/operations/${freshKey()}`);
    await trader.request({ method: 'POST', path: '/orders', rawBody: '{', key: freshKey() });
    await anonymous.get(`/orders/${ABSENT}`);
  },

  judge: (history) =>
    eachOf(
      history.answered.filter((e) => at(e) !== undefined),
      (e) => isTolerated(e, history.target.rest),
    ),
});
