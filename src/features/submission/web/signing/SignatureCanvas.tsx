import clsx from 'clsx';
import { Eraser, Undo2 } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import { Button } from '#platform/web/ui/Button.tsx';
import type { Ink } from './ink.ts';
import type { PadTexts } from './padTexts.ts';
import { useSignaturePad } from './useSignaturePad.ts';

type SignatureCanvasProps = {
  texts: PadTexts;
  /** The signature as a data URL; '' when nothing is drawn. */
  picture: string;
  /** Called when a stroke begins; `onPicture` follows when it ends. */
  onStroke?: () => void;
  onPicture: (picture: string, ink: Ink) => void;
  /** The strokes of the picture that the pad begins with. */
  initial?: Ink | undefined;
  /** Fills the available height instead of keeping the aspect ratio of the stored image. */
  tall?: boolean;
  /** Buttons after Undo and Clear. */
  children?: ReactNode;
};

/** The canvas to sign on, with Undo and Clear. White in both themes, like the stored image. */
export function SignatureCanvas(props: SignatureCanvasProps) {
  const { texts, picture, onStroke, onPicture, initial, tall, children } = props;
  const { canvas, undo, clear, wipe } = useSignaturePad({ onStroke, onPicture }, initial);
  const empty = picture === '';
  useEffect(() => {
    if (empty) wipe();
  }, [empty, wipe]);
  return (
    <div className={clsx('flex min-h-0 flex-col gap-2', tall && 'flex-1')}>
      <div
        className={clsx(
          'relative overflow-hidden rounded-md border border-control bg-white',
          tall ? 'min-h-24 flex-1' : 'aspect-[400/128] w-full max-w-[37.5rem]',
        )}
      >
        <span
          aria-hidden
          className="absolute inset-x-6 bottom-[22%] border-b-2 border-dashed border-[#b9c2c8]"
        />
        <canvas
          ref={canvas}
          role="img"
          aria-label={empty ? texts.padEmpty : texts.padSigned}
          className="absolute inset-0 size-full cursor-crosshair touch-none"
        />
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {texts.undo !== undefined && (
          <Button
            className={clsx(tall && 'flex-1')}
            icon={<Undo2 aria-hidden />}
            disabled={empty}
            onClick={undo}
          >
            {texts.undo}
          </Button>
        )}
        <Button
          className={clsx(tall && 'flex-1')}
          icon={<Eraser aria-hidden />}
          disabled={empty}
          onClick={clear}
        >
          {texts.clear}
        </Button>
        {children}
      </div>
    </div>
  );
}
