/** A policy of the suite's own that is restated and then withdrawn, read between: what the checks of its validators drive. */
import type { Actor } from '../../client/actor.ts';
import type { Fixtures } from '../../client/profile.ts';
import { readAfter } from '../../client/read-after.ts';
import { etagOf } from '../../client/row-version.ts';
import { ASSET_POLICIES, ended, proposed } from '../../scenes/policy-families.ts';

interface Hand {
  readonly admin: Actor;
  readonly fixtures: Fixtures & { readonly asset: { readonly id: number } };
  elapse(ms: number): Promise<void>;
}

/**
 * Labels: `proposed`, `restated`, `stale` (an arm under the validator of before the restatement, where there is one),
 * `moved` (the arm under the current one); the reads `row 1` to `row 4` before, between and after them.
 */
export async function driveMovedPolicy({ admin, fixtures, elapse }: Hand): Promise<void> {
  const terms = (maxTicketAmount: string) => ({ assetId: fixtures.asset.id, maxTicketAmount });
  const path = await proposed(admin, ASSET_POLICIES, terms('7500000'), { label: 'proposed' });
  if (path === undefined) return;
  const first = await admin.get(path, { label: 'row 1' });
  const restated = await admin.put(path, terms('7600000'), { label: 'restated' });
  const second = await readAfter(admin, restated, path, { elapse, label: 'row 2' });
  const [former, current] = [etagOf(first), etagOf(second)];
  if (former !== undefined && current !== undefined && former !== current) {
    const stale = await admin.post(`${path}/withdraw`, {}, { ifMatch: former, label: 'stale' });
    await readAfter(admin, stale, path, { elapse, label: 'row 3' });
  }
  const moved = await admin.post(`${path}/withdraw`, {}, { ifMatch: current, label: 'moved' });
  await readAfter(admin, moved, path, { elapse, label: 'row 4' });
  await ended(admin, path);
}
