import clsx from 'clsx';
import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { useState } from 'react';
import { buttonClass } from '#platform/web/ui/buttonClass.ts';
import type { Language } from '#features/clients/contract.ts';
import type { ClientSigningDispute } from '#features/notes/disputeContract.ts';
import { DisputeForm, LanguageSwitch } from '#features/notes/web/receipt/public.tsx';
import type { ClientSigningCode } from './ClientSigningCodeField.tsx';
import { ClientSigningDetails, type SignedVisit } from './ClientSigningDetails.tsx';
import { ClientSigningPad } from './ClientSigningPad.tsx';
import { clientSigningTexts } from './clientSigningTexts.ts';
import { FullScreen } from './FullScreen.tsx';

export type ClientSigner = {
  /** The client. */
  client: string;
  /** Who signs for the client. */
  representative: { name: string; relation: string } | null;
};

/** Steps of the client on the signing screen: sign, or report what is not right. */
export type ClientSigningStep = 'sign' | 'dispute';

type ClientSigningDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  firstStep: ClientSigningStep;
  visit: SignedVisit;
  signer: ClientSigner;
  language: Language;
  onLanguage: (language: Language) => void;
  isLocked: boolean;
  code: ClientSigningCode;
  ink: string;
  onInk: (ink: string) => void;
  onSign: (picture: string, typed: string) => void;
  onDispute: (dispute: ClientSigningDispute) => void;
  /** The element to focus after a dispute, which removes the one that opened this screen. */
  returnFocus: () => HTMLElement | null;
};

/** Screen that the client reads and signs, full screen, in their language. The strokes stay when the phone is rotated. */
export function ClientSigningDialog(props: ClientSigningDialogProps) {
  const { open, onOpenChange, language, returnFocus } = props;
  return (
    <FullScreen
      open={open}
      onOpenChange={onOpenChange}
      lang={language}
      returnFocus={returnFocus}
      className="grid overflow-y-auto text-xl/snug wrap-anywhere"
    >
      <ClientSigningContent {...props} />
    </FullScreen>
  );
}

/** The details and the pad: one below the other, or side by side on wide screens and a rotated phone. */
// No `min-h-full`: the row of the grid would end at the screen, and the space below a longer content would be lost.
function ClientSigningContent(props: ClientSigningDialogProps) {
  const { firstStep, visit, signer, language, onLanguage, onDispute, ...pad } = props;
  const [isDisputing, setDisputing] = useState(firstStep === 'dispute');
  const texts = clientSigningTexts[language];
  return (
    <div className="mx-auto flex w-full max-w-5xl flex-col gap-3 p-4 pb-[max(1rem,env(safe-area-inset-bottom))] sign-wide:my-auto sign-wide:grid sign-wide:min-h-0 sign-wide:grid-cols-2 sign-wide:grid-rows-[auto_1fr] sign-wide:gap-x-8">
      <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <LanguageSwitch language={language} onLanguage={onLanguage} />
        <Dialog.Close
          aria-label={texts.close}
          className={buttonClass({ variant: 'ghost', shape: 'icon', size: 'lg' })}
        >
          <X aria-hidden />
        </Dialog.Close>
        <Dialog.Title className="w-full text-xl/tight font-semibold">
          {texts.title(signer.representative?.name ?? signer.client)}
        </Dialog.Title>
      </header>
      <Dialog.Description asChild>
        {/* On a phone the form of a dispute takes their place. */}
        <div className={clsx('min-w-0', isDisputing && 'hidden sign-wide:block')}>
          <ClientSigningDetails visit={visit} language={language} />
        </div>
      </Dialog.Description>
      <div className="flex min-w-0 flex-1 flex-col gap-3 sign-wide:sticky sign-wide:top-4 sign-wide:col-start-2 sign-wide:row-span-2 sign-wide:row-start-1 sign-wide:min-h-[min(calc(100dvh-2rem),30rem)] sign-wide:self-start">
        {isDisputing ? (
          <>
            <p>{texts.disputeHint}</p>
            <DisputeForm
              language={language}
              submitLabel={texts.save}
              onCancel={() => setDisputing(false)}
              onSubmit={onDispute}
            />
          </>
        ) : (
          <ClientSigningPad
            language={language}
            statement={toStatement(signer, language)}
            {...pad}
            onDispute={() => setDisputing(true)}
          />
        )}
      </div>
    </div>
  );
}

function toStatement({ client, representative }: ClientSigner, language: Language): string {
  const { confirm, confirmFor } = clientSigningTexts[language];
  return representative ? confirmFor(representative.name, representative.relation, client) : confirm(client);
}
