import { useEffect, useMemo, useState } from 'preact/hooks';
import { areaTitle } from '../../../conformance/runner/record/areas.ts';
import type { RunRecord } from '../../../conformance/runner/record/run-record.ts';
import type { ReportSources } from '../../page-data.ts';
import { passesInPart } from '../../reading.ts';
import { Filters } from './filters.tsx';
import { Requirement } from './requirement.tsx';
import type { Listed } from './requirement-filter.ts';
import { listed, matches, NO_FILTER } from './requirement-filter.ts';
import { Section } from './section.tsx';

function allOf(record: RunRecord, { statements = {} }: ReportSources): readonly Listed[] {
  const byId = new Map(record.checks.map((row) => [row.id, row]));
  const parts = passesInPart(record);
  return record.requirements.map((row) =>
    listed(row, Object.hasOwn(statements, row.id) ? (statements[row.id] ?? '') : '', byId, parts.get(row.id)),
  );
}

/** Every requirement by area, with search and filters. A link to a requirement shows it whatever is filtered. */
export function Requirements({ record, sources }: { readonly record: RunRecord; readonly sources: ReportSources }) {
  const all = useMemo(() => allOf(record, sources), [record, sources]);
  const [filter, setFilter] = useState(NO_FILTER);
  const [linked, setLinked] = useState('');
  useEffect(() => {
    const follow = () => {
      const id = decodeURIComponent(location.hash.slice(1));
      if (!all.some(({ row }) => row.id === id)) return;
      setFilter(NO_FILTER);
      setLinked(id);
      requestAnimationFrame(() => document.getElementById(id)?.scrollIntoView({ block: 'center' }));
    };
    follow();
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, [all]);
  const shown = all.filter((one) => matches(one, filter));
  const isStrict = record.run.target.strict === true;
  return (
    <Section id="requirements" title="Every requirement">
      <Filters all={all} shown={shown.length} filter={filter} onFilter={setFilter} />
      {[...Map.groupBy(shown, ({ area }) => area)].map(([area, rows]) => (
        <div key={area} class="area">
          <h3>{areaTitle(area)}</h3>
          <ul class="requirements">
            {rows.map((one) => (
              <Requirement
                key={one.row.id}
                of={one}
                isLinked={linked === one.row.id}
                isStrict={isStrict}
                sources={sources}
              />
            ))}
          </ul>
        </div>
      ))}
    </Section>
  );
}
