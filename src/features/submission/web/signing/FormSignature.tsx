import clsx from 'clsx';
import { CircleAlert, CircleCheck, Lock, Maximize2, PenLine } from 'lucide-react';
import { useId, useState } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { useFieldComment } from '#platform/web/forms/fieldComments.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { FieldComment } from '#platform/web/ui/FieldComment.tsx';
import { lazyDialog, lazyComponent } from '#platform/web/ui/lazyComponent.tsx';
import { Skeleton } from '#platform/web/ui/Skeleton.tsx';
import { useMediaQuery } from '#platform/web/useMediaQuery.ts';
import type { Language } from '#features/clients/contract.ts';
import { SignatureImage } from '#features/notes/web/labels/public.tsx';
import { LanguageSwitch, receiptTexts } from '#features/notes/web/receipt/public.tsx';
import type { NoteValues } from '#features/submission/web/entry/noteForm.ts';
import type { ClientSigningStep } from './ClientSigningDialog.tsx';
import { toClientPadTexts, toPadTexts } from './padTexts.ts';

const SignatureSurface = lazyComponent(
  async () => (await import('./SignatureCanvas.tsx')).SignatureCanvas,
  <PadSkeleton />,
);
const SignatureScreen = lazyDialog(async () => (await import('./SignatureScreen.tsx')).SignatureScreen);

type FormSignatureProps = {
  name: 'employeeSignature' | 'clientSignature';
  label: string;
  /** Text that is signed. */
  statement: string;
  /** Why the pad is locked; undefined when it is not. */
  locked?: string | undefined;
  /** The screen on which the client signs or reports a problem, and their language; without one, signing full screen shows the statement. */
  clientSigning?: ClientSigning | undefined;
};

type ClientSigning = {
  isOpen: boolean;
  open: (step: ClientSigningStep) => void;
  language: Language;
  onLanguage: (language: Language) => void;
};

/** A signature in the note form, drawn in place or, on a phone, full screen. */
export function FormSignature({ name, label, statement, locked, clientSigning }: FormSignatureProps) {
  const id = useId();
  const { field, fieldState } = useController<NoteValues, typeof name>({ name });
  const { ref, value, onChange } = field;
  const form = useFormContext<NoteValues>();
  function draw(picture: string) {
    if (name === 'clientSignature') form.setValue('signer.typed', '');
    onChange(picture);
  }
  const error = fieldState.error?.message;
  const comment = useFieldComment(name);
  return (
    <div
      ref={ref}
      role="group"
      tabIndex={-1}
      aria-labelledby={`${id}-label`}
      aria-describedby={clsx(
        comment && `${id}-comment`,
        `${id}-statement ${id}-status`,
        error && `${id}-error`,
      )}
      className="flex scroll-mt-24 flex-col gap-2 rounded-md"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <h3 id={`${id}-label`} className="text-sm font-medium">
          {label}
          <span aria-hidden className="ml-0.5 text-danger-ink">
            *
          </span>
        </h3>
        <SignatureState id={`${id}-status`} signed={value !== ''} locked={locked !== undefined} />
      </div>
      {comment && <FieldComment id={`${id}-comment`}>{comment}</FieldComment>}
      <p id={`${id}-statement`} lang={clientSigning?.language} className="text-sm text-muted">
        {statement}
      </p>
      {locked === undefined ? (
        <SignatureBox
          label={label}
          statement={statement}
          picture={value}
          onPicture={draw}
          clientSigning={clientSigning}
        />
      ) : (
        <LockedBox reason={locked} />
      )}
      {clientSigning && value === '' && (
        <ClientButtons clientSigning={clientSigning} locked={locked !== undefined} />
      )}
      {error && (
        <p id={`${id}-error`} role="alert" className="flex items-start gap-1.5 text-sm text-danger-ink">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {error}
        </p>
      )}
    </div>
  );
}

function SignatureState({ id, signed, locked }: { id: string; signed: boolean; locked: boolean }) {
  return (
    <span id={id} role="status" className="inline-flex items-center gap-1 text-sm text-muted">
      {signed && !locked && <CircleCheck aria-hidden className="size-4 text-success-ink" />}
      {locked ? 'Locked' : signed ? 'Signed' : 'Not signed yet'}
    </span>
  );
}

