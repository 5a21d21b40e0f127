import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { failureToast } from '#platform/web/failureToast.ts';
import { Banner } from '#platform/web/ui/Banner.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { buttonClass } from '#platform/web/ui/buttonClass.ts';
import type { TablePosition } from '#features/imports/contract.ts';
import { useChooseTable, type ImportFile } from '#features/imports/web/queries.ts';
import { TableChoice } from './TableChoice.tsx';

type TableQuestionProps = { file: ImportFile; proposed: NonNullable<ImportFile['proposedPosition']> };

/** Asks which row names the columns, where the first row of the file seems not to. */
export function TableQuestion({ file, proposed }: TableQuestionProps) {
  const choose = useChooseTable(file.id);
  const [isChoosing, setChoosing] = useState(false);
  const { sheet, headerRow, question } = proposed;
  const names = findCells(file, proposed).filter((name) => name !== '');
  async function use() {
    try {
      await choose.mutateAsync({ sheet, headerRow });
    } catch (error) {
      failureToast(error, "Couldn't use that row");
    }
  }
  return (
    <div className="grid gap-5">
      <Banner tone="pending" title={question}>
        <p className="wrap-anywhere">
          Row {headerRow} has: {names.join(', ')}
        </p>
      </Banner>
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" pending={choose.isPending} onClick={() => void use()}>
          Use row {headerRow}
        </Button>
        <Button aria-expanded={isChoosing} onClick={() => setChoosing(!isChoosing)}>
          Choose another row
        </Button>
        <Link to="/records" className={buttonClass({})}>
          Upload another file
        </Link>
      </div>
      {isChoosing && <TableChoice file={file} onChosen={() => setChoosing(false)} />}
    </div>
  );
}

const findCells = ({ sheets }: ImportFile, { sheet, headerRow }: TablePosition): string[] =>
  sheets[sheet]?.firstRows.find(({ row }) => row === headerRow)?.cells ?? [];
