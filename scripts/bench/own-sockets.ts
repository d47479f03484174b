/**
 * The sandbox of the benches of sockets, on real time. Prints on a line its trading socket's address, a trader's token, and
 * in JSON how to ask for more tokens and verify them.
 */
import './resident-memory.ts';
import { startSandbox } from '../../platform-sim/sandbox.ts';

const { issuer, profile } = await startSandbox({ clock: 'real' });
const trader = issuer.personas.named('trader');
if (trader === undefined) throw new Error('the world has no trader');
const { clientId, clientSecret } = profile.principals.trader;
const identity = JSON.stringify({ ...profile.identity, clientId, clientSecret });
console.log(`${profile.sockets.trading} ${await issuer.issue(trader)} ${identity}`);
