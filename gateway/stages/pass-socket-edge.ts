import type { Caller } from '../caller.ts';
import { Refusal } from '../contract/refusals.ts';
import { type Answer, type Known, stage } from '../stage.ts';

/** Where a sandbox's faults meet a handshake: behind admission, so that they know whose it is. */
export const passTradingEdge = stage({
  name: 'pass-trading-edge',
  refuses: ['NOT_PRIMED'],
  needs: ['services', 'request', 'memberName', 'holder'],
  gives: [],
  run: (known, proceed) => pass('trading', known, known.holder, proceed),
});

/** As the trading socket's; nobody is known there yet. */
export const passMarketDataEdge = stage({
  name: 'pass-market-data-edge',
  refuses: ['NOT_PRIMED'],
  needs: ['services', 'request', 'memberName'],
  gives: [],
  run: (known, proceed) => pass('market-data', known, null, proceed),
});

async function pass(
  socket: 'trading' | 'market-data',
  { services, request, memberName: member }: Pick<Known, 'services' | 'request' | 'memberName'>,
  holder: Caller | null,
  proceed: (given: Partial<Known>) => Promise<Answer>,
): Promise<Answer> {
  const judged = services.socketEdge?.handshake({ member, socket, orgId: holder?.organisation.orgId });
  const fate = judged === undefined ? 'go' : await judged;
  if (fate === 'go') return proceed({});
  if (fate === 'drop') request.socket.destroy();
  throw new Refusal('NOT_PRIMED', `a fault of the sandbox ${fate === 'drop' ? 'drops' : 'refuses'} this handshake`);
}
