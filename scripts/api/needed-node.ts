/** Which Node the package needs, said before anything is loaded that an older one stumbles over: each entry imports this first. */
import { versions } from 'node:process';

/** @throws Error in one line, as the installed command says it */
export function neededNode(version: string): void {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > 24 || (major === 24 && minor >= 18)) return;
  throw new Error(`touchstone: Node 24.18.1 or newer is needed, and this is v${version}`);
}

neededNode(versions.node);
