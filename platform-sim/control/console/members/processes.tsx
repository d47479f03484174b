import { Badge } from '../../../../reports/viewer/parts/badge.tsx';
import type { Process } from '../event-types.ts';
import { processes } from '../live.ts';
import { dateOf } from '../time.ts';
import { WideTable } from '../wide-table.tsx';

const COLUMNS = ['Process', 'Kind', 'State', 'Gateway', 'Control plane', 'Since', 'Members'] as const;

const KINDS = { sandbox: 'sandbox', platform: 'platform', standby: 'platform', member: 'members' } as const;

function State({ process: { kind, active } }: { readonly process: Process }) {
  if (active) return <Badge kind="good">active</Badge>;
  return kind === 'standby' ? <Badge kind="unsure">stands by</Badge> : null;
}

function Address({ url }: { readonly url: string | null }) {
  return <td class="mono">{url ?? <span class="soft">none</span>}</td>;
}

/** Every process of the deployment, the active platform first. */
export function Processes() {
  return (
    <section aria-labelledby="processes">
      <h3 id="processes">Processes</h3>
      <WideTable labelledBy="processes" columns={COLUMNS}>
        {processes.value.map((process) => (
          <tr key={process.id}>
            <th scope="row">{hostAndPid(process)}</th>
            <td>{KINDS[process.kind]}</td>
            <td>
              <State process={process} />
            </td>
            <Address url={process.gatewayUrl} />
            <Address url={process.controlUrl} />
            <td class="mono">{dateOf(process.sinceNs)}</td>
            <td>
              {process.members.length === 0 ? (
                <span class="soft">none</span>
              ) : (
                process.members.map(({ name }) => name).join(', ')
              )}
            </td>
          </tr>
        ))}
      </WideTable>
    </section>
  );
}

/** `desk:4711`. */
export function hostAndPid({ host, pid }: Pick<Process, 'host' | 'pid'>): string {
  return `${host}:${pid}`;
}
