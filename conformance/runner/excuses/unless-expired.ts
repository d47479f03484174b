import type { ExpiredToken } from '../../member/tokens/token-expiry.ts';
import { expiredInWords } from '../../member/tokens/token-expiry.ts';
import type { Check } from '../check.ts';
import type { Judgement } from '../judgement.ts';
import { inconclusive } from '../judgement.ts';
import type { Fault } from '../run/trial.ts';

/** A static token that expired while a check used it: refusals and closes for that reason are no violations. */
export function unlessExpired(
  judgement: Judgement | Fault,
  { needs }: Check,
  ended: readonly ExpiredToken[],
): Judgement | Fault {
  if (judgement.verdict !== 'violated' && judgement.verdict !== 'fault') return judgement;
  const expired = ended.filter(({ principal }) => needs.includes(principal));
  return expired.length === 0 ? judgement : inconclusive(expiredInWords(expired));
}
