/** The files of a profile's `tls`: the authorities trusted in addition to this machine's, and the client certificate. */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { getCACertificates } from 'node:tls';
import { type Complaint, said } from '../profile/complaint.ts';
import type { Profile } from '../profile/profile.ts';
import type { Environment } from '../tokens/credentials.ts';

/** PEM texts, as options of node's `tls.connect`. */
export interface TlsFiles {
  readonly ca?: string[];
  readonly cert?: string;
  readonly key?: string;
  readonly passphrase?: string;
}

type Stated = NonNullable<Profile['tls']>;
type Key = keyof Stated;

class Unfit extends Error {
  readonly complaint: Complaint;

  constructor(key: Key, why: string) {
    const way = ['tls', key];
    super(why);
    this.complaint = { way, message: `${said(way)}: ${why}` };
  }
}

function readPem(key: Key, file: string, folder: string, label: RegExp, what: string): string {
  let text: string;
  try {
    text = readFileSync(resolve(folder, file), 'utf8');
  } catch (error) {
    throw new Unfit(key, `${file} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
  if (!label.test(text)) throw new Unfit(key, `${file} holds no ${what} in PEM form`);
  return text;
}

const CERTIFICATE = /-----BEGIN CERTIFICATE-----/;
const PRIVATE_KEY = /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----/;

function passphraseOf({ passphraseEnv }: Stated, environment: Environment): string | undefined {
  if (passphraseEnv === undefined) return undefined;
  const value = environment[passphraseEnv];
  if (value === undefined || value === '') {
    throw new Unfit('passphraseEnv', `the environment variable ${passphraseEnv} is not set`);
  }
  return value;
}

function isKeyOf(cert: string, key: string, passphrase: string | undefined, stated: Stated): boolean {
  let first: X509Certificate;
  try {
    first = new X509Certificate(cert);
  } catch {
    throw new Unfit('cert', `${stated.cert} holds no certificate that can be read`);
  }
  try {
    return first.checkPrivateKey(createPrivateKey({ key, ...(passphrase !== undefined && { passphrase }) }));
  } catch {
    if (passphrase === undefined && /\bENCRYPTED\b/.test(key)) {
      throw new Unfit('key', `${stated.key} has a passphrase; name its variable in tls.passphraseEnv`);
    }
    const hint = passphrase === undefined ? '' : `; is it the passphrase in ${stated.passphraseEnv}?`;
    throw new Unfit('key', `${stated.key} cannot be opened${hint}`);
  }
}

function ownCertificate(stated: Stated, environment: Environment, folder: string): TlsFiles {
  if (stated.cert === undefined && stated.key === undefined) return {};
  if (stated.cert === undefined) throw new Unfit('key', 'needs tls.cert, the certificate that it belongs to');
  if (stated.key === undefined) throw new Unfit('cert', 'needs tls.key, its private key');
  const cert = readPem('cert', stated.cert, folder, CERTIFICATE, 'certificate');
  const key = readPem('key', stated.key, folder, PRIVATE_KEY, 'private key');
  const passphrase = passphraseOf(stated, environment);
  if (!isKeyOf(cert, key, passphrase, stated)) {
    throw new Unfit('key', `${stated.key} is not the key of the certificate in ${stated.cert} (tls.cert)`);
  }
  return { cert, key, ...(passphrase !== undefined && { passphrase }) };
}

/** Reads the files. `folder`: base of relative paths. */
export function readTlsFiles(
  stated: Profile['tls'],
  environment: Environment,
  folder: string,
): { readonly tls: TlsFiles } | Complaint {
  try {
    const { ca } = stated ?? {};
    const trusted = ca === undefined ? undefined : readPem('ca', ca, folder, CERTIFICATE, 'certificate');
    return {
      tls: {
        ...(trusted !== undefined && { ca: [...getCACertificates('default'), trusted] }),
        ...ownCertificate(stated ?? {}, environment, folder),
      },
    };
  } catch (error) {
    if (error instanceof Unfit) return error.complaint;
    throw error;
  }
}
