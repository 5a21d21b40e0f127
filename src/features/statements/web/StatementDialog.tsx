import { useState } from 'react';
import { addDays } from '#platform/contract/days.ts';
import { today } from '#platform/web/clock.ts';
import type { OpenState } from '#platform/web/ui/openState.ts';
import { PeriodDownloadDialog, type Period } from '#platform/web/ui/PeriodDownloadDialog.tsx';
import { SegmentedControl } from '#platform/web/ui/SegmentedControl.tsx';
import type { Client } from '#features/clients/web/queries.ts';
import { validateRange } from '#features/payroll/rules.ts';
import { useUser } from '#features/sessions/web/queries.ts';

const LANGUAGES = [
  { value: 'en', label: 'English' },
  { value: 'es', label: 'Spanish' },
] as const;

/** Downloads a client's statement as a PDF: by default of the last month, in the client's language. */
export function StatementDialog({ client, open, onOpenChange }: OpenState & { client: Client }) {
  const day = today(useUser().timeZone);
  const [language, setLanguage] = useState(client.language);
  return (
    <PeriodDownloadDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Statement"
      description={`Visits, used units, and balances of ${client.contactName}, as a PDF.`}
      initial={getLastMonth(day)}
      validate={({ from, to }) => validateRange(from, to)}
      toUrl={(period) =>
        `/api/clients/${client.id}/statement?${new URLSearchParams({ ...period, language }).toString()}`
      }
    >
      <SegmentedControl legend="Language" value={language} onChange={setLanguage} options={LANGUAGES} />
    </PeriodDownloadDialog>
  );
}

/** The calendar month before the one of a day. */
function getLastMonth(day: string): Period {
  const to = addDays(`${day.slice(0, 7)}-01`, -1);
  return { from: `${to.slice(0, 7)}-01`, to };
}
