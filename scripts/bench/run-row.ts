/** Runs the rounds of one row, on one tree or on two that take turns. */
import type { OpenRow, Row, Sample } from './row.ts';
import type { Tree } from './tree.ts';

/** Of one tree: by the figure's name, a sample for each round. */
export interface Taken {
  readonly tree: string;
  readonly samples: Readonly<Record<string, readonly Sample[]>>;
}

/** `tell` is called after each round. */
export async function runRow(
  row: Row,
  trees: readonly Tree[],
  rounds: number,
  tell: (round: number) => void = () => {},
): Promise<readonly Taken[]> {
  await using stack = new AsyncDisposableStack();
  const open: { readonly tree: Tree; readonly row: OpenRow; readonly samples: Record<string, readonly Sample[]> }[] =
    [];
  for (const tree of trees) open.push({ tree, row: stack.use(await row.open(tree)), samples: {} });
  for (let round = 0; round < rounds; round += 1) {
    // Each is first as often as the others: what runs first meets other caches.
    const turn = round % open.length;
    for (const { row: measured, samples } of [...open.slice(turn), ...open.slice(0, turn)]) {
      const taken = await measured.measure(round);
      for (const [name, sample] of Object.entries(taken)) samples[name] = [...(samples[name] ?? []), sample];
    }
    tell(round + 1);
  }
  return open.map(({ tree, samples }) => ({ tree: tree.name, samples }));
}
