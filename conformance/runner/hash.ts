/** FNV-1a over UTF-16 code units, 0 to 2^32 - 1: the same on all machines and in all versions, for seeds and shards. */
export function hash32(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  }
  return hash >>> 0;
}
