import { FormSelect } from '#platform/web/forms/FormSelect.tsx';
import { FormText } from '#platform/web/forms/FormText.tsx';
import { FormTextArea } from '#platform/web/forms/FormTextArea.tsx';
import { Section } from '#platform/web/ui/Section.tsx';
import { priorityLabels, DESCRIPTION_MAX, RESEARCH_MAX, SUMMARY_MAX } from '#features/notes/rules.ts';
import { toOptions } from '#platform/web/ui/options.ts';
import type { NoteValues } from './noteForm.ts';

/** Description, research, summary, title and priority. */
export function WorkSection() {
  return (
    <Section title="The work">
      <div className="grid gap-5">
        <FormTextArea<NoteValues>
          name="description"
          label="Description"
          hint="What you did during the visit (at least 10 characters)"
          required
          autoGrow
          rows={4}
          limit={DESCRIPTION_MAX}
        />
        <FormTextArea<NoteValues>
          name="research"
          label="Research"
          hint="What you found out or looked up (at least 10 characters)"
          required
          autoGrow
          rows={3}
          limit={RESEARCH_MAX}
        />
        <FormTextArea<NoteValues>
          name="summary"
          label="Summary"
          hint="The outcome in a sentence or two (at least 10 characters)"
          required
          autoGrow
          rows={3}
          limit={SUMMARY_MAX}
        />
        <div className="grid gap-5 sm:grid-cols-[1fr_14rem]">
          <FormText<NoteValues>
            name="title"
            label="Title"
            optional
            hint="Leave blank to use service, client and date"
            maxLength={255}
          />
          <FormSelect<NoteValues> name="priority" label="Priority" options={toOptions(priorityLabels)} />
        </div>
      </div>
    </Section>
  );
}
