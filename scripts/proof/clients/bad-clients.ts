/**
 * Known-bad clients: the client of scripts/examples with one habit changed each, and the rule that it breaks. `npm run clients`
 * shows that the judge finds each by exactly that rule.
 */
import { BAD_CITIZENS } from './bad-citizens.ts';
import type { BadClient } from './bad-habits.ts';
import { BAD_READERS } from './bad-readers.ts';
import { BAD_SESSIONS } from './bad-sessions.ts';
import { BAD_WRITES } from './bad-writes.ts';

const byRule = (a: BadClient, b: BadClient): number => Number(a.rule > b.rule) - Number(a.rule < b.rule);

export const BAD_CLIENTS: readonly BadClient[] = [
  ...BAD_WRITES,
  ...BAD_READERS,
  ...BAD_SESSIONS,
  ...BAD_CITIZENS,
].toSorted(byRule);
