/** Checks the Node version before anything is loaded that an older one cannot parse: each entry imports this first. */
import { versions } from 'node:process';

/** @throws Error with the one-line message of the installed command */
export function neededNode(version: string): void {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > 24 || (major === 24 && minor >= 18)) return;
  throw new Error(`touchstone: Node 24.18.1 or newer is needed, and this is v${version}`);
}

neededNode(versions.node);
