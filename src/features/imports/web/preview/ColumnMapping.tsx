import { failureToast } from '#platform/web/failureToast.ts';
import { Card } from '#platform/web/ui/Card.tsx';
import { Field } from '#platform/web/ui/Field.tsx';
import { Select } from '#platform/web/ui/Select.tsx';
import { useMapColumn, type ImportFile } from '#features/imports/web/queries.ts';

const IGNORED = 'ignored';

/** The field that each column of the file fills. */
export function ColumnMapping({ file: { id, columns, fields, errors } }: { file: ImportFile }) {
  const map = useMapColumn(id);
  const used = new Set(columns.map(({ field }) => field));
  const missing = fields.filter(
    ({ name, label }) => !used.has(name) && errors.some(({ row, column }) => row === 1 && column === label),
  );
  async function choose(column: string, field: string) {
    try {
      await map.mutateAsync({ column, field: field === IGNORED ? null : field });
    } catch (error) {
      failureToast(error, "The column wasn't changed");
    }
  }
  return (
    <Card
      title="Columns"
      description={
        missing.length > 0
          ? `Choose the column for ${missing.map(({ label }) => `“${label}”`).join(' and ')}.`
          : 'What each column of the file is used for'
      }
    >
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {columns.map(({ name, field }) => (
          <Field key={name} label={name} hint={fields.find((one) => one.name === field)?.hint ?? undefined}>
            <Select
              value={field ?? IGNORED}
              disabled={map.isPending}
              onChange={(event) => void choose(name, event.target.value)}
              options={[
                { value: IGNORED, label: 'Not used' },
                ...fields.map((one) => ({
                  value: one.name,
                  label: one.required ? `${one.label} (required)` : one.label,
                  disabled: one.name !== field && used.has(one.name),
                })),
              ]}
            />
          </Field>
        ))}
      </div>
    </Card>
  );
}
