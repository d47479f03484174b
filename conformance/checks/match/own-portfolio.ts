/** The versioned row that the checks of If-Match write on: a portfolio of the suite's own, one a check. */
import type { Actor } from '../../member/actor.ts';
import { type NamedBody, type OwnName, standingRow } from '../../member/effects/standing-row.ts';
import { type Exchange, isOk, json, position } from '../../member/exchange/exchange.ts';
import { etagOf, isStrong } from '../../member/exchange/row-version.ts';
import { sameBody } from '../../member/exchange/same-answer.ts';
import { notTaken } from '../../runner/excuses/unless-assumed.ts';
import { inconclusive, type Judgement, pass, violated } from '../../runner/judgement.ts';

const PORTFOLIOS = { path: '/portfolios', id: 'portfolioId' } as const;

export interface OwnPortfolio {
  readonly id: number;
  readonly path: string;
  /** What restates it as it was: the next run knows it by its name. */
  readonly body: NamedBody;
}

/** undefined: the target takes no portfolio of this body (it is assumed), so nothing can be judged. */
export async function ownPortfolio(admin: Actor, displayName: OwnName): Promise<OwnPortfolio | undefined> {
  const body = { displayName };
  const id = await standingRow(admin, PORTFOLIOS, body);
  return id === undefined ? undefined : { id, path: `/portfolios/${id}`, body };
}

/** A body with another name, so that a refused write that was applied is seen. */
export function renamed({ body }: OwnPortfolio, to: string): { readonly displayName: string } {
  return { displayName: `${body.displayName} ${to}` };
}

/** The strong validator of a read, to be sent as If-Match; a read that has none gives `"none"`, which the judge looks at first. */
export function validatorOf(e: Exchange): string {
  const etag = etagOf(e);
  return isStrong(etag) ? etag : '"none"';
}

/** Why nothing can be judged where `ownPortfolio` gives none. */
export const NO_PORTFOLIO = 'the suite could not create its own portfolio';
const NO_VALIDATOR = 'the row carries no strong ETag (MATCH-01 says so)';

/** Why nothing can be judged of writes under the validator of this read; undefined: it can. */
export function lacksValidator(read: Exchange | undefined): Judgement | undefined {
  if (read === undefined) return notTaken(NO_PORTFOLIO);
  return isStrong(etagOf(read)) ? undefined : inconclusive(NO_VALIDATOR);
}

/** Two reads of a row serve the same body. */
export const sameRow = (one: Exchange, other: Exchange): boolean => sameBody(json(one), json(other));

/** The row is as it was read before, where the read is not of an earlier state (decision A42). */
export function isUnchanged(before: Exchange, after: Exchange, isSame: (after: Exchange) => boolean): Judgement {
  if (!isOk(after)) return inconclusive('the row was not served after the refusal');
  if ((position(after) ?? 0n) < (position(before) ?? 0n)) return inconclusive('a member that is behind answered');
  return isSame(after) ? pass : violated('the row as it was before the refusal', before, after);
}
