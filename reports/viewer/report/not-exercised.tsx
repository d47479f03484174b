import type { RunRecord } from '../../../conformance/runner/record/run-record.ts';
import { causesOf } from '../../causes.ts';
import type { ReportSources } from '../../page-data.ts';
import { silencesOf } from '../../reading.ts';
import { Head } from '../parts/head.tsx';
import { Scroll } from '../parts/scroll.tsx';
import { RequirementLinks } from './requirement-links.tsx';
import { Section } from './section.tsx';

/** `principals.deputy` is described as such, `limits.writes: true` as `limits.writes`, `fixtures.venues` by its first key. */
function described(key: string, { profileKeys = {} }: ReportSources): string | undefined {
  const [path = ''] = key.split(/[:,]/, 1);
  return Object.hasOwn(profileKeys, path) ? profileKeys[path] : undefined;
}

function Keys({ record, sources }: { readonly record: RunRecord; readonly sources: ReportSources }) {
  const keyed = causesOf(record).causes.filter(({ key }) => key !== undefined);
  if (keyed.length === 0) return null;
  return (
    <Scroll label="Profile keys that would change that">
      <table>
        <caption>
          Each key that the profile or the command line lacks. A check that lacks several keys is counted for each of
          them.
        </caption>
        <Head
          texts={['Key', 'What it states']}
          numbers={['Checks']}
          more={['Requirements that this key alone would add']}
        />
        <tbody>
          {keyed.map(({ key = '', title, checks, wouldAdd }) => (
            <tr key={key}>
              <th scope="row">
                <code>{key}</code>
              </th>
              <td>
                {described(key, sources)}
                <span class="why">{title}</span>
              </td>
              <td class="number">{checks.length}</td>
              <td>{wouldAdd.length === 0 ? 'none' : <RequirementLinks ids={wouldAdd} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

function Reasons({
  record,
  verdict,
}: {
  readonly record: RunRecord;
  readonly verdict: 'not-exercised' | 'not-applicable';
}) {
  const silences = silencesOf(record, verdict);
  if (silences.length === 0) return null;
  return (
    <ul class="reasons">
      {silences.map(({ reason, requirements }) => (
        <li key={reason}>
          <b>{requirements.length}</b> {verdict === 'not-applicable' && 'not applicable: '}
          {reason} <RequirementLinks ids={requirements.map(({ id }) => id)} />
        </li>
      ))}
    </ul>
  );
}

/** What was not exercised, why, and what would change that. */
export function NotExercised({ record, sources }: { readonly record: RunRecord; readonly sources: ReportSources }) {
  const { summary, checks } = record;
  const silent = checks.filter(({ verdict }) => verdict === 'not-exercised').length;
  if (silent === 0 && summary['not-exercised'] + summary['not-applicable'] === 0) return null;
  return (
    <Section
      id="not-exercised"
      title={`Not exercised: ${summary['not-exercised']} of ${record.requirements.length} requirements, ${silent} of ${checks.length} checks`}
    >
      <Keys record={record} sources={sources} />
      <Reasons record={record} verdict="not-exercised" />
      <Reasons record={record} verdict="not-applicable" />
    </Section>
  );
}
