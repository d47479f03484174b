/** Rules for every response of a kind, on whichever route it occurs: one judgement for each requirement. */
import type { RequirementId } from '../contract/requirements.ts';
import { type Exchange, isFactual, pathOf, requestId, sentHeader } from '../member/exchange/exchange.ts';
import { allOf, type Judgement, pass, unseen, violated } from '../runner/judgement.ts';
import type { Blamed } from './blamed.ts';
import { isPageEnvelope } from './page-envelope.ts';
import {
  everyProperty,
  namesNothingUnscaled,
  type PropertyRule,
  REGISTER_KEY,
  servesDecimals,
  TIME_OR_POSITION,
  TRADING_ID,
} from './property-rules.ts';
import {
  carriesARequestId,
  hasAMessage,
  hasTheEnvelope,
  isRetryableByTheRules,
  namesItsRequest,
} from './refusal-rules.ts';
import { agreesWithItsHeaders, namesItsPosition, namesItsTime, namesNoPosition, namesNoTime } from './state-rules.ts';

type Rule = readonly [id: RequirementId, judge: (e: Exchange) => Judgement];

/** An id that a member echoes (RID-02); it replaces any other (RID-03). */
const GOOD_ID = /^[A-Za-z0-9._-]{8,128}$/;

function echoesAGoodId(e: Exchange): Judgement {
  const sent = sentHeader(e, 'x-request-id');
  if (sent === undefined || !GOOD_ID.test(sent)) return unseen;
  if (requestId(e) === sent) return pass;
  return violated('the X-Request-Id that was sent', e);
}

function replacesAnotherId(e: Exchange): Judgement {
  const [sent, id] = [sentHeader(e, 'x-request-id'), requestId(e) ?? ''];
  if (sent === undefined || GOOD_ID.test(sent)) return unseen;
  if (id !== '' && !sent.includes(id)) return pass;
  return violated('an X-Request-Id other than the one sent', e);
}

/** The rows of this catalogue hold JSON Schemas, whose property names can collide with those of the rules. */
const SCHEMAS = '/algos/versions';

const ofProperties =
  ({ isOf, judge }: PropertyRule) =>
  (e: Exchange): Judgement =>
    pathOf(e).endsWith(SCHEMAS)
      ? unseen
      : allOf(
          everyProperty([e])
            .filter(({ name }) => isOf(name))
            .map(judge),
        );

/** The rules for every response: request ids and secrets. */
export const OF_EVERY_ANSWER: readonly Rule[] = [
  ['RID-01', carriesARequestId],
  ['RID-02', echoesAGoodId],
  ['RID-03', replacesAnotherId],
  ['AUTH-13', holdsNoSecret],
];

/** The rules for every JSON body: ids, times and money. */
export const OF_A_BODY: readonly Rule[] = [
  ['ID-01', ofProperties(REGISTER_KEY)],
  ['ID-02', ofProperties(TRADING_ID)],
  ['ID-03', ofProperties(TIME_OR_POSITION)],
  ['MON-15', (e) => (pathOf(e).endsWith(SCHEMAS) ? unseen : servesDecimals(e))],
  ['MON-16', namesNothingUnscaled],
];

/** The rules for every refusal. */
export const OF_A_REFUSAL: readonly Rule[] = [
  ['ERR-01', hasTheEnvelope],
  ['ERR-02', namesItsRequest],
  ['ERR-03', hasAMessage],
  ['ERR-11', (e) => (isFactual(e) ? unseen : isRetryableByTheRules(e))],
  ['ERR-15', (e) => (isFactual(e) ? isRetryableByTheRules(e) : unseen)],
];

/** The rules for responses read from platform state: pages, rows and their 404s. */
export const OF_STATE: readonly Rule[] = [
  ['POS-01', namesItsPosition],
  ['POS-02', namesItsTime],
];

/** The rules for every page. */
export const OF_A_PAGE: readonly Rule[] = [
  ['PAGE-01', isPageEnvelope],
  ['POS-06', agreesWithItsHeaders],
];

/** The rules for refusals before an owner. */
export const OF_THE_DOOR: readonly Rule[] = [['POS-04', namesNoPosition]];

/** The rules for every response of an owner, refusals included. */
export const OF_AN_OWNER: readonly Rule[] = [['POS-03', namesNoTime]];

/** Judges one response by all rules of the given lists. */
export function judgedBy(e: Exchange, ...rules: readonly (readonly Rule[])[]): readonly Blamed[] {
  return rules.flat().map(([id, judge]) => [id, judge(e)] as const);
}

/** The mark by which the recorder replaces a known secret, whether whole, in part or encoded. */
const SECRET = /<(?:part of the )?(?:minted )?(?:token|secret|ticket|material)\b[^>]*>/;

/** AUTH-13: no response header or body contains a token or key material that the suite knows. */
export function holdsNoSecret(e: Exchange): Judgement {
  const { headers = [], body = '' } = e.response ?? {};
  const seen = SECRET.exec([...headers.map(([, value]) => value), body].join('\n'))?.[0];
  return seen === undefined ? pass : violated(`no token and no key material in a response; ${seen} stands there`, e);
}