const boxClass =
  'flex aspect-[400/128] w-full max-w-[37.5rem] items-center justify-center gap-2 rounded-md border px-4 text-center text-sm';

function LockedBox({ reason }: { reason: string }) {
  return (
    <div className={clsx(boxClass, 'border-line bg-sunken text-muted')}>
      <Lock aria-hidden className="size-5 shrink-0" />
      {reason}
    </div>
  );
}

/** A placeholder of the pad and its buttons while their code loads. */
function PadSkeleton() {
  return (
    <div aria-busy className="flex flex-col gap-2">
      <p className="sr-only">Loading</p>
      <Skeleton className="aspect-[400/128] w-full max-w-[37.5rem]" />
      <div className="h-10 pointer-coarse:h-11" />
    </div>
  );
}

/** Matches a phone, upright or rotated. */
const PHONE = '(max-width: 639px), ((pointer: coarse) and (max-height: 500px))';

type SignatureBoxProps = {
  label: string;
  statement: string;
  picture: string;
  onPicture: (picture: string) => void;
  clientSigning: ClientSigning | undefined;
};

/**
 * Opens the signing screen where no button of the pad does: with a pad in the form, and before the code is entered. Beside a pad
 * in the form the client can also report a problem and choose the language, as on that screen.
 */
function ClientButtons({ clientSigning, locked }: { clientSigning: ClientSigning; locked: boolean }) {
  const isPhone = useMediaQuery(PHONE);
  const { language, onLanguage, open } = clientSigning;
  if (isPhone && !locked) return null;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button icon={<Maximize2 aria-hidden />} onClick={() => open('sign')}>
        Show to the client
      </Button>
      {!isPhone && (
        <>
          <Button lang={language} onClick={() => open('dispute')}>
            {receiptTexts[language].dispute}
          </Button>
          <LanguageSwitch language={language} onLanguage={onLanguage} />
        </>
      )}
    </div>
  );
}

/** The pad on wide screens; the image on phones and for a signature restored from a draft. */
function SignatureBox({ label, statement, picture, onPicture, clientSigning }: SignatureBoxProps) {
  const isPhone = useMediaQuery(PHONE);
  const [isScreenOpen, setScreenOpen] = useState(false);
  const open = clientSigning?.isOpen ?? isScreenOpen;
  const openScreen = () => (clientSigning ? clientSigning.open('sign') : setScreenOpen(true));
  const { isDrawnHere, onStroke, onDrawn } = usePadInForm(picture);
  if (isDrawnHere || (picture === '' && !isPhone && !open)) {
    const draw = (next: string) => {
      onPicture(next);
      onDrawn(next);
    };
    const texts = clientSigning ? toClientPadTexts(clientSigning.language) : toPadTexts(label);
    return (
      <div lang={clientSigning?.language}>
        <SignatureSurface texts={texts} picture={picture} onStroke={onStroke} onPicture={draw} />
      </div>
    );
  }
  return (
    <>
      {picture === '' ? (
        <button
          type="button"
          onClick={openScreen}
          className={clsx(
            boxClass,
            'border-dashed border-control bg-surface font-medium text-accent-ink hover:bg-hover',
          )}
        >
          <PenLine aria-hidden className="size-5" />
          Tap to sign
        </button>
      ) : (
        <SignatureImage label={label} picture={picture} />
      )}
      {picture !== '' && (
        <Button
          className="self-start"
          icon={<PenLine aria-hidden />}
          onClick={() => {
            onPicture('');
            if (isPhone) openScreen();
          }}
        >
          Sign again
        </Button>
      )}
      {!clientSigning && (
        <SignatureScreen
          label={label}
          statement={statement}
          picture={picture}
          onPicture={onPicture}
          open={open}
          onOpenChange={setScreenOpen}
        />
      )}
    </>
  );
}

/** Recognizes an image drawn on the pad in the form. That pad stays mounted, because only it can undo its strokes. */
function usePadInForm(picture: string) {
  const [drawn, setDrawn] = useState('');
  const [drawing, setDrawing] = useState(false);
  // Removed elsewhere: a draft can restore the image, but not its strokes.
  if (picture === '' && drawn !== '') setDrawn('');
  return {
    isDrawnHere: drawing || (picture !== '' && picture === drawn),
    onStroke: () => setDrawing(true),
    onDrawn: (next: string) => {
      setDrawing(false);
      setDrawn(next);
    },
  };
}
