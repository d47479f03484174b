/** Members whose operation records, or what leads to them, say too little or too much. */
import { readAnswer } from '../../answers.ts';
import { Refusal } from '../../contract/refusals.ts';
import type { Answer } from '../../stage.ts';
import { type Defect, rewriteBody, without } from '../defect.ts';

export const operationOfARefusalIsUnknown: Defect = {
  name: 'operation-of-a-refusal-is-unknown',
  breaks: ['IDEM-10'],
  story: 'the record of a key that its owner refused is not found',
  spoil: (answer, { path }) => (outcomeOf(answer, path) === 'REFUSED' ? unknown(answer) : answer),
};

export const operationUnderWayIsUnknown: Defect = {
  name: 'operation-under-way-is-unknown',
  breaks: ['IDEM-12'],
  story: 'a key answered 202 is unknown until its owner has judged it',
  spoil: (answer, { path }) => (outcomeOf(answer, path) === 'PENDING' ? unknown(answer) : answer),
};

export const acceptedWithoutLocation: Defect = {
  name: 'accepted-without-location',
  breaks: ['IDEM-11'],
  story: 'a 202 does not say where to poll',
  spoil: (answer) => (answer.status === 202 ? without(answer, 'Location') : answer),
};

export const operationsOfEveryOrganisation: Defect = {
  name: 'operations-of-every-organisation',
  breaks: ['IDEM-17'],
  story: "anybody's key serves its record to everybody",
  stages: {
    'serve-read': (good) => ({
      ...good,
      run: async (known, proceed) => {
        try {
          return await good.run(known, proceed);
        } catch (refusal) {
          if (!(refusal instanceof Refusal) || refusal.code !== 'UNKNOWN_OPERATION') throw refusal;
          const { services, params } = known;
          const key = params['key'] ?? '';
          const record = [1, 2, 3, 4]
            .map((orgId) => services.journal.settled(orgId, key))
            .find((held) => held !== undefined);
          if (record === undefined) throw refusal;
          return readAnswer(services, JSON.stringify({ key, operation: 'submitOrder', outcome: { family: 'orders' } }));
        }
      },
    }),
  },
};

export const interruptedIsFinal: Defect = {
  name: 'interrupted-is-final',
  // One clause of its own, and named as the exception in the rule of all.
  breaks: ['IDEM-18', 'ERR-11'],
  story: 'INTERRUPTED says that the same key cannot be sent again',
  spoil: (answer) =>
    answer.refused?.code === 'INTERRUPTED'
      ? rewriteBody(answer, (body) => ({ error: { ...(body['error'] as object), retryable: false } }))
      : answer,
};

function outcomeOf(answer: Answer, path: string): string | undefined {
  if (!path.startsWith('/operations/') || answer.status !== 200) return undefined;
  return JSON.parse(String(answer.body)).outcome.status;
}

function unknown(answer: Answer): Answer {
  const requestId = answer.headers['X-Request-Id'];
  const error = {
    code: 'UNKNOWN_OPERATION',
    message: 'no write of the organisation has this key',
    requestId,
    retryable: false,
  };
  return { ...answer, status: 404, body: JSON.stringify({ error }) };
}
