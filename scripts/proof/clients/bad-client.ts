/** One known-bad client as a program: `touchstone client --as admin -- node scripts/proof/clients/bad-client.ts NAME`. */
import { TradingClient } from '../../examples/trading-client.ts';
import { TicketSession } from '../../examples/trading-session.ts';
import { optionsGiven, work, workGiven } from '../../examples/trading-work.ts';
import { BAD_CLIENTS } from './bad-clients.ts';

const [name] = process.argv.slice(2);
const bad = BAD_CLIENTS.find((one) => one.name === name);
if (bad === undefined) {
  console.error(`bad-client: there is no ${name}; there are ${BAD_CLIENTS.map((one) => one.name).join(', ')}`);
  process.exit(2);
}
const { client: Client = TradingClient, session = TicketSession, work: act = work, watchMs } = bad;
const client = new Client({ mostTries: 8, ...optionsGiven() });
await act(client, { ...workGiven(), ...(watchMs === undefined ? {} : { watchMs }) }, session);
