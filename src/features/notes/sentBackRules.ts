/** Why a note was sent back when it arrived, in words. */

import type { NoteCheckCode } from './checkContract.ts';
import { describeCheck } from './checkRules.ts';
import { toUnitsChange, type SignedUnits } from './signedUnitsRules.ts';

/** Steps that the author has to take before the note can be signed again. */
const REMEDIES: Partial<Record<NoteCheckCode, string>> = {
  code_wrong_offline: 'Check with management for the correct code.',
  period_closed: 'Ask an admin to reopen the period first.',
  not_assigned_then: 'Check the client and date, or ask a manager to assign you first.',
  client_inactive_then: 'Check the client and date, or ask a manager to make the client active first.',
  service_archived: 'Choose another service, or ask a manager to restore it first.',
  rounding_changed: 'Check the units before you and the client sign.',
  units_changed: 'Check the times before you and the client sign.',
  unsigned: "Your business requires the client's signature.",
  over_units: 'Ask a manager to add units first.',
  cap_exceeded: 'Ask a manager to raise the limit first.',
  no_authorization: 'Ask a manager to add an authorization first.',
};

interface SentBackNote extends SignedUnits {
  authorName: string;
  clientContactName: string;
  workDate: string;
  sentBackFor: readonly NoteCheckCode[];
}

/** Each reason as it is shown, with what to do about it. */
export const describeSentBack = ({
  authorName,
  clientContactName: clientName,
  workDate: day,
  sentBackFor,
  ...signed
}: SentBackNote) =>
  sentBackFor.map((code) => ({
    code,
    message: describeCheck({
      code,
      detail: { authorName, clientName, day, ...toUnitsChange(signed) },
      relatedNoteIds: [],
    }),
    remedy: REMEDIES[code] ?? null,
  }));
