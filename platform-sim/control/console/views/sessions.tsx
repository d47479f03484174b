import { useNowNs } from '../clock.tsx';
import { Do } from '../do.tsx';
import { sessions } from '../live.ts';
import { ask } from '../plane.ts';
import { dateOf, leftUntil, timeOf } from '../time.ts';
import type { Session } from '../wire.ts';

function Row({ one, nowNs }: { readonly one: Session; readonly nowNs: bigint }) {
  const { id, state, leaseEndsAtNs } = one;
  const path = `sessions/${encodeURIComponent(id)}`;
  const isOpen = state === 'open';
  return (
    <tr>
      <th scope="row">{id}</th>
      <td>{one.socket}</td>
      <td>{one.principal ?? (one.user === null ? 'nobody yet' : `org ${one.org}, user ${one.user}`)}</td>
      <td>{one.member}</td>
      <td>{state}</td>
      <td>{one.topics.length === 0 ? <span class="soft">none</span> : one.topics.join(', ')}</td>
      <td class="mono">{timeOf(one.openedAtNs)}</td>
      <td class="mono">{leaseEndsAtNs === null ? '' : dateOf(leaseEndsAtNs)}</td>
      <td>{leaseEndsAtNs === null ? <span class="soft">no end</span> : leftUntil(leaseEndsAtNs, nowNs)}</td>
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
        as one whose access was withdrawn (4003).
      </p>
      {open.length === 0 || nowNs === undefined ? (
        <p role="status">No session is open.</p>
      ) : (
        <div class="wide">
          <table class="plain" aria-label="Open sessions">
            <thead>
              <tr>
                {['Session', 'Socket', 'Principal', 'Member', 'State', 'Topics', 'Opened', 'Lease ends', 'Left'].map(
                  (name) => (
                    <th key={name} scope="col">
                      {name}
                    </th>
                  ),
                )}
                <th scope="col">
                  <span class="visually-hidden">Actions</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {open.map((one) => (
                <Row key={one.id} one={one} nowNs={nowNs} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}
