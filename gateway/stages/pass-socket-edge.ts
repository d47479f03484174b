import type { Caller } from '../caller.ts';
import { Refusal } from '../contract/refusals.ts';
import { noteStrikes } from '../http/exchange-event.ts';
import { type Known, stage } from '../stage.ts';

/** Applies a sandbox's faults to a handshake, after admission, so that they know its caller. */
export const passTradingEdge = stage({
  name: 'pass-trading-edge',
  refuses: ['NOT_PRIMED'],
  needs: ['services', 'request', 'memberName', 'holder'],
  gives: [],
  run: (known) => pass('trading', known, known.holder),
});

/** As for the trading socket, but without a caller. */
export const passMarketDataEdge = stage({
  name: 'pass-market-data-edge',
  refuses: ['NOT_PRIMED'],
  needs: ['services', 'request', 'memberName'],
  gives: [],
  run: (known) => pass('market-data', known, null),
});

async function pass(
  socket: 'trading' | 'market-data',
  { services, request, memberName: member }: Pick<Known, 'services' | 'request' | 'memberName'>,
  holder: Caller | null,
): Promise<void> {
  const judged = services.socketEdge?.handshake({ member, socket, orgId: holder?.organisation.orgId });
  if (judged === undefined) return;
  const { act, strikes } = await judged;
  noteStrikes(request, strikes);
  if (act === 'go') return;
  if (act === 'drop') request.socket.destroy();
  throw new Refusal('NOT_PRIMED', `a fault of the sandbox ${act === 'drop' ? 'drops' : 'refuses'} this handshake`);
}
