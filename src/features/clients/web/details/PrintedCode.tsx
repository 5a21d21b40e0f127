import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import { PRODUCT_NAME } from '#platform/contract/product.ts';

type PrintedCodeProps = { name: string; code: string; businessName: string; onPrinted: () => void };

/** Prints a card with the client's code; in print it replaces the page (styles.css). */
export function PrintedCode({ name, code, businessName, onPrinted }: PrintedCodeProps) {
  useEffect(() => {
    addEventListener('afterprint', onPrinted);
    window.print();
    return () => removeEventListener('afterprint', onPrinted);
  }, [onPrinted]);
  return createPortal(
    <section data-print-only className="max-w-sm rounded-md border p-6">
      <p className="text-sm">
        {businessName} · {PRODUCT_NAME}
      </p>
      <h1 className="mt-3 text-lg font-semibold">Signature code for {name}</h1>
      <p className="my-4 text-3xl font-semibold tracking-widest">{code}</p>
      <p className="text-sm">
        Enter this code on your visitor&rsquo;s device to sign the note of a visit. Keep it private: anyone
        who has it can sign for you.
      </p>
    </section>,
    document.body,
  );
}
