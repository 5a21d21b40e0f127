import { Check, X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { useState } from 'react';
import { Button } from '#platform/web/ui/Button.tsx';
import { buttonClass } from '#platform/web/ui/buttonClass.ts';
import { FullScreen } from './FullScreen.tsx';
import { toPadTexts } from './padTexts.ts';
import { SignatureCanvas } from './SignatureCanvas.tsx';

type SignatureScreenProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  label: string;
  /** Text that is signed. */
  statement: string;
  picture: string;
  onPicture: (picture: string) => void;
};

/** Signing full screen on a phone; the strokes stay when the phone is rotated. */
export function SignatureScreen(props: SignatureScreenProps) {
  const { open, onOpenChange, label, statement, picture, onPicture } = props;
  const [missing, setMissing] = useState(false);
  if (missing && (picture !== '' || !open)) setMissing(false);
  return (
    <FullScreen
      open={open}
      onOpenChange={onOpenChange}
      className="flex touch-none flex-col gap-3 p-4 pb-[max(1rem,env(safe-area-inset-bottom))]"
    >
      <header className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <Dialog.Title className="text-lg font-semibold">{label}</Dialog.Title>
          <Dialog.Description className="mt-1 text-lg/snug text-ink [@media(max-height:30rem)]:text-sm">
            {statement}
          </Dialog.Description>
        </div>
        <Dialog.Close aria-label="Close" className={buttonClass({ variant: 'ghost', shape: 'icon' })}>
          <X aria-hidden />
        </Dialog.Close>
      </header>
      <p role="alert" className={missing ? 'text-danger-ink' : 'sr-only'}>
        {missing && 'Nothing to save yet. Sign in the box, or tap × to go back.'}
      </p>
      <SignatureCanvas texts={toPadTexts(label)} picture={picture} onPicture={onPicture} tall>
        <Button
          variant="primary"
          className="basis-full [@media(max-height:30rem)]:flex-1 [@media(max-height:30rem)]:basis-auto"
          icon={<Check aria-hidden />}
          onClick={() => (picture === '' ? setMissing(true) : onOpenChange(false))}
        >
          Done
        </Button>
      </SignatureCanvas>
    </FullScreen>
  );
}
