import { useState } from 'preact/hooks';
import { Copy } from '../../../../reports/viewer/parts/copy.tsx';
import { Do } from '../do.tsx';
import { platform, principals } from '../live.ts';
import { docsUrl, mintedToken, readyCurl } from '../principal.ts';
import type { Principal } from '../wire.ts';

function standingOf({ userStatus, orgStatus }: Principal): string {
  const user = userStatus ?? 'not registered before its first request';
  return orgStatus === null || orgStatus === 'ACTIVE' ? user : `${user}, its organisation ${orgStatus}`;
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
        <td>{one.capabilities.length === 0 ? <span class="soft">reads</span> : one.capabilities.join(', ')}</td>
        <td class="acts">
          <Copy text={() => mintedToken(name)}>{`Copy token of ${name}`}</Copy>
          <Copy text={() => readyCurl(baseUrl, name)}>{`Copy curl as ${name}`}</Copy>
          {shown === '' ? (
            <Do act={async () => show(await mintedToken(name))}>{`Show a token of ${name}`}</Do>
          ) : (
            <button type="button" onClick={() => show('')}>
              Hide the token of {name}
            </button>
          )}
          <a href={docsUrl(baseUrl, name)}>Documents</a>
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

/** Who the issuer knows, and what each may do; a token is made when it is asked for. */
export function Principals() {
  const baseUrl = platform.value?.baseUrl;
  if (baseUrl === undefined) return <h2>Principals</h2>;
  return (
    <>
      <h2>Principals</h2>
      <div class="wide">
        <table class="plain" aria-label="Principals">
          <thead>
            <tr>
              {['Name', 'Organisation', 'User', 'Status', 'May', 'Token'].map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {principals.value.map((one) => (
              <Row key={one.name} one={one} baseUrl={baseUrl} />
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
