import type { Exchange } from '../../client/exchange.ts';
import { position } from '../../client/exchange.ts';
import type { History } from '../../runner/history.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { inconclusive, pass, violated } from '../../runner/judgement.ts';

/** Whether this read is of the write's position or later; on the sandbox's one member it always is (decision A41). */
function isAfter(history: History, read: Exchange, write: Exchange): Judgement {
  const [from, of] = [position(write), position(read)];
  if (from !== undefined && of !== undefined && of >= from) return pass;
  return history.target.strict && history.target.singleMember
    ? violated('a read that shows the write which the same member has just answered', write, read)
    : inconclusive('the member that was read had not applied the write yet');
}

/** What is judged of a read that reflects the write (POS-08). */
export function afterTheWrite(history: History, read: Exchange, write: Exchange, judged: () => Judgement): Judgement {
  const premise = isAfter(history, read, write);
  return premise.verdict === 'pass' ? judged() : premise;
}
