/** The certificate authorities of a profile: `tls.ca`, beside those that this machine trusts. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { getCACertificates } from 'node:tls';
import type { Complaint } from './complaint.ts';

/** PEM texts; nothing where the profile names no file. */
export function readAuthorities(
  file: string | undefined,
  folder: string,
): { readonly authorities?: readonly string[] } | Complaint {
  if (file === undefined) return {};
  const wrong = (why: string): Complaint => ({ way: ['tls', 'ca'], message: `tls.ca: ${file} ${why}` });
  try {
    const pem = readFileSync(resolve(folder, file), 'utf8');
    if (!pem.includes('-----BEGIN CERTIFICATE-----')) return wrong('holds no certificate in PEM form');
    return { authorities: [...getCACertificates('default'), pem] };
  } catch (error) {
    return wrong(`cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
}
