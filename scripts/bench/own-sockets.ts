/** The sandbox of `idle-sessions.ts`, on real time. Prints its trading socket's address and a trader's token on a line. */
import './resident-memory.ts';
import { startSandbox } from '../../platform-sim/sandbox.ts';

const sandbox = await startSandbox({ clock: 'real' });
const trader = sandbox.issuer.personas.named('trader');
if (trader === undefined) throw new Error('the world has no trader');
console.log(`${sandbox.profile.sockets.trading} ${await sandbox.issuer.issue(trader)}`);
