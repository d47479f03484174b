/** What a step may expect of an answer, and what it may save from it. */
import { z } from 'zod';
import { closed, text } from './closed.ts';
import { wrongMatcher } from './matchers.ts';
import { shown } from './shown.ts';
import { refusalCode } from './terms.ts';
import { readWay, type Saved } from './way.ts';

const status = z.union([z.int().min(100).max(999), z.string().regex(/^(not )?[1-5]xx$/)], {
  error: "status is a number from 100 to 999, a class such as 2xx, 'not 5xx', or a sequence of them",
});

const matched = z
  .unknown()
  .superRefine((value, context) => {
    const wrong = wrongMatcher(value);
    if (wrong !== undefined) context.addIssue(wrong);
  })
  .meta({ allOf: [{ $ref: '#/definitions/value' }] });

const body = matched.superRefine((value, context) => {
  if (typeof value !== 'object' || value === null) return;
  for (const key of Object.keys(value)) {
    if (/^\$[.[]/.test(key) && readWay(key) === undefined) {
      context.addIssue({
        code: 'custom',
        path: [key],
        message: `'${key}' is not a path into a body, such as $.items[0].orderId`,
      });
    }
  }
});

/** For any answer: a refusal's code, or that none comes: a request's connection ends, an op's session stays silent. */
const ofAnswers = {
  code: z
    .union([refusalCode.transform((one) => [one]), z.array(refusalCode).min(1)], {
      error: 'code is a refusal code such as NOT_FOUND, or a sequence of them',
    })
    .optional(),
  answer: z.literal('none', { error: "answer takes 'none': no answer comes" }).optional(),
};

const ofHttp = {
  status: z
    .union([status.transform((one) => [one]), z.array(status).min(1)], { error: (issue) => statusError(issue.input) })
    .optional(),
  headers: z.record(z.string(), matched, { error: 'headers is a mapping of names and values' }).optional(),
  body: body.optional(),
};

/** For an answer over HTTP. */
export const expect = closed('expect', { ...ofHttp, ...ofAnswers });

/** For the answer of the control plane. */
export const expectBody = closed('expect', { body: body.optional() });

/** For the answer to an op. */
export const expectReply = closed('expect', { frame: body.optional(), ...ofAnswers });

/** For an awaited request or op: linking the steps decides which of them it is. */
export const anyExpect = closed('expect', { ...ofHttp, frame: body.optional(), ...ofAnswers });

/** A WebSocket close code. */
export const closeCode = z
  .int({ error: 'a close code is a number from 1000 to 4999' })
  .min(1000, 'a close code is a number from 1000 to 4999')
  .max(4999, 'a close code is a number from 1000 to 4999');

/** For unrequested messages of a session: a frame, silence, or its close. */
export const expectHear = closed('expect', {
  frame: body.optional(),
  closed: z
    .union(
      [
        z.literal(true).transform((): readonly number[] => []),
        closeCode.transform((one): readonly number[] => [one]),
        z.array(closeCode).min(1),
      ],
      { error: 'closed is a close code from 1000 to 4999, a sequence of them, or true for any' },
    )
    .optional(),
  answer: ofAnswers.answer,
})
  .superRefine(({ frame, closed: codes, answer }, context) => {
    if ([frame, codes, answer].filter((part) => part !== undefined).length > 1)
      context.addIssue('expect has frame, closed or answer, one of them: make two steps of it');
  })
  .meta({ maxProperties: 1 })
  // Accepts the wording of answers for "nothing is received".
  .transform(({ answer, ...rest }) => (answer === undefined ? rest : { frame: 'none' as const, closed: undefined }));

function statusError(input: unknown): string {
  return `status ${shown(input)} is not a number from 100 to 999, a class such as 2xx, 'not 5xx', or a sequence of them`;
}

/** As an editor checks it: the reader says more exactly what is wrong. */
const WRITTEN_WAY = "^(headers\\.[A-Za-z0-9-]+|\\$(\\.[A-Za-z_][\\w-]*|\\[-?[0-9]+\\]|\\['[^']*'\\])*)$";

const way = text('a saved value')
  .meta({ pattern: WRITTEN_WAY })
  .transform((written, context): Saved => {
    const header = /^headers\.([A-Za-z0-9-]+)$/.exec(written)?.[1];
    if (header !== undefined) return { header: header.toLowerCase() };
    const found = readWay(written);
    if (found !== undefined) return found;
    context.addIssue(
      `'${written}' is not a path into a body, such as $.orderId or $.items[0].orderId, and not headers.NAME`,
    );
    return z.NEVER;
  });

/** Names for values of an answer, with their paths. */
export const save = z.record(z.string().regex(/^[A-Za-z_]\w*$/), way, {
  error: 'save is a mapping of names (letters, digits, _) and paths into the body, such as { order: $.orderId }',
});
