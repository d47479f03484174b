/** The profile of a recording proxy: that of its target, at the addresses of the proxy. */
import type { Profile } from '../../../conformance/member/profile/profile.ts';
import { throughProxy } from '../../recording/addresses.ts';

/**
 * Without `tls`: the proxy's own ports are plain. A token command still runs in the folder of the target's profile.
 *
 * @param proxies the proxies' origins by those of the target
 * @param folder that of the target's profile
 */
export function ownProfile(profile: Profile, proxies: ReadonlyMap<string, string>, folder: string): Profile {
  const { tls: _, ...rest } = profile;
  const at = (address: string): string => throughProxy(address, proxies);
  const { sockets, control, identity } = rest;
  const { tokenEndpoint, jwks } = identity ?? {};
  return {
    ...rest,
    baseUrl: at(profile.baseUrl),
    ...(sockets && {
      sockets: {
        ...(sockets.trading && { trading: at(sockets.trading) }),
        ...(sockets.marketData && { marketData: at(sockets.marketData) }),
      },
    }),
    ...(control && { control: at(control) }),
    ...(identity && {
      identity: {
        ...identity,
        ...(tokenEndpoint && { tokenEndpoint: at(tokenEndpoint) }),
        ...(jwks && { jwks: at(jwks) }),
      },
    }),
    principals: Object.fromEntries(
      Object.entries(profile.principals).map(([name, row]) => [
        name,
        row?.tokenCommand === undefined ? row : { ...row, tokenCommand: `cd ${quoted(folder)} && ${row.tokenCommand}` },
      ]),
    ),
  };
}

/** For /bin/sh. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
