import { useState } from 'react';
import { failureToast } from '#platform/web/failureToast.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { Card } from '#platform/web/ui/Card.tsx';
import { Field } from '#platform/web/ui/Field.tsx';
import { Select } from '#platform/web/ui/Select.tsx';
import { answerLabels } from '#features/imports/rules.ts';
import { useMapColumns, type ImportColumn, type ImportFile } from '#features/imports/web/queries.ts';
import { TableChoice } from '#features/imports/web/table/TableChoice.tsx';

const IGNORED = 'ignored';

/** The field that each column of the file fills. */
export function ColumnMapping({ file }: { file: ImportFile }) {
  const { columns, fields, errors, position, sheets } = file;
  const [isChoosing, setChoosing] = useState(false);
  const used = new Set(columns.map(({ field }) => field));
  const missing = fields.filter(
    ({ name, label }) =>
      !used.has(name) && errors.some(({ row, column }) => row === position.headerRow && column === label),
  );
  const sheet = sheets.length > 1 ? ` of the sheet ${sheets[position.sheet]?.name ?? ''}` : '';
  return (
    <>
      <Card
        title="Columns"
        description={
          missing.length > 0
            ? `Choose the column for ${missing.map(({ label }) => `“${label}”`).join(' and ')}.`
            : `How each column of the file is used. The column names are in row ${position.headerRow}${sheet}.`
        }
        actions={
          <Button size="sm" aria-expanded={isChoosing} onClick={() => setChoosing(!isChoosing)}>
            Choose another row
          </Button>
        }
      >
        <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          {columns.map((column) => (
            <ColumnFields key={column.name} file={file} column={column} used={used} />
          ))}
        </div>
      </Card>
      {isChoosing && <TableChoice file={file} onChosen={() => setChoosing(false)} />}
    </>
  );
}

type ColumnFieldsProps = { file: ImportFile; column: ImportColumn; used: ReadonlySet<string | null> };

/** The field of a column, and how its cells are read. */
function ColumnFields({ file: { id, fields }, column, used }: ColumnFieldsProps) {
  const map = useMapColumns(id);
  const { name, field, choices, notes } = column;
  async function change(body: Parameters<typeof map.mutateAsync>[0]) {
    try {
      await map.mutateAsync(body);
    } catch (error) {
      failureToast(error, "Couldn't change the column");
    }
  }
  const hints = [fields.find((one) => one.name === field)?.hint, ...notes].filter(Boolean);
  return (
    <div className="grid content-start gap-2">
      <Field label={name} hint={hints.length > 0 ? hints.join(' ') : undefined}>
        <Select
          value={field ?? IGNORED}
          disabled={map.isPending}
          onChange={({ target: { value } }) =>
            void change({ mapping: { [name]: value === IGNORED ? null : value } })
          }
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
      {choices
        .filter(({ chosen }) => chosen !== null)
        .map(({ kind, chosen, options }) => (
          <Field key={kind} label={`${choiceLabels[kind]} in “${name}”`}>
            <Select
              value={chosen ?? undefined}
              disabled={map.isPending}
              onChange={({ target: { value } }) => void change({ answers: { [name]: { [kind]: value } } })}
              options={options.map(({ answer }) => ({ value: answer, label: answerLabels[answer] }))}
            />
          </Field>
        ))}
    </div>
  );
}

const choiceLabels = { dateOrder: 'Dates', decimalSeparator: 'Numbers', amountUnit: 'Amounts' } as const;
