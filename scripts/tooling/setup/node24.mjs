import { existsSync } from 'node:fs';
import { fromRoot } from './root.mjs';

/** The path of a Node that runs TypeScript as it stands: the one brought along, else this one where it is new enough. */
export function findNode24() {
  const brought = fromRoot(`node_modules/node-${process.platform}-${process.arch}/bin/node`);
  if (existsSync(brought)) return brought;
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 24 || (major === 24 && minor >= 18)) return process.execPath;
  throw new Error(
    `Node 24.18.1 or newer is needed, this is ${process.version}, and none can be brought along for ` +
      `${process.platform}-${process.arch}: install Node 24 and try again`,
  );
}
