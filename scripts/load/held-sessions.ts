/** Opens many sockets that then send nothing. */
import { openRawPeer, type RawPeer } from '../proof/frames/raw-peer.ts';

/** Handshakes in progress at a time. */
const AT_ONCE = 100;

/** Opens `count` sockets. Resolves when each has received its first frame. */
export async function holdSessions(
  url: string,
  headers: Readonly<Record<string, string>>,
  count: number,
): Promise<readonly RawPeer[]> {
  const held: RawPeer[] = [];
  const open = async (): Promise<void> => {
    const peer = await openRawPeer(url.replace(/^ws/, 'http'), headers);
    await peer.next();
    held.push(peer);
  };
  while (held.length < count) {
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, count - held.length) }, open));
  }
  return held;
}
