import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { OCCURRENCES } from '#platform/contract/zone.ts';
import { Form } from '#platform/web/forms/Form.tsx';
import { FormOccurrence } from '#platform/web/forms/FormOccurrence.tsx';
import { FormSelect } from '#platform/web/forms/FormSelect.tsx';
import { FormText } from '#platform/web/forms/FormText.tsx';
import { FormTextArea } from '#platform/web/forms/FormTextArea.tsx';
import { ownKey } from '#platform/web/forms/persistedForm.ts';
import { RestoredBanner } from '#platform/web/forms/RestoredBanner.tsx';
import { showSaveError } from '#platform/web/forms/serverIssues.ts';
import { usePersistedForm } from '#platform/web/forms/usePersistedForm.ts';
import { useZodForm } from '#platform/web/forms/useZodForm.ts';
import { toOptions } from '#platform/web/ui/options.ts';
import { priorityLabels, typeLabels } from '#features/announcements/rules.ts';
import type { Announcement, AnnouncementBody } from '#features/announcements/web/queries.ts';
import { useUser } from '#features/sessions/web/queries.ts';
import {
  announcementForm,
  bodyOf,
  isRepeated,
  valuesOf,
  type AnnouncementValues,
} from './announcementForm.ts';

export const ANNOUNCEMENT_FORM = 'announcement-form';

type AnnouncementFormProps = {
  /** The announcement to edit, or null for a new one. */
  announcement: Announcement | null;
  /** Saves the values; `before` is the announcement as it was when the form opened. Errors are shown in the form. */
  onSave: (body: AnnouncementBody, before: Announcement | null) => Promise<void>;
};

/** The fields of an announcement. Unsaved input survives a reload and closing. */
export function AnnouncementForm({ announcement, onSave }: AnnouncementFormProps) {
  const { id: userId, timeZone } = useUser();
  const [before] = useState(announcement);
  const [defaultValues] = useState(() => valuesOf(before, timeZone));
  const [schema] = useState(() => announcementForm(timeZone));
  const form = useZodForm({ schema, defaultValues });
  const persisted = usePersistedForm({ key: ownKey(userId, `announcement:${before?.id ?? 'new'}`), form });
  async function save(values: AnnouncementValues) {
    try {
      await onSave(bodyOf(values, before, timeZone), before);
      persisted.clear();
    } catch (error) {
      showSaveError(form, error, "The announcement wasn't saved.");
    }
  }
  return (
    <Form id={ANNOUNCEMENT_FORM} form={form} onSubmit={save}>
      <RestoredBanner form={form} persisted={persisted} />
      <Fields usedGeneral={before?.type === 'general'} timeZone={timeZone} />
    </Form>
  );
}

const priorities = toOptions(priorityLabels);

/** 'General' is offered only if it is already selected, because it means the same as 'Other'. */
const typesFor = (usedGeneral: boolean) =>
  toOptions(typeLabels).filter(({ value }) => usedGeneral || value !== 'general');

function Fields({ usedGeneral, timeZone }: { usedGeneral: boolean; timeZone: string }) {
  return (
    <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
      <FormText<AnnouncementValues>
        name="title"
        label="Title"
        required
        autoComplete="off"
        limit={255}
        className="col-span-2"
      />
      <FormTextArea<AnnouncementValues>
        name="content"
        label="Content"
        required
        rows={5}
        className="col-span-2"
      />
      <FormSelect<AnnouncementValues> name="type" label="Type" required options={typesFor(usedGeneral)} />
      <FormSelect<AnnouncementValues> name="priority" label="Priority" required options={priorities} />
      <FormText<AnnouncementValues>
        name="date"
        label="Scheduled Date"
        type="date"
        optional
        className="max-sm:col-span-2"
      />
      <FormText<AnnouncementValues>
        name="time"
        label="Time"
        type="time"
        optional
        hint={`Local time in ${cityOf(timeZone)}`}
        className="max-sm:col-span-2"
      />
      <RepeatedHour timeZone={timeZone} />
      <FormText<AnnouncementValues>
        name="location"
        label="Location"
        optional
        autoComplete="off"
        className="col-span-2"
      />
    </div>
  );
}

/** Choice of the hour, for a time that clocks show twice. */
function RepeatedHour({ timeZone }: { timeZone: string }) {
  const [date, time] = useWatch<AnnouncementValues, ['date', 'time']>({ name: ['date', 'time'] });
  if (!isRepeated({ date, time }, timeZone)) return null;
  return (
    <FormOccurrence<AnnouncementValues> name="occurrence" label="Hour" time={time} choices={OCCURRENCES} />
  );
}

/** 'America/New_York' is New York. */
const cityOf = (timeZone: string) => (timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ');
