/** The real browser of the tests. If it is missing, importing this file prints that tests are skipped. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright';

const PATH = '/usr/bin/chromium';

export const isChromiumHere = existsSync(PATH);
if (!isChromiumHere) console.warn(`skipped: ${PATH} is not here; apt-get install chromium brings it`);

const ARGS = ['--no-sandbox', '--disable-gpu', '--disable-background-networking'];

export function launchChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: PATH, args: ARGS });
}

/**
 * A browser that keeps what its pages store in a folder, until `Browser.close` of the protocol. It is of this process's group:
 * a signal to the group is a crash of both.
 */
export async function launchChromiumIn(folder: string): Promise<Browser> {
  const args = ['--headless', '--remote-debugging-port=0', `--user-data-dir=${folder}`, ...ARGS];
  const { stderr } = spawn(PATH, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  stderr.setEncoding('utf8');
  for await (const text of stderr.iterator({ destroyOnReturn: false })) {
    said += String(text);
    const [, address] = /^DevTools listening on (ws:\S+)$/m.exec(said) ?? [];
    if (address === undefined) continue;
    stderr.resume();
    return chromium.connectOverCDP(address);
  }
  throw new Error(`${PATH} did not start: ${said}`);
}
