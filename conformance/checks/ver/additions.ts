/** What a newer member may add to an answer, and whether the suite still reads the answer as it did. */

import type { Exchange } from '../../client/exchange.ts';
import { at, errorCode, json } from '../../client/exchange.ts';
import { REFUSALS } from '../../contract/refusals.ts';
import { requirement } from '../../contract/requirements.ts';
import { isAtLeast } from '../../contract/versions.ts';
import { OF_A_BODY, OF_A_PAGE, OF_A_REFUSAL, OF_STATE } from '../../rules/answer-rules.ts';
import type { Judgement } from '../../runner/judgement.ts';

/** Every name that the interface has for a member of a refusal, and of a page. */
const OF_ERROR = ['code', 'message', 'requestId', 'retryable', 'currentVersion'] as const;
const OF_PAGE = ['globalSequence', 'asOfSeqTsNs', 'items', 'nextCursor', 'prevCursor', 'total'] as const;
/** Names and values that no member says of itself. */
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

/** By every rule of the contract `rest` that holds of an answer of its kind: the first that is broken. */
export function judgeKnown(e: Exchange, rest: string): Judgement | undefined {
  return rulesOf(e)
    .filter(([id]) => isAtLeast(rest, requirement(id).since))
    .map(([, judge]) => judge(e))
    .find(({ verdict }) => verdict === 'violated');
}

/** A code or a member that the suite has no word for stands in it. */
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

/** The same answer of a newer member: a member more in every object, and where it is refused a code that is not known. */
export function withAdditions(e: Exchange): Exchange {
  const body = json(e);
  if (e.response === null || !isBody(body)) return e;
  const added = withMembers(body) as Body;
  const error = at(e, 'error');
  const refused = isBody(error) ? { error: { ...(added['error'] as Body), code: 'ADDED_BY_A_NEWER_MEMBER' } } : {};
  return { ...e, response: { ...e.response, body: JSON.stringify({ ...added, ...refused }) } };
}
