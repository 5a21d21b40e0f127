import { useEffect, useId, useRef, useState } from 'react';
import { useFormContext, useFormState, useWatch } from 'react-hook-form';
import { lazyDialog } from '#platform/web/ui/lazyComponent.tsx';
import { Section } from '#platform/web/ui/Section.tsx';
import type { Language } from '#features/clients/contract.ts';
import type { NoteValues } from '#features/submission/web/entry/noteForm.ts';
import type { useVisit } from '#features/submission/web/entry/useVisit.ts';
import type { ClientSigningStep } from './ClientSigningDialog.tsx';
import { CodeField } from './CodeField.tsx';
import { FormSignature } from './FormSignature.tsx';
import { ReportedDispute } from './ReportedDispute.tsx';
import { SealedCode } from './SealedCode.tsx';
import { SignerFields } from './SignerFields.tsx';
import type { CodeCheck } from './useCodeCheck.ts';
import { changeCode, useSigningLock } from './useSigningLock.ts';

const ClientSigningDialog = lazyDialog(
  async () => (await import('./ClientSigningDialog.tsx')).ClientSigningDialog,
);

type ClientSectionProps = {
  visit: ReturnType<typeof useVisit>;
  /** Who writes the note. */
  employee: string;
  /** Text that the client or the representative signs, in their language. */
  statement: string;
  language: Language;
  /** Why the pad is locked whatever the code is. */
  lock: string | undefined;
  /** Why both sign again; undefined for a new note. */
  signAgain: string | undefined;
};

/** The client's signature, which unlocks with the client's code; or what the client reports instead. */
export function ClientSection({ visit, lock, signAgain, ...signing }: ClientSectionProps) {
  const { client } = visit;
  const { employee, statement, language } = signing;
  const [step, setStep] = useState<ClientSigningStep | null>(null);
  const { check, isSealed, locked, needsCode, relocked } = useSigningLock(client, step !== null);
  const form = useFormContext<NoteValues>();
  const id = useId();
  const [{ kind }, dispute] = useWatch<NoteValues, ['signer', 'dispute']>({ name: ['signer', 'dispute'] });
  const pad = useScrollToPad(locked !== undefined);
  const reason = lock ?? locked;
  const onLanguage = (value: Language) => form.setValue('language', value, { shouldDirty: true });
  return (
    <Section title="The client signs">
      <div className="grid gap-5">
        {signAgain && <p className="text-sm">{signAgain}</p>}
        <p role="status" className="sr-only">
          {relocked}
        </p>
        <SignerFields isDisputed={dispute !== null} />
        {dispute && <ReportedDispute id={id} dispute={dispute} />}
        {!dispute && kind !== 'none' && (
          <>
            {isSealed && <SealedCode />}
            {!isSealed && client?.hasSignatureCode !== false && <CodeField check={check} />}
            <div ref={pad} className="scroll-my-24">
              <FormSignature
                name="clientSignature"
                label="Client signature"
                statement={statement}
                locked={reason}
                clientSigning={client && { isOpen: step !== null, open: setStep, language, onLanguage }}
              />
            </div>
          </>
        )}
        {client && (
          <ClientSigning
            visit={visit}
            client={client}
            employee={employee}
            isLocked={reason !== undefined}
            check={check}
            needsCode={lock === undefined && needsCode}
            open={step !== null}
            onOpenChange={() => setStep(null)}
            firstStep={step ?? 'sign'}
            language={language}
            onLanguage={onLanguage}
            returnFocus={() => document.getElementById(id)}
          />
        )}
      </div>
    </Section>
  );
}

type ClientSigningProps = Pick<ClientSectionProps, 'visit' | 'employee' | 'language'> & {
  firstStep: ClientSigningStep;
  onLanguage: (language: Language) => void;
  client: NonNullable<ClientSectionProps['visit']['client']>;
  isLocked: boolean;
  check: CodeCheck;
  /** Set when only the client's code is missing. */
  needsCode: boolean;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  returnFocus: () => HTMLElement | null;
};

/** The signing screen with the values of the form. */
function ClientSigning({ visit, client, employee, check, needsCode, ...dialog }: ClientSigningProps) {
  const form = useFormContext<NoteValues>();
  const { isSubmitted: shouldValidate } = useFormState<NoteValues>();
  const [signer, summary, description, code] = useWatch<
    NoteValues,
    ['signer', 'summary', 'description', 'clientSignatureCode']
  >({ name: ['signer', 'summary', 'description', 'clientSignatureCode'] });
  const { work, minutes, units, remaining } = visit;
  const close = () => dialog.onOpenChange(false);
  return (
    <ClientSigningDialog
      {...dialog}
      code={{
        check,
        isNeeded: needsCode,
        value: code,
        onChange: (value) => changeCode(form, value),
      }}
      visit={{
        ...work,
        employee,
        minutes,
        units,
        remaining,
        summary,
        description,
      }}
      signer={{
        client: client.contactName,
        representative: signer.kind === 'representative' && signer.name.trim() !== '' ? signer : null,
      }}
      ink={form.getValues('sheetInk')}
      onInk={(ink) => form.setValue('sheetInk', ink)}
      onSign={(picture, typed) => {
        form.setValue('sheetInk', '');
        form.setValue('signer.typed', typed);
        form.setValue('clientSignature', picture, { shouldDirty: true, shouldValidate });
        close();
      }}
      onDispute={(dispute) => {
        form.setValue('sheetInk', '');
        form.setValue('clientSignature', '');
        form.setValue('dispute', dispute, { shouldDirty: true });
        form.clearErrors(['clientSignature', 'clientSignatureCode']);
        close();
      }}
    />
  );
}

/** Scrolls to the client's pad when the code is verified: on a phone it is below the screen. */
function useScrollToPad(locked: boolean) {
  const pad = useRef<HTMLDivElement>(null);
  const wasLocked = useRef(locked);
  useEffect(() => {
    const isChecking = pad.current?.parentElement?.contains(document.activeElement);
    if (wasLocked.current && !locked && isChecking) pad.current?.scrollIntoView({ block: 'center' });
    wasLocked.current = locked;
  }, [locked]);
  return pad;
}
