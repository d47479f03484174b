import { useState } from 'preact/hooks';
import { Form } from '../do.tsx';
import { Field } from '../fields.tsx';
import { platform, snapshots } from '../live.ts';
import { ask } from '../plane.ts';
import { Sure } from '../sure.tsx';
import { dateOf } from '../time.ts';
import { WideTable } from '../wide-table.tsx';

function Reset() {
  const [seed, setSeed] = useState('');
  const world = platform.value?.world ?? '';
  const to = seed === '' ? '' : ` of seed ${seed}`;
  return (
    <div class="bar">
      <Field
        label="Seed of the beginning"
        value={seed}
        set={setSeed}
        hint={`${platform.value?.seed ?? ''}`}
        width="6rem"
      />
      <Sure
        question={`Take ${world} back to its beginning${to}? Its records are gone.`}
        yes="Reset it"
        act={() => ask('POST', 'reset', seed === '' ? {} : { seed: Number(seed) })}
      >
        Reset this world
      </Sure>
    </div>
  );
}

function Snapshots() {
  const [name, setName] = useState('');
  return (
    <>
      <Form label="Take a snapshot" submit="Take" act={() => ask('POST', 'snapshots', name === '' ? {} : { name })}>
        <Field label="Name of the snapshot" value={name} set={setName} hint="s1, s2 ..." />
      </Form>
      <WideTable
        label="Snapshots"
        columns={['Snapshot', 'Seed', 'Position', 'Time']}
        actions="Actions"
        empty="No snapshot yet. Take stores the state of this world now, and a restore brings it back."
      >
        {snapshots.value.map((one) => {
          const path = `snapshots/${encodeURIComponent(one.name)}`;
          return (
            <tr key={one.name}>
              <th scope="row">{one.name}</th>
              <td>{one.seed}</td>
              <td>{one.position}</td>
              <td class="mono">{dateOf(one.nowNs)}</td>
              <td class="acts">
                <Sure
                  label={`Restore ${one.name}`}
                  question={`Take the world back to ${one.name}? What came after is gone, and sessions are closed.`}
                  yes="Restore it"
                  act={() => ask('POST', `${path}/restore`)}
                >
                  Restore
                </Sure>
                <Sure
                  label={`Forget ${one.name}`}
                  question={`Forget ${one.name}?`}
                  yes="Forget it"
                  act={() => ask('DELETE', path)}
                >
                  Forget
                </Sure>
              </td>
            </tr>
          );
        })}
      </WideTable>
    </>
  );
}

function Fork() {
  const [name, setName] = useState('');
  const [at, setAt] = useState('');
  const fork = () =>
    ask('POST', 'fork', { ...(name === '' ? {} : { name }), ...(at === '' ? {} : { at: Number(at) }) });
  return (
    <Form label="Fork this world" submit="Fork" act={fork}>
      <Field label="Name of the fork" value={name} set={setName} hint="w1, w2 ..." />
      <Field label="At position" value={at} set={setAt} hint={`${platform.value?.position ?? ''}`} width="7rem" />
    </Form>
  );
}

/** What can be done with the world whose page this is. */
export function ThisWorld() {
  return (
    <section class="card" aria-labelledby="this-world">
      <h3 id="this-world">This world: {platform.value?.world}</h3>
      <Reset />
      <Snapshots />
      <Fork />
    </section>
  );
}
