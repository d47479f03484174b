/** The versioned row that the checks of If-Match write on: a portfolio of the suite's own, one a check. */
import type { Actor } from '../../client/actor.ts';
import type { Exchange } from '../../client/exchange.ts';
import { etagOf, isStrong } from '../../client/row-version.ts';
import type { NamedBody, OwnName } from '../../client/standing-row.ts';
import { standingRow } from '../../client/standing-row.ts';

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

/** Another name than it has: what is refused must not be seen of it. */
export function renamed({ body }: OwnPortfolio, to: string): { readonly displayName: string } {
  return { displayName: `${body.displayName} ${to}` };
}

/** The strong validator of a read, to be sent as If-Match; a read that has none gives `"none"`, which the judge looks at first. */
export function validatorOf(e: Exchange): string {
  const etag = etagOf(e);
  return isStrong(etag) ? etag : '"none"';
}

export const NO_PORTFOLIO = 'the suite could make no portfolio of its own';
export const NO_VALIDATOR = 'the row carries no strong ETag (MATCH-01 says so)';
