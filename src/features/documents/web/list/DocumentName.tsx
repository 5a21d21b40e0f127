import { documentAddress } from '#features/documents/web/queries.ts';
import type { ClientDocument } from '#features/documents/web/queries.ts';

/** The name of a document, which downloads it; a record without content says so. */
export function DocumentName({ document }: { document: ClientDocument }) {
  const { id, originalName, hasContent } = document;
  if (!hasContent) {
    return (
      <>
        <span className="font-medium wrap-anywhere">{originalName}</span>
        <span className="block text-sm text-muted">Kept elsewhere, no file here</span>
      </>
    );
  }
  return (
    <a
      href={documentAddress(id)}
      target="_blank"
      rel="noopener noreferrer"
      className="font-medium wrap-anywhere text-accent-ink underline pointer-coarse:inline-flex pointer-coarse:min-h-11 pointer-coarse:items-center"
    >
      {originalName}
    </a>
  );
}
