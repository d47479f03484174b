/** Members that know what the wire does not show: what they receive of their platform. */
import type { SequencedRecord } from '../facts.ts';
import type { Layer } from '../variations/layer.ts';
import { type Defect, defectOfPlatform } from './defect.ts';

interface Receiving {
  readonly layer: () => Layer;
  /** A process of a member begins: it receives every record again, up to `head`. */
  readonly started?: (head: number) => void;
  readonly received?: (record: SequencedRecord) => void;
}

/** Changes responses by what the member received. One memory for all worlds: only ids that differ between worlds go into it. */
export function defectOfReceived(breaks: string, story: string, make: () => Receiving): Defect {
  const { layer, started, received } = make();
  const row = defectOfPlatform(breaks, story, (good) => ({
    ...good,
    follow(after, apply) {
      started?.(good.head());
      return good.follow(after, (record) => {
        received?.(record);
        apply(record);
      });
    },
  }));
  return { ...row, parts: () => ({ layer: layer() }) };
}
