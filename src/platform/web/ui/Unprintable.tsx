import { describeUnprintable } from '#platform/web/unprintable.ts';

/** The characters that the PDFs of a file show as codes; nothing without any. */
export function Unprintable({ codes }: { codes: readonly string[] }) {
  if (codes.length === 0) return null;
  const { title, description } = describeUnprintable(codes, 'PDFs');
  return (
    <p className="text-sm text-pending-ink wrap-anywhere">
      {title}. {description}
    </p>
  );
}
