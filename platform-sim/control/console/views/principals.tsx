import { useState } from 'preact/hooks';
import { SCOPES, type Scope } from '../../../../gateway/contract/capabilities.ts';
import { Copy } from '../../../../reports/viewer/parts/copy.tsx';
import { Do } from '../do.tsx';
import type { Principal } from '../event-types.ts';
import { platform, principals } from '../live.ts';
import { mintedToken, readyCurl } from '../principal.ts';
import { openDocs } from '../signed-in-docs.ts';
import { WideTable } from '../wide-table.tsx';

const DOES: Readonly<Record<string, string>> = {
  'users:manage': 'manages users',
  'orders:trade': 'trades orders',
  'credentials:propose': 'proposes credentials',
  'credentials:approve': 'approves credentials',
  'orgs:approve': 'approves organisations',
  'algos:manage': 'manages algos',
} satisfies Record<Scope, string>;

/** `trades orders, of another organisation`: for a client author who chooses a principal. */
function mayOf({ org, orgStatus, userStatus, capabilities }: Principal): string {
  if (userStatus === 'DISABLED') return 'nothing: a disabled user';
  if (userStatus !== 'ACTIVE') return 'nothing: not admitted';
  if (orgStatus !== 'ACTIVE') return `nothing: of a ${orgStatus?.toLowerCase() ?? 'missing'} organisation`;
  const does = capabilities.map((name) => DOES[name] ?? name);
  const may = does.length === SCOPES.length ? ['everything'] : does.length === 0 ? ['only reads'] : does;
  return [...may, ...(org === principals.value[0]?.org ? [] : ['of another organisation'])].join(', ');
}

function Row({ one, baseUrl }: { readonly one: Principal; readonly baseUrl: string }) {
  const [shown, show] = useState('');
  const { name } = one;
  return (
    <>
      <tr>
        <th scope="row">{name}</th>
        <td title={one.capabilities.join(', ')}>{mayOf(one)}</td>
        <td>
          {one.org} {one.orgName}
        </td>
        <td>{one.user ?? ''}</td>
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
          <td colSpan={5}>
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
      <WideTable label="Principals" columns={['Name', 'May', 'Organisation', 'User', 'Token']}>
        {principals.value.map((one) => (
          <Row key={one.name} one={one} baseUrl={baseUrl} />
        ))}
      </WideTable>
    </>
  );
}
