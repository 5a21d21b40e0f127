/** The zod schema of the note form, in a separate file so that zod loads later. */

import { z } from 'zod';
import { OCCURRENCES } from '#platform/contract/zone.ts';
import { language } from '#features/clients/contract.ts';
import { listSignerIssues, signerInput, type Signer } from '#features/notes/captureContract.ts';
import { clientSigningDispute, type ClientSigningDispute } from '#features/notes/disputeContract.ts';
import { noteInput } from '#features/notes/inputContract.ts';
import { roundingRule } from '#features/services/contract.ts';
import { findLengthMistake, findSkippedTimes } from '#features/units/rules.ts';
import { toWork } from './clockTimes.ts';
import { findSealedCode, type CodeValues, type NoteValues } from './noteForm.ts';

/** Times that clocks skip, or else what is wrong with the end. */
function listTimeIssues(
  values: Parameters<typeof toWork>[0],
  timeZone: string,
): { path: string[]; message: string }[] {
  const work = toWork(values, timeZone);
  const skipped = findSkippedTimes(work);
  if (skipped.length > 0) return skipped.map(({ field, message }) => ({ path: [field], message }));
  const message = findLengthMistake(work);
  return message === null ? [] : [{ path: ['endTime'], message }];
}

/** `''` for a time that clocks show once. */
const enteredOccurrence = z.union([z.enum(OCCURRENCES), z.literal('')]).transform((value) => value || null);

/** The contract's schema, of which the form has every field. */
const enteredSigner = signerInput as z.ZodType<Signer, NoteValues['signer']>;

/**
 * The schema of the form's values, from the contract.
 * @param timeZone the time zone of the business now; the form has that of the work date once it is filled in
 */
export function noteFormSchema(timeZone: string) {
  const { clientId, category, priority, clock, ...shape } = noteInput.shape;
  const fields = z.object({
    ...shape,
    clientId: z.string().min(1, { error: 'Please select a client' }).transform(Number).pipe(clientId),
    category: z.union([category, z.literal('')]).pipe(category),
    rounding: z.union([roundingRule, z.literal('').transform(() => undefined)]),
    timeZone: z.string().transform((value) => value || undefined),
    startOccurrence: enteredOccurrence,
    endOccurrence: enteredOccurrence,
    signed: z.object({ visit: z.string(), minutes: z.number(), units: z.number() }).nullable(),
    priority: priority.unwrap(),
    clock: clock.unwrap(),
    sealedCode: z.object({ clientId: z.string(), text: z.string() }).nullable(),
    title: z.string().trim().max(255, { error: 'At most 255 characters' }),
    draftId: z.string().transform((value) => (value === '' ? null : Number(value))),
    signer: enteredSigner,
    dispute: clientSigningDispute.nullable().transform((value) => value ?? undefined),
    language: z.union([language, z.literal('').transform(() => undefined)]),
    // Required by some signers only.
    clientSignatureCode: z.string().trim(),
    clientSignature: z.string(),
    sheetInk: z.string(),
  });
  return fields
    .superRefine(
      (values, context) => {
        const issues = [...listTimeIssues(values, values.timeZone ?? timeZone), ...listSigningIssues(values)];
        for (const issue of issues) context.addIssue({ code: 'custom', ...issue });
      },
      // Also when other fields are invalid.
      { when: () => true },
    )
    .transform((values) =>
      isClientSigning(values)
        ? values
        : {
            ...values,
            clientSignatureCode: undefined,
            sealedCode: null,
            clientSignature: undefined,
            signer: { ...values.signer, typed: null },
          },
    );
}

type Signed = CodeValues &
  Pick<NoteValues, 'clientSignature' | 'clientSignatureCode'> & {
    signer: Signer;
    dispute?: ClientSigningDispute | undefined;
  };

/** Returns true if code and signature of the client are sent. */
const isClientSigning = ({ signer, dispute }: Pick<Signed, 'signer' | 'dispute'>): boolean =>
  signer.kind !== 'none' && !dispute;

/** Lists what the signer has not entered, by field. */
function listSigningIssues({ signer, dispute, ...signed }: Signed): { path: string[]; message: string }[] {
  const { clientSignatureCode, clientSignature } = signed;
  const isSigning = isClientSigning({ signer, dispute });
  const issues = listSignerIssues(
    {
      signer: { ...signer, typed: null },
      ...(dispute && { dispute }),
      ...(isSigning && { clientSignatureCode, clientSignature }),
    },
    { code: '', picture: '' },
  );
  if (!isSigning) return issues;
  const isSealed = findSealedCode(signed) !== undefined;
  for (const name of [...(isSealed ? [] : ['clientSignatureCode' as const]), 'clientSignature' as const]) {
    const { error } = noteInput.shape[name].safeParse(signed[name]);
    const [first] = error?.issues ?? [];
    if (first) issues.push({ path: [name], message: first.message });
  }
  return issues;
}

export type NoteFormOutput = z.output<ReturnType<typeof noteFormSchema>>;
