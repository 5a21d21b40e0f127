import { useEffect, useRef, useState } from 'react';
import { DISPUTES_PER_NOTE } from '#features/notes/disputeRules.ts';
import { DisputeForm } from './DisputeForm.tsx';
import { LargeButton } from './LargeButton.tsx';
import { useDispute, type Receipt } from './queries.ts';
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
        failure={dispute.isError ? texts.notSent : undefined}
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
