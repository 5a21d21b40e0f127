/** Labels of reviews, apart from those that the first screens load. */
export const reviewReasonLabels = {
  times: 'Times',
  description: 'Description',
  signature: 'Signature',
  wrong_client: 'Wrong client',
  wrong_service: 'Wrong service',
  duplicate: 'Duplicate',
  other: 'Other',
} as const;

/** The fields of a note, in the order of the form. */
export const noteFieldLabels = {
  clientId: 'Client',
  category: 'Service',
  workDate: 'Work date',
  startTime: 'Start time',
  endTime: 'End time',
  description: 'Description',
  research: 'Research',
  summary: 'Summary',
  title: 'Title',
  priority: 'Priority',
  employeeSignature: 'Employee signature',
  clientSignatureCode: 'Client verification code',
  clientSignature: 'Client signature',
  tags: 'Tags',
  rounding: 'Rounding rule',
  draftId: 'Draft',
} as const;

/** A line for each comment on a field, in the order of the form: 'End time: Until 11?'. */
export const listFieldComments = (comments: Partial<Record<string, string>> | null): string[] =>
  Object.entries(noteFieldLabels).flatMap(([field, label]) => {
    const comment = comments?.[field];
    return comment === undefined ? [] : [`${label}: ${comment}`];
  });
