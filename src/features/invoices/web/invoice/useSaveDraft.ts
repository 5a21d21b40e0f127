import { useState } from 'react';
import { formatAmount } from '#platform/contract/decimalFormat.ts';
import { ApiError } from '#platform/web/apiError.ts';
import { formatDay, plural } from '#platform/web/format.ts';
import {
  refetchInvoice,
  useChangeDraft,
  type DraftBody,
  type Invoice,
} from '#features/invoices/web/queries.ts';
import type { DraftValues } from './invoiceForms.ts';

/**
 * Saves an open draft, unless it was changed since the dialog was opened. The error then describes the current draft,
 * which the next save replaces.
 */
export function useSaveDraft(invoice: Invoice) {
  const { mutateAsync, isPending } = useChangeDraft(invoice.id);
  const [{ excludedNoteIds, updatedAt }, setReplaced] = useState(invoice);
  async function save(values: DraftValues): Promise<void> {
    const body = { ...values, excludedNoteIds, updatedAt };
    try {
      await mutateAsync(body);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'invoice_changed') throw error;
      const current = await refetchInvoice(invoice.id).catch(() => {
        throw error;
      });
      // An earlier save was stored, and its response was lost.
      if (isSaved(body, current)) return;
      setReplaced(current);
      throw new ApiError(error.status, { code: error.code, message: describeChange(current) });
    }
  }
  return { save, isPending };
}

const describeChange = ({ from, to, lines, total, currency }: Invoice): string =>
  `This draft was changed in the meantime: it is now for ${formatDay(from)} to ${formatDay(to)}, with ` +
  `${plural(lines.length, 'line', 'lines')} and a total of ${formatAmount(total, currency)}. ` +
  'To replace it with your changes, save again. To keep it, cancel.';

/** Compares the stored draft with the choices that were sent. */
const isSaved = (sent: DraftBody, stored: Invoice): boolean => toChoices(sent) === toChoices(stored);

const toChoices = ({ from, to, grouping, otherLines, excludedNoteIds }: DraftBody | Invoice): string =>
  JSON.stringify([
    from,
    to,
    grouping,
    otherLines?.map(({ description, quantity, rate }) => [description, Number(quantity), Number(rate)]),
    excludedNoteIds,
  ]);
