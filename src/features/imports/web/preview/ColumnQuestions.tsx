import { failureToast } from '#platform/web/failureToast.ts';
import { formatDay } from '#platform/web/format.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { Card } from '#platform/web/ui/Card.tsx';
import { answerLabels, listOpenChoices } from '#features/imports/rules.ts';
import { useMapColumns, type ImportColumn, type ImportFile } from '#features/imports/web/queries.ts';

type Choice = ImportColumn['choices'][number];
type Option = Choice['options'][number];

/** Asks how to read columns whose cells have several meanings. */
export function ColumnQuestions({ file, onAnswered }: { file: ImportFile; onAnswered: () => void }) {
  const map = useMapColumns(file.id);
  const open = listOpenChoices(file);
  if (open.length === 0) return null;
  async function choose(column: string, { kind }: Choice, { answer }: Option) {
    try {
      await map.mutateAsync({ answers: { [column]: { [kind]: answer } } });
      onAnswered();
    } catch (error) {
      failureToast(error, "Couldn't save the answer");
    }
  }
  return (
    <Card
      title={open.length === 1 ? '1 question about this file' : `${open.length} questions about this file`}
      description="Nothing is added until you answer."
    >
      <div className="grid gap-6">
        {open.map(({ column, choice }) => (
          <section key={`${column} ${choice.kind}`} className="grid gap-2">
            <h3 className="font-medium wrap-anywhere">{choice.question}</h3>
            <p className="text-sm text-muted wrap-anywhere">
              Row {choice.row} of “{column}”. Your answer applies to the whole column.
            </p>
            <div className="flex flex-wrap gap-2">
              {choice.options.map((option) => (
                <Button
                  key={option.answer}
                  variant={option.answer === choice.proposed ? 'primary' : 'secondary'}
                  disabled={map.isPending}
                  onClick={() => void choose(column, choice, option)}
                >
                  {formatOption(choice, option)}
                </Button>
              ))}
            </div>
            <p className="text-sm text-muted">
              Probably {describe(choice)}. {choice.reason}.
            </p>
          </section>
        ))}
      </div>
    </Card>
  );
}

/** 'March 4, 2026', or the name of the answer where the cell cannot be read in it. */
function formatOption({ kind }: Choice, { answer, value }: Option): string {
  if (value === null) return answerLabels[answer];
  return kind === 'dateOrder' ? formatDay(value) : value;
}

const describe = (choice: Choice): string =>
  choice.options
    .filter(({ answer }) => answer === choice.proposed)
    .map((option) => formatOption(choice, option))
    .join('');
