import { sentJson } from '../../../member/exchange/exchange.ts';
import type { Judgement } from '../../../runner/judgement.ts';
import { allOf, pass, violated } from '../../../runner/judgement.ts';
import type { Row } from '../../families.ts';
import type { Statement } from '../../statement.ts';
import type { Holding } from '../../users.ts';
import { allHoldings } from '../../users.ts';

/** The one preset that the interface names. */
const PRESETS: Readonly<Record<string, readonly string[]>> = { TRADER: ['orders:trade'] };

/** What the body asked for, with presets expanded; undefined where it names an unknown one. */
function askedOf({ exchange }: Holding): ReadonlySet<string> | undefined {
  const names = (sentJson(exchange) as Row | undefined)?.['capabilities'];
  if (!Array.isArray(names)) return undefined;
  const scopes = (names as string[]).map((name) => (name.includes(':') ? [name] : PRESETS[name]));
  return scopes.includes(undefined) ? undefined : new Set(scopes.flatMap((some) => some ?? []));
}

function isEqual(asked: ReadonlySet<string>, { capabilities }: Holding): boolean {
  return asked.size === new Set(capabilities).size && capabilities.every((scope) => asked.has(scope));
}

/** From one restatement to the next, every answer shows exactly its set. */
function judgeUser(held: readonly Holding[]): Judgement {
  let put: { readonly asked: ReadonlySet<string>; readonly by: Holding } | undefined;
  for (const holding of held) {
    if (holding.fact !== undefined) {
      const asked = askedOf(holding);
      put = asked && { asked, by: holding };
    }
    if (put === undefined || isEqual(put.asked, holding)) continue;
    const words = `capabilities ${[...put.asked].join(', ') || 'of none'}, the whole set put at position ${put.by.position}`;
    return violated(words, put.by.exchange, holding.exchange);
  }
  return pass;
}

/** T41. After a user's capabilities are set, every read shows exactly this set until the next change. */
export const grantsAreWhatWasPut: Statement = {
  id: 'T41',
  says: 'after the capabilities of a user were put, every read shows just these until they are put again',
  shows: ['CAP-04', 'AUTH-10'],
  judge: (chronicle) => allOf([...allHoldings(chronicle)].map(judgeUser)),
};
