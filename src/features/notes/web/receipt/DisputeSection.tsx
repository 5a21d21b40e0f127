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
  const status = useRef<HTMLParagraphElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    // The form had the focus.
    if (wasOpen.current) (step === 'sent' ? status : opener).current?.focus();
    wasOpen.current = step === 'open';
  }, [step]);
  const isSent = step === 'sent';
  return (
    <>
      {/* Always there, because a screen reader announces what changes in it, not what appears with it. */}
      <p
        ref={status}
        role="status"
        tabIndex={-1}
        className={isSent ? 'rounded-md bg-success px-4 py-3 text-success-ink' : 'sr-only'}
      >
        {isSent && texts.sent}
      </p>
      {step === 'open' ? (
        <DisputeForm
          language={receipt.language}
          submitLabel={texts.send}
          isPending={dispute.isPending}
          failure={dispute.isError ? describeFailure(dispute.error, receipt.language) : undefined}
          onCancel={() => setStep('closed')}
          onSubmit={(sent) => dispute.mutate(sent, { onSuccess: () => setStep('sent') })}
        />
      ) : receipt.disputes.length < DISPUTES_PER_NOTE ? (
        <LargeButton ref={opener} onClick={() => setStep('open')}>
          {texts.dispute}
        </LargeButton>
      ) : (
        <p>{texts.limitReached}</p>
      )}
    </>
  );
}

/** Advises the client when the message was not sent. */
function describeFailure(error: Error, language: Language): string {
  const texts = receiptTexts[language];
  if (!(error instanceof ApiError)) return texts.notSent;
  const { status, code, retryAfter = 60 } = error;
  if (code === 'dispute_limit_reached') return texts.notSentLimit;
  if (status === 404) return texts.notSentLink;
  if (status !== 429) return texts.notSent;
  return texts.notSentTooMany(formatReceiptMinutes(language, Math.ceil(retryAfter / 60)));
}
