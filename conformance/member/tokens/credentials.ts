/** How each principal of a profile gets its bearer token. */
import type { Complaint } from '../profile/complaint.ts';
import { said } from '../profile/complaint.ts';
import type { PrincipalName } from '../profile/principals.ts';
import { PRINCIPAL_NAMES } from '../profile/principals.ts';
import type { Profile } from '../profile/profile.ts';

export type Credential =
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'client'; readonly clientId: string; readonly clientSecret: string }
  | { readonly kind: 'command'; readonly command: string; readonly folder: string };

export type Environment = Readonly<Record<string, string | undefined>>;

function credentialOf(
  name: PrincipalName,
  profile: Profile,
  environment: Environment,
  folder: string,
): { readonly credential: Credential } | Complaint {
  const entry = profile.principals[name] ?? {};
  const way = ['principals', name];
  const fromEnvironment = (property: 'tokenEnv' | 'clientSecretEnv') => {
    const variable = entry[property];
    if (variable === undefined) return undefined;
    const value = environment[variable];
    if (value !== undefined && value !== '') return value;
    return {
      way: [...way, property],
      message: `${said([...way, property])}: the environment variable ${variable} is not set`,
      isUnset: true as const,
    };
  };
  const token = entry.token ?? fromEnvironment('tokenEnv');
  if (typeof token === 'object') return token;
  if (token !== undefined) return { credential: { kind: 'token', token } };
  if (entry.tokenCommand !== undefined) {
    return { credential: { kind: 'command', command: entry.tokenCommand, folder } };
  }
  const clientSecret = entry.clientSecret ?? fromEnvironment('clientSecretEnv');
  if (typeof clientSecret === 'object') return clientSecret;
  if (entry.clientId === undefined || clientSecret === undefined) {
    const ways = 'clientId with clientSecret (or clientSecretEnv), or token (or tokenEnv), or tokenCommand';
    return { way, message: `${said(way)}: needs ${ways}` };
  }
  if (profile.identity?.tokenEndpoint === undefined) {
    const message = `${said(way)}: a clientId needs identity.tokenEndpoint, where its token is fetched`;
    return { way, message };
  }
  return { credential: { kind: 'client', clientId: entry.clientId, clientSecret } };
}

/** The credentials in order of `PRINCIPALS`. `folder`: working directory of commands. */
export function credentialsOf(profile: Profile, environment: Environment, folder: string) {
  const credentials = new Map<PrincipalName, Credential>();
  const complaints: Complaint[] = [];
  for (const name of PRINCIPAL_NAMES) {
    if (profile.principals[name] === undefined) continue;
    const found = credentialOf(name, profile, environment, folder);
    if ('credential' in found) credentials.set(name, found.credential);
    else complaints.push(found);
  }
  if (credentials.size === 0 && complaints.length === 0) {
    complaints.push({ way: ['principals'], message: 'principals: at least one is needed, such as trader' });
  }
  return { credentials, complaints };
}
