import { Download } from 'lucide-react';
import { PRODUCT_NAME } from '#platform/contract/product.ts';
import { Banner } from '#platform/web/ui/Banner.tsx';
import { buttonClass } from '#platform/web/ui/buttonClass.ts';
import { CopyButton } from '#platform/web/ui/CopyButton.tsx';
import { useUser } from '#features/sessions/web/queries.ts';

/** The recovery codes, shown once. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const { username } = useUser();
  const text = codes.join('\n');
  const file = `${PRODUCT_NAME} recovery codes for ${username}\nEach works once, instead of a code from the app.\n\n${text}\n`;
  return (
    <div className="flex flex-col gap-4">
      <Banner tone="pending" title="Save these recovery codes">
        Each code works once if you lose your phone. You won't see them again.
      </Banner>
      <ol
        aria-label="Recovery codes"
        className="grid gap-x-6 gap-y-1 rounded-md bg-sunken p-4 sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code} className="font-medium tabular">
            {code}
          </li>
        ))}
      </ol>
      <div className="flex items-center gap-2">
        <a
          className={buttonClass({ variant: 'secondary' })}
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(file)}`}
          download={`${PRODUCT_NAME.toLowerCase()}-recovery-codes.txt`}
        >
          <Download aria-hidden className="size-4.5" />
          Download
        </a>
        <CopyButton value={text} label="Copy recovery codes" size="md" />
      </div>
    </div>
  );
}
