/** The JSON Schemas that stand in the package's dist/, by their file names. Editors and readers of reports use them. */
import { profileJsonSchema } from '../../../conformance/member/profile/profile-keys.ts';
import { eventsJsonSchema } from '../../../platform-sim/control/events/event-shapes.ts';
import { reportJsonSchema } from '../../../reports/record-schema.ts';

export const PUBLISHED_SCHEMAS = {
  'profile.schema.json': profileJsonSchema,
  'report.schema.json': reportJsonSchema,
  'events.schema.json': eventsJsonSchema,
} as const satisfies Readonly<Record<string, () => object>>;
