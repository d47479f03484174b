/** The clients that break no rule: of TypeScript, of Python, and a page. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isChromiumHere } from '../testing/chromium.ts';
import { type RunClient, runsCommand, runsGood } from './judged-client.ts';

export interface GoodClient {
  readonly name: string;
  /** How many schedules CI has time for. */
  readonly few: number;
  readonly run: RunClient;
}

const PYTHON = '/usr/bin/python3';
const LIBRARIES = ['httpx', 'websockets'].map((name) => `/usr/lib/python3/dist-packages/${name}`);
const hasPython = [PYTHON, ...LIBRARIES].every((path) => existsSync(path));

export const GOOD_CLIENTS: readonly GoodClient[] = [
  { name: 'scripts/examples/trading-work.ts', few: 6, run: runsGood },
  ...(hasPython
    ? [
        {
          ...{ name: 'scripts/examples/trading_client.py', few: 6 },
          run: runsCommand({
            ...{
              program: PYTHON,
              args: [fileURLToPath(new URL('../../examples/trading_client.py', import.meta.url))],
              principal: 'trader',
            },
          }),
        },
      ]
    : []),
  ...(isChromiumHere
    ? [
        {
          ...{ name: 'scripts/examples/trading-page', few: 2 },
          run: runsCommand({
            ...{
              program: process.execPath,
              args: [fileURLToPath(new URL('page-client.ts', import.meta.url))],
              principal: 'trader',
            },
            cors: ['http://localhost:5173'],
          }),
        },
      ]
    : []),
];

if (!hasPython) console.log('The Python client is not judged: it needs python3-httpx and python3-websockets of Debian');
if (!isChromiumHere) console.log('The page is not judged: it needs chromium of Debian');
