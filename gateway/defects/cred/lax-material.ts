import { malformed, Refusal } from '../../contract/refusals.ts';
import type { Stage } from '../../stage.ts';
import type { Defect } from '../defect.ts';
import { laxDoor } from '../mon/lax-door.ts';

type Legs = Readonly<Record<string, unknown>>;

/** A PKCS 8 key of X25519 begins so, up to its secret bytes; one of Ed25519 is another in one byte. */
const X25519 = /MC4CAQAwBQYDK2Vu/;

/** A door that reads the material of a new credential in its own way. */
function reading(read: (legs: Legs) => Legs): NonNullable<Defect['stages']> {
  return laxDoor((body) => {
    const { material } = body;
    return isLegs(material) ? { ...body, material: read(material) } : body;
  }, 'createCredential');
}

/** Says what was sent where it refuses it. */
function quoting(good: Stage): Stage {
  return {
    ...good,
    async run(known, proceed) {
      if (known.operation !== 'createCredential') return good.run(known, proceed);
      const bytes = await known.readBytes();
      try {
        return await good.run({ ...known, readBytes: async () => bytes }, proceed);
      } catch (reason) {
        // What a stage below refused names that stage.
        if (!(reason instanceof Refusal) || reason.stage !== undefined) throw reason;
        throw malformed(`${reason.message}: ${Buffer.from(bytes, 'latin1').toString('utf8')}`);
      }
    },
  };
}

/** Each takes, or tells, key material that is not to be taken or told. */
export const LAX_MATERIAL: readonly Defect[] = [
  {
    name: 'drops-a-leg-too-many',
    breaks: ['CRED-02'],
    story: 'material of family A that has a leg more is taken without it',
    stages: reading((legs) => {
      const { key, secret, passphrase } = legs;
      return [key, secret, passphrase].includes(undefined) ? legs : { key, secret, passphrase };
    }),
  },
  {
    name: 'does-without-a-passphrase',
    breaks: ['CRED-02'],
    story: 'material of family A is taken without a passphrase',
    stages: reading((legs) =>
      'secret' in legs && !('passphrase' in legs) && 'key' in legs && Object.keys(legs).length === 2
        ? { ...legs, passphrase: 'none' }
        : legs,
    ),
  },
  {
    name: 'takes-a-key-of-another-curve',
    breaks: ['CRED-03'],
    story: 'an X25519 key in PKCS 8 is taken for an Ed25519 one',
    stages: reading((legs) =>
      typeof legs['privateKey'] === 'string'
        ? { ...legs, privateKey: legs['privateKey'].replace(X25519, 'MC4CAQAwBQYDK2Vw') }
        : legs,
    ),
  },
  {
    name: 'takes-a-key-as-pem-alone',
    breaks: ['CRED-03'],
    story: 'the base64 body of a PEM is no key to this member',
    stages: reading((legs) =>
      typeof legs['privateKey'] === 'string' && !legs['privateKey'].startsWith('-----')
        ? { ...legs, privateKey: 'no PEM' }
        : legs,
    ),
  },
  {
    name: 'quotes-the-material-that-it-refuses',
    // No answer of a credential, and no answer at all.
    breaks: ['CRED-05', 'AUTH-13'],
    story: 'the message of a refused credential quotes its body',
    stages: { 'read-body': quoting },
  },
  {
    name: 'tells-a-key-in-a-header',
    breaks: ['CRED-05', 'AUTH-13'],
    story: 'the answer to a new credential names its key in a header, for whoever looks it up later',
    stages: {
      send: (good) => ({
        ...good,
        async run(known, proceed) {
          const answer = await good.run(known, proceed);
          const { material } = (known.body ?? {}) as { readonly material?: unknown };
          if (known.operation !== 'createCredential' || !isLegs(material)) return answer;
          return { ...answer, headers: { ...answer.headers, 'X-Credential-Key': String(material['key']) } };
        },
      }),
    },
  },
];

function isLegs(value: unknown): value is Legs {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
