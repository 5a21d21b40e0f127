import { useEffect, useRef, useState } from 'react';
import { ApiError } from '#platform/web/apiError.ts';
import type { Language } from '#features/clients/contract.ts';
import { DISPUTES_PER_NOTE } from '#features/notes/disputeRules.ts';
import { DisputeForm } from './DisputeForm.tsx';
import { LargeButton } from './LargeButton.tsx';
import { useDispute, type Receipt } from './queries.ts';
import { formatReceiptMinutes } from './receiptFormat.ts';
import { receiptTexts } from './receiptTexts.ts';

/** 'This is not right', which opens the form, and what happened after it was sent. */
export function DisputeSection({ receipt, token }: { receipt: Receipt; token: string }) {
  const texts = receiptTexts[receipt.language];
  const dispute = useDispute(token);
  const [step, setStep] = useState<'closed' | 'open' | 'sent'>('closed');
  const opener = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (step === 'closed' && wasOpen.current) opener.current?.focus();
    wasOpen.current = step === 'open';
  }, [step]);
  if (step === 'open') {
    return (
      <DisputeForm
        language={receipt.language}
        submitLabel={texts.send}
        isPending={dispute.isPending}
        failure={dispute.isError ? describeFailure(dispute.error, receipt.language) : undefined}
        onCancel={() => setStep('closed')}
        onSubmit={(sent) => dispute.mutate(sent, { onSuccess: () => setStep('sent') })}
      />
    );
  }
  return (
    <>
      <p
        role="status"
        className={step === 'sent' ? 'rounded-md bg-success px-4 py-3 text-success-ink' : 'hidden'}
      >
        {step === 'sent' && texts.sent}
      </p>
      {receipt.disputes.length < DISPUTES_PER_NOTE ? (
        <LargeButton ref={opener} onClick={() => setStep('open')}>
          {texts.dispute}
        </LargeButton>
      ) : (
        <p>{texts.limitReached}</p>
      )}
    </>
  );
}

/** What the client can do when the message was not sent. */
function describeFailure(error: Error, language: Language): string {
  const texts = receiptTexts[language];
  if (!(error instanceof ApiError)) return texts.notSent;
  const { status, code, retryAfter = 60 } = error;
  if (code === 'dispute_limit_reached') return texts.notSentLimit;
  if (status === 404) return texts.notSentLink;
  if (status !== 429) return texts.notSent;
  return texts.notSentTooMany(formatReceiptMinutes(language, Math.ceil(retryAfter / 60)));
}
