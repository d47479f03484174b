import { areaTitle } from '../../../conformance/runner/record/areas.ts';
import { VERDICT_WORDS, VERDICTS_IN_ORDER } from '../../reading.ts';
import { Choice } from '../parts/choice.tsx';
import type { Filter, Listed } from './requirement-filter.ts';

/** Search and filters of the requirements; how many they leave is said to a screen reader too. */
export function Filters({
  all,
  shown,
  filter,
  onFilter,
}: {
  readonly all: readonly Listed[];
  readonly shown: number;
  readonly filter: Filter;
  onFilter(filter: Filter): void;
}) {
  const verdicts = [
    ...VERDICTS_IN_ORDER.filter((verdict) => all.some(({ row }) => row.verdict === verdict)),
    ...(all.some(({ part }) => part !== undefined) ? (['part'] as const) : []),
  ];
  const words = (verdict: Filter['verdict']) =>
    verdict === '' ? 'all' : verdict === 'part' ? 'pass in part' : VERDICT_WORDS[verdict];
  return (
    <form class="filters no-print" onSubmit={(event) => event.preventDefault()}>
      <label class="search">
        Search{' '}
        <input
          type="search"
          value={filter.text}
          placeholder="id, text or check"
          onInput={(event) => onFilter({ ...filter, text: event.currentTarget.value })}
        />
      </label>
      <fieldset>
        <legend>Verdict</legend>
        {(['', ...verdicts] as const).map((verdict) => (
          <label key={verdict}>
            <input
              type="radio"
              name="verdict"
              checked={filter.verdict === verdict}
              onChange={() => onFilter({ ...filter, verdict })}
            />
            {words(verdict)}
          </label>
        ))}
      </fieldset>
      <Choice
        label="Area"
        value={filter.area}
        values={[...new Set(all.map(({ area }) => area))]}
        inWords={areaTitle}
        onChoice={(area) => onFilter({ ...filter, area })}
      />
      <Choice
        label="Needs"
        value={filter.need}
        values={[...new Set(all.flatMap(({ needs }) => needs))].sort()}
        onChoice={(need) => onFilter({ ...filter, need })}
      />
      <span role="status" class="soft">
        {shown} of {all.length} requirements
      </span>
    </form>
  );
}
