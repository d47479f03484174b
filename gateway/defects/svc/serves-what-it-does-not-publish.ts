import { type Defect, rewriteBody } from '../defect.ts';

/** The record of an operation is closed in the document, and has a member more on the wire. */
export const servesWhatItDoesNotPublish: Defect = {
  name: 'serves-what-it-does-not-publish',
  breaks: ['SVC-11'],
  story: 'leaves a member of its own inside in GET /operations/{key}',
  spoil: (answer, { path }) =>
    path.startsWith('/operations/') && answer.status === 200
      ? rewriteBody(answer, (body) => ({ ...body, shard: 3 }))
      : answer,
};
