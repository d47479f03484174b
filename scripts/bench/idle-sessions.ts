/**
 * What an idle trading session costs in memory, beside a bare connection of ws: each server is a process of its own, both
 * hold as many, and what counts is the ratio of what a connection adds to the resident memory.
 *
 *     node scripts/bench/idle-sessions.ts [sessions]
 *
 * Exits 1 where the ratio is above 2, 2 where the number of sessions is none.
 */
import { countArgument } from './count-argument.ts';
import { holdSessions, startServer } from './held-sessions.ts';

const MOST = 2;
/** Opened and closed first, so that what every server loads and compiles once is not counted to its sessions. */
const WARM = 500;

const count = countArgument('sessions', 10_000);

/** Of the server that a program starts; `addressOf` reads the program's first line. */
async function bytesASession(
  program: string,
  addressOf: (line: string) => readonly [url: string, headers: Readonly<Record<string, string>>],
): Promise<number> {
  const server = await startServer(program);
  try {
    const [url, headers] = addressOf(server.line);
    for (const peer of await holdSessions(url, headers, WARM)) peer.destroy();
    const before = await server.residentBytes();
    const held = await holdSessions(url, headers, count);
    const bytes = ((await server.residentBytes()) - before) / count;
    for (const peer of held) peer.destroy();
    return bytes;
  } finally {
    await server.stop();
  }
}

const bare = await bytesASession('./bare-sockets.ts', (port) => [`http://127.0.0.1:${port}/`, {}]);
const own = await bytesASession('./own-sockets.ts', (line) => {
  const [url = '', token = ''] = line.split(' ');
  return [url.replace(/^ws/, 'http'), { Authorization: `Bearer ${token}` }];
});

const kilobytes = (bytes: number): string => `${(bytes / 1_024).toFixed(1)} KB`;
const ratio = own / bare;
console.log(
  `${count} idle sessions held: ${kilobytes(own)} each; bare ws: ${kilobytes(bare)}; ratio ${ratio.toFixed(2)}, at most ${MOST} wanted`,
);
process.exitCode = ratio > MOST ? 1 : 0;
