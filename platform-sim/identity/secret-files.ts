/**
 * The secrets of a sandbox with `--data`: tokens of an earlier run stay valid. Readable by the owner only.
 */
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { LogError } from '../log/log-error.ts';
import { drawRoot, ROOT_BYTES } from '../secrets.ts';
import { generateSigningKey, type SigningKey, signingKeyOf } from './keys.ts';

/** The key in the file; a new one if there is no file. Throws LogError if the file holds no key. */
export function readOrCreateKey(file: string): SigningKey {
  return keyOf(readOrCreate(file, newKeyText), file);
}

/**
 * The root in the file, as `drawRoot` creates it; a new one if there is no file. Throws LogError if the file holds
 * none.
 */
export function readOrCreateRoot(file: string): Buffer {
  return rootOf(readOrCreate(file, newRootText), file);
}

/** The text of a new key. */
export function newKeyText(): string {
  return generateSigningKey().privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

/** The text of a new root. */
export function newRootText(): string {
  return drawRoot().toString('hex');
}

/** @param where for the message. @throws LogError if it is no key */
export function keyOf(text: string, where: string): SigningKey {
  try {
    const privateKey = createPrivateKey(text);
    return signingKeyOf({ privateKey, publicKey: createPublicKey(privateKey) });
  } catch {
    throw new LogError(
      `${where} holds no P-256 key: remove it (tokens of earlier runs answer 401 then), or restore it from a copy`,
    );
  }
}

/** @param where for the message. @throws LogError if it is no root */
export function rootOf(text: string, where: string): Buffer {
  if (text.length === 2 * ROOT_BYTES && /^[0-9a-f]*$/.test(text)) return Buffer.from(text, 'hex');
  throw new LogError(
    `${where} holds no root of secrets: remove it (client secrets and cursors of earlier runs are refused then), or restore it from a copy`,
  );
}

function readOrCreate(file: string, create: () => string): string {
  const text = textOf(file);
  if (text !== undefined) return text;
  const created = create();
  write(file, created);
  return created;
}

/** Writes atomically: a crash leaves no half file under the name. */
function write(file: string, text: string): void {
  const temporary = `${file}.new`;
  const fd = openSync(temporary, 'w', 0o600);
  writeSync(fd, text);
  fsyncSync(fd);
  closeSync(fd);
  renameSync(temporary, file);
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
