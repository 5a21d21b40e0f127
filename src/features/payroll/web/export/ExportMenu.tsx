import { Download, FileSpreadsheet, FileText } from 'lucide-react';
import { useState } from 'react';
import type { Week } from '#platform/contract/weeks.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '#platform/web/ui/Menu.tsx';
import type { TriggerProps } from '#platform/web/ui/menuItems.ts';
import { exportUrl, type ExportChoice } from '#features/payroll/web/queries.ts';
import { formatWeek } from '#features/payroll/web/week/payrollFormat.ts';
import { ExportDialog } from './ExportDialog.tsx';

type ExportMenuProps = {
  week: Week;
  /** All employees when omitted. */
  employeeId?: number;
};

/** Exports the hours of the selected week, or of other dates. */
export function ExportMenu({ week, employeeId }: ExportMenuProps) {
  const [choosing, setChoosing] = useState(false);
  const range = { from: week.start, to: week.end, employeeId };
  return (
    <>
      <Menu label="Export" align="end" trigger={exportButton}>
        <MenuLabel>{formatWeek(week)}</MenuLabel>
        <File choice={{ ...range, kind: 'entries', format: 'csv' }}>Time entries (CSV)</File>
        <File choice={{ ...range, kind: 'entries', format: 'xlsx' }}>Time entries (Excel)</File>
        <File choice={{ ...range, kind: 'people', format: 'csv' }}>Totals by employee (CSV)</File>
        <File choice={{ ...range, kind: 'people', format: 'xlsx' }}>Totals by employee (Excel)</File>
        <MenuSeparator />
        <MenuItem onSelect={() => setChoosing(true)}>Other dates…</MenuItem>
      </Menu>
      <ExportDialog
        open={choosing}
        onOpenChange={setChoosing}
        from={range.from}
        to={range.to}
        employeeId={employeeId}
      />
    </>
  );
}

const exportButton = (props: TriggerProps) => (
  <Button {...props} data-export icon={<Download aria-hidden />}>
    Export
  </Button>
);

type FileProps = { choice: ExportChoice; children: string };

function File({ choice, children }: FileProps) {
  return (
    <MenuItem
      icon={choice.format === 'csv' ? <FileText aria-hidden /> : <FileSpreadsheet aria-hidden />}
      render={({ children: content, ...props }) => (
        <a {...props} href={exportUrl(choice)} download>
          {content}
        </a>
      )}
    >
      {children}
    </MenuItem>
  );
}
