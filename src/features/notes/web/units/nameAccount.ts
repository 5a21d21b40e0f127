import { GENERAL_UNITS } from '#features/clients/web/accounts/public.tsx';
import type { NoteUnits } from '#features/notes/web/queries.ts';

/** The account of a note; employees get no reference. */
export function nameAccount({ authorizationId, reference }: NoteUnits['account']): string {
  if (authorizationId === null) return GENERAL_UNITS;
  return reference === null ? 'Authorization' : `Authorization ${reference}`;
}
