import { Link } from '@tanstack/react-router';
import { CalendarClock, ClipboardCheck, UserPlus, Users } from 'lucide-react';
import { buttonClass } from '#platform/web/ui/buttonClass.ts';
import { Card } from '#platform/web/ui/Card.tsx';

const wide = `${buttonClass()} justify-start`;

/** Links to clients, notes and hours, for managers. */
export function ManagerCards() {
  return (
    <>
      <Card title="Client Management" description="Clients, their units and documents">
        <div className="flex flex-col gap-2">
          <Link to="/clients" className={wide}>
            <Users aria-hidden />
            Manage All Clients
          </Link>
          <Link to="/clients" search={{ action: 'add' }} className={wide}>
            <UserPlus aria-hidden />
            Add New Client
          </Link>
        </div>
      </Card>
      <Card title="Employee Management" description="Work notes and hours">
        <div className="flex flex-col gap-2">
          <Link to="/management" className={wide}>
            <ClipboardCheck aria-hidden />
            Review All Notes
          </Link>
          <Link to="/payroll" className={wide}>
            <CalendarClock aria-hidden />
            Payroll & Time
          </Link>
        </div>
      </Card>
    </>
  );
}
