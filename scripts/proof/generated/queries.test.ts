/** Every operation with every query that it does not take: refused, and nothing comes of it; what it does take is served. */
import { afterAll, expect, test } from 'vitest';
import { isOk, told } from './caller.ts';
import { goodRequest } from './good-request.ts';
import { queriesOf } from './query-defects.ts';
import { Reach } from './reach.ts';
import { codeOf, doorFault } from './refusal-form.ts';
import { openTwoOrganisations } from './two-organisations.ts';

const world = await openTwoOrganisations();
afterAll(() => world[Symbol.asyncDispose]());
const { operations } = world.document;
const reach = new Reach(operations);

test.each(operations)('$operationId', async (operation) => {
  const [organisation] = await world.begin();
  const reached = await reach.reached(operation, organisation);
  const key = reach.freshKey(organisation);
  const good = goodRequest(operation, { ...organisation, ...reached, key });
  const send = (query: string) => organisation.callers[reached.by]({ ...good, query });

  const first = (await send('limit=1')).json as { readonly nextCursor?: string } | undefined;
  const { taken, bad } = queriesOf(operation, first?.nextCursor ?? undefined);
  const faults: string[] = [];
  for (const query of bad) {
    const answered = await send(query);
    const fault = doorFault(answered) ?? (codeOf(answered) === expectedCode(query) ? undefined : 'another code');
    if (fault !== undefined) faults.push(`${fault}: ${told(answered)}`);
  }
  if (world.recordsUnder(key) > 0) faults.push('something was recorded');
  for (const query of ['', ...taken]) {
    const answered = await send(query);
    // A row that nobody has approved yet has no approved view.
    if (!isOk(answered) && !(query === 'view=approved' && answered.status === 404)) faults.push(told(answered));
  }
  expect(faults).toEqual([]);
});

/** A cursor's own fault has a code of its own; a query that does not decode holds no cursor (ERR-18). */
function expectedCode(query: string): string {
  return /^cursor(=[^&]*)?$/.test(query) && !query.includes('%ff') ? 'INVALID_CURSOR' : 'MALFORMED_REQUEST';
}
