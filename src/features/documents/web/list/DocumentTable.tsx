import clsx from 'clsx';
import { Trash2 } from 'lucide-react';
import { formatDate } from '#platform/web/format.ts';
import { formatFileSize } from '#platform/web/numberFormat.ts';
import { IconButton } from '#platform/web/ui/IconButton.tsx';
import { Skeleton } from '#platform/web/ui/Skeleton.tsx';
import type { ClientDocument } from '#features/documents/web/queries.ts';
import { DocumentName } from './DocumentName.tsx';

const headClass =
  'border-b border-line pr-3 pb-2 text-left text-xs font-medium whitespace-nowrap text-muted last:pr-0';
const cellClass = 'py-2.5 pr-3 align-top last:pr-0';
/** A column on wide screens; on narrow ones its value is in the row below the name. */
const wideClass = 'hidden @min-[26rem]:table-cell';

type DocumentTableProps = {
  /** Undefined while loading. */
  rows: readonly ClientDocument[] | undefined;
  timeZone: string;
  onDelete: (document: ClientDocument) => void;
};

/** A table of documents that also fits a narrow column or a phone. */
export function DocumentTable({ rows, timeZone, onDelete }: DocumentTableProps) {
  return (
    <div className="@container">
      <table className="w-full border-separate border-spacing-0 text-sm" aria-busy={rows === undefined}>
        <caption className="sr-only">{rows ? 'Documents' : 'Documents, loading'}</caption>
        <thead>
          <tr>
            <th className={headClass}>Document Name</th>
            <th className={clsx(headClass, wideClass, 'text-right!')}>Size</th>
            <th className={clsx(headClass, wideClass)}>Uploaded By</th>
            <th className={clsx(headClass, wideClass)}>Date</th>
            <th className={clsx(headClass, 'text-right!')}>Actions</th>
          </tr>
        </thead>
        <tbody className="[&>tr:not(:first-child)>td]:border-t [&>tr>td]:border-line">
          {rows
            ? rows.map((row) => (
                <DocumentRow key={row.id} document={row} timeZone={timeZone} onDelete={onDelete} />
              ))
            : [0, 1, 2].map((index) => <SkeletonRow key={index} />)}
        </tbody>
      </table>
    </div>
  );
}

type DocumentRowProps = Pick<DocumentTableProps, 'timeZone' | 'onDelete'> & { document: ClientDocument };

function DocumentRow({ document, timeZone, onDelete }: DocumentRowProps) {
  const { originalName, description, uploadedByName, can } = document;
  const size = formatFileSize(document.fileSize);
  const date = formatDate(document.createdAt, timeZone);
  return (
    <tr>
      <td className={cellClass}>
        <DocumentName document={document} />
        {description && <p className="wrap-anywhere">{description}</p>}
        <p className="text-muted @min-[26rem]:hidden">
          {size} · {uploadedByName} · {date}
        </p>
      </td>
      <td className={clsx(cellClass, wideClass, 'tabular text-right whitespace-nowrap')}>{size}</td>
      <td className={clsx(cellClass, wideClass, 'wrap-anywhere @min-[34rem]:whitespace-nowrap')}>
        {uploadedByName}
      </td>
      <td className={clsx(cellClass, wideClass, 'whitespace-nowrap')}>{date}</td>
      <td className={clsx(cellClass, 'text-right')}>
        {can.remove && (
          <IconButton
            size="sm"
            label={`Delete ${originalName}`}
            icon={<Trash2 aria-hidden />}
            className="-my-1"
            onClick={() => onDelete(document)}
          />
        )}
      </td>
    </tr>
  );
}

function SkeletonRow() {
  return (
    <tr>
      <td className={cellClass}>
        <Skeleton className="mb-1.5 h-4 w-40" />
        <Skeleton className="h-4 w-28" />
      </td>
      {[0, 1, 2].map((index) => (
        <td key={index} className={clsx(cellClass, wideClass)}>
          <Skeleton className="h-4 w-14" />
        </td>
      ))}
      <td className={cellClass}>
        <Skeleton className="ml-auto h-6 w-6" />
      </td>
    </tr>
  );
}
