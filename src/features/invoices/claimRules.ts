import type { ClaimColumn } from '#features/clients/payerContract.ts';
import type { ClaimState } from './claimContract.ts';

/** The titles of the columns, on screen and in the file. */
export const claimColumnLabels: Record<ClaimColumn, string> = {
  client: 'Client',
  payerClientId: 'Client ID at the payer',
  serviceCode: 'Service code',
  modifiers: 'Modifiers',
  date: 'Date',
  startTime: 'Start',
  endTime: 'End',
  minutes: 'Minutes',
  units: 'Units',
  rate: 'Rate',
  amount: 'Amount',
  authorization: 'Authorization',
  employee: 'Employee',
  noteId: 'Note ID',
};

export const claimStateLabels: Record<ClaimState, string> = {
  exported: 'Exported',
  accepted: 'Accepted',
  rejected: 'Rejected',
};
