import { useState } from 'preact/hooks';
import { frameNames } from '../../../../gateway/contract/sockets.ts';
import { COMMAND_KINDS, commandKind } from '../../../faults/command-kinds.ts';
import { EDGES, type Edge, EFFECTS, type Effect, edgeRow, type PlaceName } from '../../../faults/edges.ts';
import { methodsOf, ROUTE_PATHS } from '../../../faults/route-paths.ts';
import { nonsenseOf } from '../../../faults/rule.ts';
import { Form } from '../do.tsx';
import { Facts } from '../facts.tsx';
import { Choice, Field, type Option } from '../fields.tsx';
import { members, principals } from '../live.ts';
import { ask } from '../plane.ts';
import { type Draft, draftAt, firstValue, movedTo, ruleOf, type TimesKind, VALUES } from './draft.ts';
import { PRESETS } from './presets.ts';

const PLACE_LABELS: Readonly<Record<PlaceName, string>> = {
  owner: 'Owner',
  command: 'Command',
  org: 'Organisation',
  key: 'Key',
  member: 'Member',
  socket: 'Socket',
  frame: 'Frame',
  method: 'Method',
  path: 'Path',
};

/** What can be chosen of a place; undefined: it is typed. */
function optionsOf(name: PlaceName, { edge, on }: Draft): readonly Option[] | undefined {
  switch (name) {
    case 'owner':
      return ['register', 'orders', 'algos', 'custody'];
    case 'command': {
      const { from } = edgeRow(edge);
      return COMMAND_KINDS.filter((kind) => {
        const row = commandKind(kind);
        return (from === undefined || row?.from === from) && ((on.owner ?? '') === '' || row?.owner === on.owner);
      });
    }
    case 'org': {
      const names = new Map(principals.value.map(({ org, orgName }) => [`${org}`, `${org} ${orgName ?? ''}`]));
      return [...names].map(([value, text]) => ({ value, text }));
    }
    case 'member':
      return members.value.map((member) => member.name);
    case 'socket':
      return ['trading', 'market-data'];
    case 'frame':
      return frameNames(on.socket === 'trading' || on.socket === 'market-data' ? on.socket : undefined);
    case 'method':
      return on.path === undefined || on.path === '' ? ['GET', 'POST', 'PUT'] : methodsOf(on.path);
    case 'path':
      return ROUTE_PATHS;
    case 'key':
      return undefined;
  }
}

function Places({ draft, set }: { readonly draft: Draft; readonly set: (draft: Draft) => void }) {
  const { knows } = edgeRow(draft.edge);
  if (knows.length === 0)
    return <p class="soft">This edge knows nothing about what passes. The fault applies to everything.</p>;
  return (
    <div class="bar">
      {knows.map((name) => {
        const field = {
          label: PLACE_LABELS[name],
          value: draft.on[name] ?? '',
          set: (value: string) => set({ ...draft, on: { ...draft.on, [name]: value } }),
        };
        const options = optionsOf(name, draft);
        return options === undefined ? (
          <Field key={name} {...field} hint="any" />
        ) : (
          <Choice key={name} {...field} any="any" options={options} />
        );
      })}
    </div>
  );
}

function EffectFields({ draft, set }: { readonly draft: Draft; readonly set: (draft: Draft) => void }) {
  const { takes, codes, fails } = edgeRow(draft.edge);
  const { effect, value } = draft;
  const setValue = (text: string) => set({ ...draft, value: text });
  const choices = effect === 'refuse' ? codes : effect === 'fail' ? fails : undefined;
  const label = VALUES[effect]?.label ?? 'How';
  return (
    <div class="bar">
      <Choice
        label="Effect"
        value={effect}
        options={takes}
        set={(name) => set({ ...draft, effect: name as Effect, value: firstValue(draft.edge, name as Effect) })}
      />
      {choices !== undefined ? <Choice label={label} value={value} set={setValue} options={choices} /> : null}
      {choices === undefined && VALUES[effect] !== undefined ? (
        <Field label={label} value={value} set={setValue} width={effect === 'refuse' ? '16rem' : '8rem'} />
      ) : null}
      {effect === 'answer' ? (
        <>
          <Field
            label="Retry-After (s)"
            value={draft.retryAfter}
            hint="none"
            set={(retryAfter) => set({ ...draft, retryAfter })}
          />
          <Field label="Body" value={draft.body} hint="none" set={(body) => set({ ...draft, body })} />
        </>
      ) : null}
    </div>
  );
}

const TIMES: readonly { readonly value: TimesKind; readonly text: string }[] = [
  { value: 'always', text: 'every time' },
  { value: 'first', text: 'the first ones' },
  { value: 'every', text: 'every nth' },
  { value: 'nth', text: 'only the nth' },
  { value: 'probability', text: 'by chance, under the seed' },
];
const COUNT_LABELS = { first: 'How many', every: 'n', nth: 'n', probability: 'Probability, 0 to 1' } as const;

function Often({ draft, set }: { readonly draft: Draft; readonly set: (draft: Draft) => void }) {
  return (
    <div class="bar">
      <Choice
        label="How often"
        value={draft.times}
        options={TIMES}
        set={(times) => set({ ...draft, times: times as TimesKind })}
      />
      {draft.times === 'always' ? null : (
        <Field label={COUNT_LABELS[draft.times]} value={draft.count} set={(count) => set({ ...draft, count })} />
      )}
      <Field label="Ends after" value={draft.for} hint="until removed" set={(time) => set({ ...draft, for: time })} />
    </div>
  );
}

/** Why some effects are not offered at this edge, if the table names an alternative. */
function Instead({ edge }: { readonly edge: Edge }) {
  const { takes, instead = {} } = edgeRow(edge);
  const unsupported = EFFECTS.filter((effect) => !takes.includes(effect) && instead[effect] !== undefined);
  if (unsupported.length === 0) return null;
  return <Facts tone="soft" rows={unsupported.map((effect) => [`not ${effect}`, instead[effect]] as const)} />;
}

/** Adds a fault: it offers what the chosen edge takes and knows, from the table that the API judges by. */
export function FaultForm() {
  const [draft, set] = useState<Draft>(draftAt('verdict'));
  const { description, truths = {} } = edgeRow(draft.edge);
  const rule = ruleOf(draft);
  const nonsense = nonsenseOf(rule);
  const truth = truths[draft.effect];
  return (
    <section class="card" aria-labelledby="new-fault">
      <h3 id="new-fault">A new fault</h3>
      <fieldset class="bar presets" aria-label="Presets: what the client will see">
        {PRESETS.map((preset) => (
          <button key={preset.name} type="button" onClick={() => set(preset.draft)}>
            {preset.name}
          </button>
        ))}
      </fieldset>
      <Choice label="Where" value={draft.edge} options={EDGES} set={(edge) => set(movedTo(draft, edge as Edge))} />
      <p class="soft">{description}</p>
      <Places draft={draft} set={set} />
      <EffectFields draft={draft} set={set} />
      {truth === undefined ? null : <p class="soft">Outcome for the command: {truth}</p>}
      <Often draft={draft} set={set} />
      <Form
        label="Add the fault"
        submit="Add"
        disabled={nonsense !== undefined}
        act={() => ask('POST', 'faults', rule)}
      >
        <code>{JSON.stringify(rule)}</code>
      </Form>
      <p class="refusal" role="status">
        {nonsense ?? ''}
      </p>
      <Instead edge={draft.edge} />
    </section>
  );
}
