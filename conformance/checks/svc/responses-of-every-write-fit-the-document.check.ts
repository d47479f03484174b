import { check } from '../../runner/check.ts';
import { everyWrite, WRITING_NEEDS } from '../../scenes/every-write.ts';
import { sent } from '../../scenes/sample-write.ts';
import { fitsTheDocument } from './fits-the-document.ts';

export const responsesOfEveryWriteFitTheDocument = check({
  id: 'svc/responses-of-every-write-fit-the-document',
  proves: ['SVC-11'],
  title: 'what every write answers, taken and refused, validates against the document the same member serves',
  needs: WRITING_NEEDS,

  async drive(scene) {
    const { admin, freshKey } = scene;
    const swept = { label: 'swept' };
    await admin.get('/openapi.json', { label: 'document' });
    await everyWrite(scene, 'touchstone-fitting', async (write, actor) => {
      const { method, path, absent, isWithheld } = write;
      await actor.request({ method, path, body: write.body, ...swept });
      if (absent !== undefined) await sent(actor, write, freshKey(), { path: absent, ...swept });
      if (isWithheld) return undefined;
      const key = freshKey();
      const taken = await sent(actor, write, key, swept);
      await admin.get(`/operations/${key}`, swept);
      return taken;
    });
    await admin.get('/openapi.json', { label: 'document again' });
  },

  judge: fitsTheDocument,
});
