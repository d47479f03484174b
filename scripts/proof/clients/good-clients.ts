/** The clients that break no rule: of TypeScript, of Python, and a page. */
import { fileURLToPath } from 'node:url';
import { isChromiumHere } from '../testing/chromium.ts';
import { type RunClient, runsCommand, runsGood } from './judged-client.ts';

const PYTHON = '/usr/bin/python3';

export interface GoodClient {
  readonly name: string;
  /** How many schedules CI has time for. */
  readonly few: number;
  run(): Promise<RunClient>;
}

const PAGE_CLIENT = fileURLToPath(new URL('page-client.ts', import.meta.url));
const PAGE: GoodClient = {
  name: 'scripts/examples/trading-page',
  few: 2,
  run: async () =>
    runsCommand({
      ...{ program: process.execPath, args: [PAGE_CLIENT], principal: 'trader' },
      cors: ['http://localhost:5173'],
    }),
};

export const GOOD_CLIENTS: readonly GoodClient[] = [
  { name: 'scripts/examples/trading-work.ts', few: 6, run: async () => runsGood },
  {
    name: 'scripts/examples/trading_client.py',
    few: 6,
    run: async () =>
      runsCommand({ program: PYTHON, args: ['scripts/examples/trading_client.py'], principal: 'trader' }),
  },
  ...(isChromiumHere ? [PAGE] : []),
];
