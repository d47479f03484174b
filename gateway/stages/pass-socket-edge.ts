import type { Caller } from '../caller.ts';
import { Refusal } from '../contract/refusals.ts';
import { type Answer, type Known, stage } from '../stage.ts';

/** Applies a sandbox's faults to a handshake, after admission, so that they know its caller. */
export const passTradingEdge = stage({
  name: 'pass-trading-edge',
  refuses: ['NOT_PRIMED'],
  needs: ['services', 'request', 'memberName', 'holder'],
  gives: [],
  run: (known, proceed) => pass('trading', known, known.holder, proceed),
});

/** As for the trading socket, but without a caller. */
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
