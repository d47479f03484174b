/** Whether anything is to be learnt from a target at all: a login page in its place answers whatever is asked. */
import type { Actor } from './actor.ts';
import type { ForeignLedger } from './foreign-ledger.ts';

interface Asker {
  readonly anonymous: Actor;
}

const SO_MANY_IN_A_ROW = 10;

/** Why no check would learn anything; undefined: the member answers, or nothing speaks against it. */
export async function shutOut(ask: () => Asker, ledger: ForeignLedger): Promise<string | undefined> {
  if (ledger.inARow < SO_MANY_IN_A_ROW) return undefined;
  const { foreign } = await ask().anonymous.get('/me');
  return foreign === undefined
    ? undefined
    : `the last ${ledger.inARow} answers did not come from the member, the last of them: ${foreign}`;
}
