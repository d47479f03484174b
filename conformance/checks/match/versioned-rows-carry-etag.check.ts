import { at, isOk, rows } from '../../client/exchange.ts';
import { etagOf, isStrong } from '../../client/row-version.ts';
import { REGISTER } from '../../contract/register.ts';
import { check } from '../../runner/check.ts';
import { eachOf, inconclusive, pass, violated } from '../../runner/judgement.ts';

export const versionedRowsCarryEtag = check({
  id: 'match/versioned-rows-carry-etag',
  proves: ['MATCH-01'],
  title: 'versioned rows carry a strong ETag on the single-row read',
  needs: ['admin'],

  async drive({ admin }) {
    for (const { path, id } of REGISTER) {
      const key = rows(await admin.get(path))[0]?.[id];
      if (typeof key === 'number') await admin.get(`${path}/${key}`, { label: 'row' });
    }
  },

  judge(history) {
    const read = history.labelled('row').filter(isOk);
    const last = read.at(-1);
    if (last === undefined) return inconclusive('no register row was served');
    if (history.target.strict) {
      return eachOf(read, (e) =>
        etagOf(e) === `"${String(at(e, 'version'))}"` ? pass : violated("ETag, the row's version in quotes", e),
      );
    }
    // Which collections have versions is not shown: that none has any is not what the interface shows.
    if (!read.some((e) => etagOf(e) !== undefined)) return violated('ETag on versioned rows of the register', last);
    return eachOf(
      read.filter((e) => etagOf(e) !== undefined),
      (e) => (isStrong(etagOf(e)) ? pass : violated('a strong ETag', e)),
    );
  },
});
