import { speedOf } from '../clock.tsx';
import type { World } from '../event-types.ts';
import { platform, worlds } from '../live.ts';
import { ask } from '../plane.ts';
import { Sure } from '../sure.tsx';
import { dateOf } from '../time.ts';
import { WideTable } from '../wide-table.tsx';
import { NewWorld } from '../worlds/new-world.tsx';
import { ThisWorld } from '../worlds/this-world.tsx';

/** The default world ends with its sandbox, and a page cannot end the world that serves it. */
function canEnd({ name }: World): boolean {
  return name !== 'default' && name !== platform.value?.world;
}

function Row({ one }: { readonly one: World }) {
  const { name, clock } = one;
  const isThis = name === platform.value?.world;
  return (
    <tr aria-current={isThis ? 'true' : undefined}>
      <th scope="row">{name}</th>
      <td class="mono">{one.baseUrl}</td>
      <td>{one.seed}</td>
      <td>{one.position}</td>
      <td>
        {speedOf(clock)} <span class="mono">{dateOf(clock.nowNs)}</span>
      </td>
      <td class="acts">
        {isThis ? <span class="soft">this page</span> : <a href={`${one.controlUrl}/`}>Console of {name}</a>}
        {canEnd(one) ? (
          <Sure
            label={`End ${name}`}
            question={`End ${name}? Its data is deleted, and its sessions are closed.`}
            yes={`End ${name}`}
            act={() => ask('DELETE', `worlds/${encodeURIComponent(name)}`)}
          >
            End
          </Sure>
        ) : null}
      </td>
    </tr>
  );
}

/** The worlds behind these ports, and the operations on this one. */
export function Worlds() {
  return (
    <>
      <h2>Worlds</h2>
      <NewWorld />
      <WideTable label="Worlds" columns={['World', 'Address', 'Seed', 'Position', 'Clock']} actions="Actions">
        {worlds.value.map((one) => (
          <Row key={one.name} one={one} />
        ))}
      </WideTable>
      <ThisWorld />
    </>
  );
}
