import type { SequencedRecord } from '../../../../gateway/facts.ts';

const PAGE = 1_000;

/** The records of a sandbox behind a position, page by page from its control plane. */
export async function recordsAfter(controlUrl: string, after: number): Promise<readonly SequencedRecord[]> {
  const all: SequencedRecord[] = [];
  for (;;) {
    const answer = await fetch(`${controlUrl}/journal?after=${after + all.length}&limit=${PAGE}`);
    const { items } = (await answer.json()) as { readonly items: readonly SequencedRecord[] };
    if (items.length === 0) return all;
    all.push(...items);
  }
}
