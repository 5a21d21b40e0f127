import { useState } from 'react';
import { failureToast } from '#platform/web/failureToast.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { Card } from '#platform/web/ui/Card.tsx';
import { Field } from '#platform/web/ui/Field.tsx';
import { RadioGroup } from '#platform/web/ui/RadioGroup.tsx';
import { Select } from '#platform/web/ui/Select.tsx';
import { useChooseTable, type ImportFile } from '#features/imports/web/queries.ts';

type TableChoiceProps = { file: ImportFile; onChosen: () => void };

/** Chooses the sheet and the row with the names of the columns. */
export function TableChoice({ file: { id, sheets, position }, onChosen }: TableChoiceProps) {
  const choose = useChooseTable(id);
  const [sheet, setSheet] = useState(position.sheet);
  const rows = sheets[sheet]?.firstRows ?? [];
  const [row, setRow] = useState<number | undefined>(position.headerRow);
  const options = sheets.flatMap(({ name, isHidden, fault }, index) =>
    isHidden ? [] : [{ value: String(index), label: fault === null ? name : `${name} (can’t be read)` }],
  );
  const hidden = sheets.filter(({ isHidden }) => isHidden).map(({ name }) => name);
  const fault = sheets[sheet]?.fault ?? undefined;
  async function use(headerRow: number) {
    try {
      await choose.mutateAsync({ sheet, headerRow });
      onChosen();
    } catch (error) {
      failureToast(error, "Couldn't use that row");
    }
  }
  return (
    <Card
      title="Column names"
      description="Choose the row with the column names. Rows above it aren’t imported."
    >
      <div className="grid max-w-2xl gap-5">
        {(options.length > 1 || hidden.length > 0) && (
          <Field
            label="Sheet"
            error={fault}
            hint={hidden.length > 0 ? `Hidden sheets aren’t read: ${hidden.join(', ')}` : undefined}
          >
            <Select
              value={String(sheet)}
              options={options}
              onChange={(event) => {
                setSheet(Number(event.target.value));
                setRow(undefined);
              }}
            />
          </Field>
        )}
        {rows.length === 0 ? (
          <p className="text-sm text-muted">This sheet is empty.</p>
        ) : (
          <RadioGroup
            legend="Row"
            value={row === undefined ? undefined : String(row)}
            onChange={(next) => setRow(Number(next))}
            options={rows.map(({ row: number, cells }) => ({
              value: String(number),
              label: `Row ${number}`,
              hint: <span className="wrap-anywhere">{cells.filter((cell) => cell !== '').join(' · ')}</span>,
            }))}
          />
        )}
        <div>
          <Button
            variant="primary"
            pending={choose.isPending}
            disabled={row === undefined || fault !== undefined}
            onClick={() => row !== undefined && void use(row)}
          >
            {row === undefined ? 'Use this row' : `Use row ${row}`}
          </Button>
        </div>
      </div>
    </Card>
  );
}
