import type { Grouping, InvoiceState, Omission } from './invoiceContract.ts';

export const stateLabels: Record<InvoiceState, string> = {
  draft: 'Draft',
  issued: 'Issued',
  partly_paid: 'Partly paid',
  paid: 'Paid',
  void: 'Void',
};

export const groupingLabels: Record<Grouping, string> = {
  visit: 'One line for each visit',
  service: 'One line for each client and service',
};

/** Why a visit is not on a draft. */
export const omissionLabels: Record<Omission, string> = {
  other_payer: 'Billed to someone else',
  pending: 'Not reviewed yet',
  on_hold: 'On hold',
  sent_back: 'Sent back to the employee',
  denied: 'Denied',
  disputed: 'Disputed by the client',
  no_units: 'No units',
  no_rate: 'No rate',
  no_authorization: 'No authorization',
  billed: 'On another draft, invoice, or claim batch',
  excluded: 'Left out',
};
