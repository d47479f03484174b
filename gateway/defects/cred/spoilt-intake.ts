import { Refusal } from '../../contract/refusals.ts';
import type { CreateCredentialBody } from '../../contract/shapes/credentials.ts';
import type { Stage } from '../../stage.ts';
import { type Defect, rewriteBody, type Spoiled, without } from '../defect.ts';

const isCredential = ({ path }: Spoiled): boolean => path.startsWith('/credentials');

/** Says the opposite of the intake's retryable. */
function retryable(from: boolean): NonNullable<Defect['spoil']> {
  return (answer) =>
    answer.refused?.code === 'INTAKE_UNAVAILABLE'
      ? rewriteBody(answer, (body) => {
          const error = body['error'] as Record<string, unknown>;
          return error['retryable'] === from ? { ...body, error: { ...error, retryable: !from } } : body;
        })
      : answer;
}

/** Stores the material of a new credential, and looks for an answer to its key only then. */
function storingFirst(good: Stage): Stage {
  return {
    ...good,
    async run(known, proceed) {
      const { operation, services, caller, key, body } = known;
      if (operation === 'createCredential' && services.surfaces.intake) {
        const { exchangeId, material } = body as CreateCredentialBody;
        const stored = await services.port.storeMaterial({ orgId: caller.user.orgId, key, exchangeId, legs: material });
        if (!stored.stored && stored.why === 'UNAVAILABLE')
          throw new Refusal('INTAKE_UNAVAILABLE', 'the intake does not answer: retry with the same key');
      }
      return good.run(known, proceed);
    },
  };
}

/** Each is wrong about the intake of key material. */
export const SPOILT_INTAKE: readonly Defect[] = [
  {
    name: 'stores-before-it-looks',
    breaks: ['CRED-10'],
    story: 'the material of a credential is stored before the journal is asked for an answer, as before 0.11.3',
    stages: { 'replay-or-attach': storingFirst },
  },
  {
    name: 'says-not-when-the-intake-takes-more',
    breaks: ['CRED-11'],
    story: 'RATE_LIMITED of the intake lacks Retry-After',
    spoil: (answer, of) =>
      isCredential(of) && answer.refused?.code === 'RATE_LIMITED' ? without(answer, 'Retry-After') : answer,
  },
  {
    name: 'has-an-intake-without-a-bound',
    breaks: ['CRED-11'],
    story: 'the bound of the intake is answered as if the organisation’s ceiling had been met',
    spoil: (answer, of) =>
      isCredential(of) && answer.refused?.code === 'RATE_LIMITED' ? { ...answer, status: 422 } : answer,
  },
  {
    name: 'stores-other-material-over-what-is-there',
    breaks: ['CRED-12'],
    story: 'other material under a key that the intake holds goes through with the material that it holds',
    port: (good) => ({
      ...good,
      async storeMaterial(material) {
        const stored = await good.storeMaterial(material);
        return !stored.stored && stored.why === 'KEY_REUSED' ? { stored: true } : stored;
      },
    }),
  },
  {
    name: 'refuses-a-reused-intake-key-as-malformed',
    breaks: ['CRED-12'],
    story: 'INTAKE_KEY_REUSED is a 400',
    spoil: (answer) => (answer.refused?.code === 'INTAKE_KEY_REUSED' ? { ...answer, status: 400 } : answer),
  },
  {
    name: 'promises-an-intake-that-is-not-there',
    breaks: ['ERR-13'],
    story: 'a member that stores no credentials says that a retry may succeed',
    spoil: retryable(false),
  },
  {
    name: 'gives-up-an-intake-that-comes-back',
    breaks: ['ERR-13'],
    story: 'a member whose intake does not answer says that no retry will succeed',
    spoil: retryable(true),
  },
];
