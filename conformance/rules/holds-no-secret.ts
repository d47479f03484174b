import type { Exchange } from '../member/exchange/exchange.ts';
import type { Judgement } from '../runner/judgement.ts';
import { pass, violated } from '../runner/judgement.ts';

/** The mark by which the recorder replaces a known secret, whether whole, in part or encoded. */
const SECRET = /<(?:part of the )?(?:minted )?(?:token|secret|ticket|material)\b[^>]*>/;

/** AUTH-13: no response header or body contains a token or key material that the suite knows. */
export function holdsNoSecret(e: Exchange): Judgement {
  const { headers = [], body = '' } = e.response ?? {};
  const seen = SECRET.exec([...headers.map(([, value]) => value), body].join('\n'))?.[0];
  return seen === undefined ? pass : violated(`no token and no key material in a response; ${seen} stands there`, e);
}
