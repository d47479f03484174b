/** A sandbox of so many orders, on ports: `node held-orders.ts COUNT`. Prints a JSON line when it is ready. */
import { startSandbox } from '../../../platform-sim/sandbox.ts';
import { placeOrders } from './placed-orders.ts';

const count = Number(process.argv[2]);
const sandbox = await startSandbox({ clock: 'virtual' });
await placeOrders(sandbox, count);
const { baseUrl, controlUrl, profile } = sandbox;
console.log(JSON.stringify({ port: Number(new URL(baseUrl).port), baseUrl, controlUrl, fixtures: profile.fixtures }));
