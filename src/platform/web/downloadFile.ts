import { UNPRINTABLE_HEADER } from '#platform/contract/headers.ts';
import { settle } from './api.ts';
import { failureToast } from './failureToast.ts';
import { toast } from './toast.ts';
import { describeUnprintable } from './unprintable.ts';

/** Downloads a document, and names the characters that it shows as codes. */
export async function downloadFile(href: string): Promise<void> {
  try {
    const response = await fetch(href);
    if (!response.ok) await settle(response, undefined);
    save(await response.blob(), response.headers.get('Content-Disposition') ?? '');
    toastUnprintable(response.headers.get(UNPRINTABLE_HEADER)?.split(', ') ?? []);
  } catch (error) {
    failureToast(error, "Couldn't download the file");
  }
}

function save(file: Blob, disposition: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = /filename="([^"]+)"/.exec(disposition)?.[1] ?? '';
  link.click();
  // The browser keeps the file once the click is handled.
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

function toastUnprintable(codes: readonly string[]): void {
  if (codes.length > 0) toast(describeUnprintable(codes, 'PDF'));
}
