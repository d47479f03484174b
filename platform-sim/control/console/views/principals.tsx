import { useState } from 'preact/hooks';
import { Copy } from '../../../../reports/viewer/parts/copy.tsx';
import { Do } from '../do.tsx';
import type { Principal } from '../event-types.ts';
import { platform, principals } from '../live.ts';
import { mintedToken, readyCurl } from '../principal.ts';
import { openDocs } from '../signed-in-docs.ts';
import { WideTable } from '../wide-table.tsx';

function standingOf({ userStatus, orgStatus }: Principal): string {
  const user = userStatus ?? 'not registered before its first request';
  return orgStatus === null || orgStatus === 'ACTIVE' ? user : `${user}, its organisation ${orgStatus}`;
}

function mayOf({ userStatus, orgStatus, capabilities }: Principal): string {
  if (userStatus !== 'ACTIVE' || orgStatus !== 'ACTIVE') return 'nothing';
  return capabilities.length === 0 ? 'read' : capabilities.join(', ');
}

function Row({ one, baseUrl }: { readonly one: Principal; readonly baseUrl: string }) {
  const [shown, show] = useState('');
  const { name } = one;
  return (
    <>
      <tr>
        <th scope="row">{name}</th>
        <td>
          {one.org} {one.orgName}
        </td>
        <td>{one.user ?? ''}</td>
        <td>{standingOf(one)}</td>
        <td>{mayOf(one)}</td>
        <td class="acts">
          <Copy text={() => mintedToken(name)} label={`Copy token of ${name}`}>
            Copy token
          </Copy>
          <Copy text={() => readyCurl(baseUrl, name)} label={`Copy curl as ${name}`}>
            Copy curl
          </Copy>
          {shown === '' ? (
            <Do label={`Show token of ${name}`} act={async () => show(await mintedToken(name))}>
              Show token
            </Do>
          ) : (
            <button type="button" aria-label={`Hide token of ${name}`} onClick={() => show('')}>
              Hide token
            </button>
          )}
          <Do label={`Documents as ${name}`} act={async () => openDocs(baseUrl, name)}>
            Documents
          </Do>
        </td>
      </tr>
      {shown === '' ? null : (
        <tr>
          <td colSpan={6}>
            <code>{shown}</code>
          </td>
        </tr>
      )}
    </>
  );
}

/** The principals of the issuer, and the capabilities of each. A token is issued on request. */
export function Principals() {
  const baseUrl = platform.value?.baseUrl;
  if (baseUrl === undefined) return <h2>Principals</h2>;
  return (
    <>
      <h2>Principals</h2>
      <WideTable label="Principals" columns={['Name', 'Organisation', 'User', 'Status', 'May', 'Token']}>
        {principals.value.map((one) => (
          <Row key={one.name} one={one} baseUrl={baseUrl} />
        ))}
      </WideTable>
    </>
  );
}
