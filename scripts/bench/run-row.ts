/** Runs the rounds of a row, and of those with the same sides: the product, another revision of it and the peer take turns. */
import type { OpenSide, Row, Sample, Tree } from './row.ts';

/** The samples of each round. */
export interface Taken {
  readonly own: readonly Sample[];
  /** With --compare: of the other revision. */
  readonly other?: { readonly tree: string; readonly samples: readonly Sample[] };
  readonly peer?: readonly Sample[];
}

/** `onRound` is called after each round. */
export async function runRow(
  { own, peer }: Pick<Row, 'own' | 'peer'>,
  present: Tree,
  other: Tree | undefined,
  rounds: number,
  onRound: (round: number) => void = () => {},
): Promise<Taken> {
  await using stack = new AsyncDisposableStack();
  const sides: { readonly side: OpenSide; readonly samples: Sample[] }[] = [];
  const opened = async (opening: Promise<OpenSide>): Promise<readonly Sample[]> => {
    const side = { side: stack.use(await opening), samples: [] };
    sides.push(side);
    return side.samples;
  };
  const taken: Taken = {
    own: await opened(own(present)),
    ...(other !== undefined && { other: { tree: other.name, samples: await opened(own(other)) } }),
    ...(peer !== undefined && { peer: await opened(peer.side(present)) }),
  };
  for (let round = 0; round < rounds; round += 1) {
    // Each side is first equally often, because the first one meets other caches and another load of the machine.
    const turn = round % sides.length;
    for (const { side, samples } of [...sides.slice(turn), ...sides.slice(0, turn)]) samples.push(await side.measure());
    onRound(round + 1);
  }
  return taken;
}
