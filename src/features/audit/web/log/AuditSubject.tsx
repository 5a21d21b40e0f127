import { Link } from '@tanstack/react-router';
import type { AuditRow } from '#features/audit/web/queries.ts';
import { subjectOf } from './auditLabels.ts';

const linkClass =
  'text-accent-ink underline pointer-coarse:inline-flex pointer-coarse:min-h-11 pointer-coarse:items-center';

/** The object of a row, as a link if it has a screen. */
export function AuditSubject({ row }: { row: AuditRow }) {
  const name = subjectOf(row);
  const { object, objectId } = row;
  const clientId = numberIn(row.details['clientId']);
  // A sign-in has no object but the actor.
  if (name === null && clientId === undefined) return null;
  if (object === 'note' && objectId !== null) {
    return (
      <Link to="/management" search={{ note: objectId }} className={linkClass}>
        {name}
      </Link>
    );
  }
  if (object === 'person' && objectId !== null) {
    return (
      <Link to="/profile/$employeeId" params={{ employeeId: String(objectId) }} className={linkClass}>
        {name}
      </Link>
    );
  }
  if ((object === 'client' || object === 'units') && objectId !== null) {
    return (
      <Link to="/clients" search={{ client: objectId }} className={linkClass}>
        {name}
      </Link>
    );
  }
  if (clientId !== undefined) {
    return (
      <>
        {name}{' '}
        <Link to="/clients" search={{ client: clientId }} className={linkClass}>
          Open client
        </Link>
      </>
    );
  }
  return name;
}

const numberIn = (value: unknown) => (typeof value === 'number' ? value : undefined);
