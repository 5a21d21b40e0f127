import { documentAddress, type ClientDocument } from '#features/documents/web/queries.ts';

/** The name of a document as a download link, or a note that no file is stored. */
export function DocumentName({ document }: { document: ClientDocument }) {
  const { id, originalName, hasContent } = document;
  if (!hasContent) {
    return (
      <>
        <span className="font-medium wrap-anywhere">{originalName}</span>
        <span className="block text-sm text-muted">No file stored</span>
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
