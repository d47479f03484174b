/**
 * The only source of randomness of a sandbox. Each user has its own named stream, so that one more draw in one part
 * does not affect another.
 */

export interface Random {
  /** 0 to 2^32 - 1. */
  uint32(): number;
  /** 0 or more, below 1. */
  fraction(): number;
  /** A whole number from `min` to `max`, both included. */
  int(min: number, max: number): number;
  /** True with this probability. */
  chance(probability: number): boolean;
  /** One element of a non-empty list. */
  pick<T>(list: readonly T[]): T;
  /** This many hexadecimal digits, lower case. */
  hex(digits: number): string;
}

export interface Seed {
  readonly value: number;
  /** The stream of this name: a second call continues the same stream. */
  stream(name: string): Random;
  /** A stream from its beginning, which depends only on the seed and the name. */
  fresh(name: string): Random;
  /**
   * Mints 32 hexadecimal digits a call: request ids, token ids. Generators of one name share a stream and never repeat.
   */
  ids(name?: string): () => string;
  /** The progress of each stream, for another seed of this value to continue from. */
  drawn(): Drawn;
}

/** The number of draws from each stream. */
export type Drawn = Readonly<Record<string, number>>;

/** The streams of a seed, new or continuing earlier draws. */
export function createSeed(value: number, drawn: Drawn = {}): Seed {
  const streams = new Map<string, CountedRandom>();
  const begin = (name: string): CountedRandom => createRandom(`${value}/${name}`);
  function stream(name: string): CountedRandom {
    const known = streams.get(name);
    if (known !== undefined) return known;
    const made = begin(name);
    for (let draws = drawn[name] ?? 0; draws > 0; draws -= 1) made.uint32();
    streams.set(name, made);
    return made;
  }
  return {
    value,
    stream,
    fresh: begin,
    drawn: () => ({ ...drawn, ...Object.fromEntries([...streams].map(([name, { draws }]) => [name, draws()])) }),
    ids(name = 'ids') {
      const random = stream(name);
      return () => random.hex(32);
    },
  };
}

/** Two digits of each byte: to format a whole word costs ten times as much, and every request has an id. */
const BYTES: readonly string[] = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

interface CountedRandom extends Random {
  draws(): number;
}

function createRandom(name: string): CountedRandom {
  const next = sfc32(hash128(name));
  let draws = 0;
  const uint32 = (): number => {
    draws += 1;
    return next();
  };
  const fraction = (): number => uint32() / 2 ** 32;
  const int = (min: number, max: number): number => min + Math.floor(fraction() * (max - min + 1));
  return {
    draws: () => draws,
    uint32,
    fraction,
    int,
    chance: (probability) => fraction() < probability,
    pick<T>(list: readonly T[]): T {
      if (list.length === 0) throw new RangeError('nothing to pick from');
      return list[int(0, list.length - 1)] as T;
    },
    hex(digits) {
      let text = '';
      while (text.length < digits) {
        const word = uint32();
        text += `${BYTES[word >>> 24]}${BYTES[(word >>> 16) & 255]}${BYTES[(word >>> 8) & 255]}${BYTES[word & 255]}`;
      }
      return text.length === digits ? text : text.slice(0, digits);
    },
  };
}

/** sfc32, Chris Doty-Humphrey's small fast counting generator: 128 bits of state. */
function sfc32([a0, b0, c0, d0]: readonly [number, number, number, number]): () => number {
  let a = a0;
  let b = b0;
  let c = c0;
  let counter = d0;
  const next = (): number => {
    const t = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + t) | 0;
    return t >>> 0;
  };
  // The first draws still correlate with the seed.
  for (let round = 0; round < 12; round += 1) next();
  return next;
}

/** Four words of FNV-1a over the UTF-16 code units, each from its own offset and mixed at the end. */
function hash128(text: string): readonly [number, number, number, number] {
  const word = (offset: number): number => {
    let hash = offset;
    for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 16777619);
    hash ^= hash >>> 16;
    hash = Math.imul(hash, 0x85ebca6b);
    hash ^= hash >>> 13;
    return Math.imul(hash, 0xc2b2ae35) | 0;
  };
  return [word(0x811c9dc5 | 0), word(0x9e3779b9 | 0), word(0x243f6a88 | 0), word(0x1)];
}
