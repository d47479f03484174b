import { type KV, Kvm } from '@nats-io/kv';
import type { NatsConnection } from '@nats-io/transport-node';
import type { SigningKey } from '../../identity/keys.ts';
import { newKeyText, newRootText, rootOf, keyOf as signingKeyOf } from '../../identity/secret-files.ts';
import { SECRETS_BUCKET } from '../names.ts';
import { codeOf, isOutOfOrder } from '../nats-errors.ts';

export interface BucketSecrets {
  readonly signingKey: SigningKey;
  readonly secretRoot: Buffer;
}

/** The same in every process: the first one creates them. @throws LogError if an entry is damaged */
export async function bucketSecrets(nc: NatsConnection, replicas = 1): Promise<BucketSecrets> {
  const bucket = await new Kvm(nc).create(SECRETS_BUCKET, { replicas });
  const where = (key: string): string => `the key ${key} of the bucket ${SECRETS_BUCKET}`;
  return {
    signingKey: signingKeyOf(await readOrCreate(bucket, 'signing-key', newKeyText), where('signing-key')),
    secretRoot: rootOf(await readOrCreate(bucket, 'secret-root', newRootText), where('secret-root')),
  };
}

/** The name of the issuer of a deployment: of the base of its first control plane's addresses. */
export interface IssuerName {
  readonly baseUrl: string;
  readonly audience: string;
}

/** The same in every process: members accept the tokens of every one. @param own stored where there is none yet */
export async function storedIssuer(nc: NatsConnection, own: IssuerName): Promise<IssuerName> {
  const bucket = await new Kvm(nc).create(SECRETS_BUCKET);
  return JSON.parse(await readOrCreate(bucket, 'issuer', () => JSON.stringify(own))) as IssuerName;
}

async function readOrCreate(bucket: KV, key: string, create: () => string): Promise<string> {
  const found = await bucket.get(key);
  if (found?.operation === 'PUT') return found.string();
  const text = create();
  try {
    await bucket.create(key, text);
    return text;
  } catch (error) {
    if (!isOutOfOrder(codeOf(error))) throw error;
    return readOrCreate(bucket, key, create);
  }
}
