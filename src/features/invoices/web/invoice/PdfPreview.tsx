import { ExternalLink } from 'lucide-react';
import { buttonClass } from '#platform/web/ui/buttonClass.ts';
import { Card } from '#platform/web/ui/Card.tsx';
import { useMediaQuery } from '#platform/web/useMediaQuery.ts';
import { toInlinePdfAddress, type Invoice } from '#features/invoices/web/queries.ts';

/** Narrower screens have no room for a page of A4, and browsers of phones show no PDF inside of a page. */
const WIDE = '(min-width: 64rem)';

/** The PDF of an issued invoice: as pages on wide screens, otherwise as a link. */
export function PdfPreview({ invoice: { id, number, state } }: { invoice: Invoice }) {
  const isWide = useMediaQuery(WIDE);
  const address = toInlinePdfAddress(id);
  return (
    <Card
      title="PDF"
      padded={false}
      // On paper the viewer is an empty box.
      className="print:hidden"
      actions={
        <a href={address} target="_blank" rel="noreferrer" className={buttonClass({ size: 'sm' })}>
          <ExternalLink aria-hidden />
          Open PDF
        </a>
      }
    >
      {isWide && navigator.pdfViewerEnabled && (
        <iframe
          // A void invoice has another heading.
          key={state}
          title={`Invoice ${number} as a PDF`}
          src={address}
          loading="lazy"
          className="h-[75vh] w-full rounded-b-md border-t border-line"
        />
      )}
    </Card>
  );
}
