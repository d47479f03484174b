/**
 * A scenario file of what was observed. scenarios/README.md says what it keeps and what it leaves out, under
 * "From a recording or a HAR".
 */
import { frameJson } from '../../conformance/member/exchange/conversation.ts';
import { keyOf, sentJson } from '../../conformance/member/exchange/exchange.ts';
import { type Act, actsOf } from './acts.ts';
import { draftText } from './draft-text.ts';
import { Drafting } from './drafting.ts';
import { KeyNames } from './key-names.ts';
import { withLoops } from './polling.ts';
import { Rewriting } from './rewriting.ts';
import { type StepDraft, writtenStep } from './step-draft.ts';
import type { ControlAction, Draft, Head, Traffic } from './traffic.ts';

/** Idempotency keys, and the ids of orders that are keys by the contract. */
function keysOf(act: Act): readonly string[] {
  const own = act.kind === 'request' ? [keyOf(act.exchange)] : [];
  const body =
    act.kind === 'request'
      ? sentJson(act.exchange)
      : act.kind === 'frame'
        ? frameJson(act.frame)?.['params']
        : undefined;
  const stated = typeof body === 'object' && body !== null ? (body as Readonly<Record<string, unknown>>) : {};
  const inBody = [stated['clientOrderId'], stated['commandKey']];
  return [...own, ...inBody].filter((key) => typeof key === 'string');
}

function controlActions({ events }: Traffic): readonly ControlAction[] {
  return events.flatMap(({ event }) => ('kind' in event ? [event] : []));
}

function isVirtual(traffic: Traffic, actions: readonly ControlAction[]): boolean {
  if (traffic.clock !== undefined) return traffic.clock === 'virtual';
  return actions.some(({ path, status }) => path.startsWith('/clock/advance') && status === 200);
}

/** The ids of faults whose firings an answer of the control plane showed. */
function firedIn(actions: readonly ControlAction[]): ReadonlySet<string> {
  const rows = actions.flatMap(({ answer }) => {
    const items = (answer as { readonly items?: unknown } | null)?.items;
    return Array.isArray(items) ? (items as unknown[]) : [answer];
  });
  return new Set(
    rows.flatMap((row) => {
      const { id, firings } = (row ?? {}) as { readonly id?: unknown; readonly firings?: unknown };
      return typeof id === 'string' && typeof firings === 'number' && firings > 0 ? [id] : [];
    }),
  );
}

/** Reads at the end are what must hold. */
function phasesOf(steps: readonly StepDraft[]) {
  const last = steps.findLastIndex(({ reads, expect, keys }) => !(reads && (expect !== undefined || 'wait' in keys)));
  const [storm, holds] = [steps.slice(0, last + 1), steps.slice(last + 1)];
  // A file of reads alone has no storm before them.
  const phases =
    storm.length === 0
      ? ([['storm', holds]] as const)
      : ([
          ['storm', storm],
          ['holds', holds],
        ] as const);
  return phases.map(([phase, own]) => [phase, own.map(writtenStep)] as const);
}

/** Makes a scenario of traffic. `readScenario` reads its text, and in a world like that of the traffic it passes. */
export function scenarioOf(traffic: Traffic, head: Head): Draft {
  const { acts, arrivals } = actsOf(traffic);
  const actions = controlActions(traffic);
  const expects = head.expects ?? new Map<number, unknown>();
  const drafting = new Drafting({
    rewriting: new Rewriting(new KeyNames(acts.flatMap(keysOf)), traffic.fixtures),
    expects,
    isVirtual: isVirtual(traffic, actions),
    fired: firedIn(actions),
    isExact: traffic.isExact === true,
  });
  drafting.draft(
    withLoops(acts, (n) => expects.has(n)),
    arrivals,
  );
  const { world } = traffic;
  const text = draftText({
    id: head.id,
    story: head.story,
    ...(head.proves === undefined ? {} : { proves: head.proves }),
    ...(world === undefined
      ? {}
      : { world: { seed: world.seed, ...(world.members === undefined ? {} : { members: [...world.members] }) } }),
    phases: phasesOf(drafting.steps),
  });
  return { text, unmapped: drafting.unmapped };
}
