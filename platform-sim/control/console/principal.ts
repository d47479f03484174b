/** What a principal's row in the console does: a token, a command line, a page signed in as it. */
import { ask } from './plane.ts';
import { inShell } from './traffic/quoting.ts';

/** Issues a new token of a principal. */
export async function mintedToken(name: string): Promise<string> {
  const { token } = await ask<{ readonly token: string }>('POST', 'identity/mint', { persona: name });
  return token;
}

/** A command line that reads the principal's orders, ready to run. */
export async function readyCurl(baseUrl: string, name: string): Promise<string> {
  return `curl -i -H ${inShell(`Authorization: Bearer ${await mintedToken(name)}`)} ${inShell(`${baseUrl}/orders?limit=5`)}`;
}
