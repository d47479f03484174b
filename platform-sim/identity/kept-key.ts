/** The signing key of a sandbox that is kept with `--data`: tokens of an earlier run stay good. It is for its owner alone. */
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { LogError } from '../log/log-error.ts';
import { generateSigningKey, type SigningKey, signingKeyOf } from './keys.ts';

/** The key in the file; a new one where there is no file. Throws LogError where the file holds none. */
export function keptKey(file: string): SigningKey {
  const text = textOf(file);
  if (text === undefined) return newKey(file);
  try {
    const privateKey = createPrivateKey(text);
    return signingKeyOf({ privateKey, publicKey: createPublicKey(privateKey) });
  } catch {
    throw new LogError(
      `${file} holds no P-256 key: remove it (tokens of earlier runs answer 401 then), or restore it from a copy`,
    );
  }
}

function newKey(file: string): SigningKey {
  const key = generateSigningKey();
  const unborn = `${file}.new`;
  const fd = openSync(unborn, 'w', 0o600);
  writeSync(fd, key.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString());
  fsyncSync(fd);
  closeSync(fd);
  renameSync(unborn, file);
  return key;
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
