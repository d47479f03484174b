import { useNowNs } from '../clock.tsx';
import { Do } from '../do.tsx';
import type { Session } from '../event-types.ts';
import { platform, sessions } from '../live.ts';
import { principalOf } from '../names.ts';
import { ask } from '../plane.ts';
import { dateOf, leftUntil } from '../time.ts';
import { WideTable } from '../wide-table.tsx';

function Row({ one, nowNs }: { readonly one: Session; readonly nowNs: bigint }) {
  const { id, state, expiresAtNs } = one;
  const path = `sessions/${encodeURIComponent(id)}`;
  const isOpen = state === 'open';
  return (
    <tr>
      <th scope="row">{id}</th>
      <td>{one.socket}</td>
      <td>{one.principal === null ? 'not authenticated' : principalOf(one.principal)}</td>
      <td>{one.member}</td>
      <td>{state}</td>
      <td>{one.topics.length === 0 ? <span class="soft">none</span> : one.topics.join(', ')}</td>
      <td class="mono">{expiresAtNs === null ? '' : dateOf(expiresAtNs)}</td>
      <td>{expiresAtNs === null ? <span class="soft">no end</span> : leftUntil(expiresAtNs, nowNs)}</td>
      <td class="acts">
        <Do label={`Expire ${id}`} disabled={!isOpen} act={() => ask('POST', `${path}/expire`)}>
          Expire
        </Do>
        <Do label={`Expire ${id} in 30 s`} disabled={!isOpen} act={() => ask('POST', `${path}/expire`, { in: '30s' })}>
          in 30 s
        </Do>
        <Do label={`Revoke ${id}`} disabled={!isOpen && state !== 'opening'} act={() => ask('POST', `${path}/revoke`)}>
          Revoke
        </Do>
        <Do label={`End ${id}`} disabled={!isOpen} act={() => ask('DELETE', path)}>
          End
        </Do>
      </td>
    </tr>
  );
}

/** The open sessions of both sockets. */
export function Sessions() {
  const nowNs = useNowNs();
  const open = sessions.value;
  return (
    <>
      <h2>Sessions</h2>
      <p class="soft">
        Expire ends a session as the end of its token does (4001, on the trading socket after sessionExpiring); revoke
        as one whose access was withdrawn (4003); end as a member that drains (1001).
      </p>
      <WideTable
        label="Open sessions"
        columns={['Session', 'Socket', 'Principal', 'Member', 'State', 'Topics', 'Lease ends', 'Left']}
        actions="Actions"
        empty={
          <>
            No session is open. A client opens one at{' '}
            <code>{platform.value?.baseUrl.replace(/^http/, 'ws')}/v1/ws/trading</code> with a token of a{' '}
            <a href="#/principals">principal</a>.
          </>
        }
      >
        {nowNs === undefined ? null : open.map((one) => <Row key={one.id} one={one} nowNs={nowNs} />)}
      </WideTable>
    </>
  );
}
