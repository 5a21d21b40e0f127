import { FormSelect } from '#platform/web/forms/FormSelect.tsx';
import { FormText } from '#platform/web/forms/FormText.tsx';
import { FormTextArea } from '#platform/web/forms/FormTextArea.tsx';
import { toOptions } from '#platform/web/ui/options.ts';
import { Section } from '#platform/web/ui/Section.tsx';
import { priorityLabels, DESCRIPTION_MAX, RESEARCH_MAX, SUMMARY_MAX } from '#features/notes/rules.ts';
import type { NoteValues } from '#features/submission/web/entry/noteForm.ts';

const texts = [
  {
    name: 'description',
    label: 'Description',
    hint: 'What you did during the visit',
    limit: DESCRIPTION_MAX,
  },
  { name: 'research', label: 'Research', hint: 'What you found out or looked up', limit: RESEARCH_MAX },
  { name: 'summary', label: 'Summary', hint: 'The outcome in a sentence or two', limit: SUMMARY_MAX },
] as const;

/** Description, research, summary, title and priority. */
export function WorkSection() {
  return (
    <Section title="The work">
      <div className="grid gap-5">
        {texts.map(({ hint, ...text }) => (
          <FormTextArea<NoteValues>
            key={text.name}
            {...text}
            hint={`${hint} (at least 10 characters)`}
            required
            autoGrow
            rows={text.name === 'description' ? 4 : 3}
          />
        ))}
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
