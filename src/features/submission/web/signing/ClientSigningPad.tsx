import { Keyboard, PenLine } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { Button, type ButtonProps } from '#platform/web/ui/Button.tsx';
import { controlClass } from '#platform/web/ui/controlClass.ts';
import type { Language } from '#features/clients/contract.ts';
import { LargeButton, receiptTexts } from '#features/notes/web/receipt/public.tsx';
import { ClientSigningCodeField, type ClientSigningCode } from './ClientSigningCodeField.tsx';
import { clientSigningTexts } from './clientSigningTexts.ts';
import { inkAsPicture, parseInk } from './ink.ts';
import { SignatureCanvas } from './SignatureCanvas.tsx';
import { drawTypedName } from './typedSignature.ts';

type ClientSigningPadProps = {
  language: Language;
  /** The sentence that is signed. */
  statement: string;
  isLocked: boolean;
  code: ClientSigningCode;
  /** Strokes drawn before, as JSON; '' for none. */
  ink: string;
  onInk: (ink: string) => void;
  /** Called with the picture, and with the name when it was typed. */
  onSign: (picture: string, typed: string) => void;
  onDispute: () => void;
};

/** The pad or the typed name, with 'Sign' and 'This is not right'. */
export function ClientSigningPad(props: ClientSigningPadProps) {
  const { language, statement, isLocked, code, ink, onInk, onSign, onDispute } = props;
  const texts = clientSigningTexts[language];
  const [initial] = useState(() => parseInk(ink));
  const [picture, setPicture] = useState(() => (initial ? inkAsPicture(initial) : ''));
  const [name, setName] = useState<string | null>(null);
  const [isMissing, setMissing] = useState(false);
  const [wasAsked] = useState(code.isNeeded);
  const isTyping = name !== null;
  function sign() {
    const signature = isTyping ? drawTypedName(name) : picture;
    if (signature === '') return setMissing(true);
    onSign(signature, isTyping ? name.trim() : '');
  }
  function change<Value>(set: (value: Value) => void) {
    return (value: Value) => {
      setMissing(false);
      set(value);
    };
  }
  const problem = isMissing ? (isTyping ? texts.nameMissing : texts.inkMissing) : '';
  return (
    <div className="flex min-w-0 flex-1 flex-col gap-3">
      <p className="font-medium">{statement}</p>
      <p role="status" className="text-base text-success-ink empty:hidden">
        {wasAsked && !isLocked && (code.check.state === 'valid' ? texts.codeValid : texts.codeUnchecked)}
      </p>
      {isLocked && code.isNeeded && <ClientSigningCodeField {...code} language={language} />}
      {isLocked && !code.isNeeded && <p className="flex-1 text-muted">{texts.cannotSign}</p>}
      {!isLocked && isTyping && (
        <TypedName language={language} name={name} onChange={change(setName)}>
          <SecondButton icon={<PenLine aria-hidden />} onClick={() => change(setName)(null)}>
            {texts.drawName}
          </SecondButton>
        </TypedName>
      )}
      {!isLocked && !isTyping && (
        <SignatureCanvas
          texts={texts}
          picture={picture}
          initial={picture === '' ? undefined : initial}
          onPicture={(next, drawn) => {
            change(setPicture)(next);
            onInk(next === '' ? '' : JSON.stringify(drawn));
          }}
          tall
        >
          <SecondButton
            icon={<Keyboard aria-hidden />}
            onClick={() => {
              setPicture('');
              onInk('');
              change(setName)('');
            }}
          >
            {texts.typeName}
          </SecondButton>
        </SignatureCanvas>
      )}
      <p role="alert" className="font-medium text-danger-ink empty:hidden">
        {problem}
      </p>
      <div className="flex flex-col gap-2 sign-wide:flex-row sign-wide:*:flex-1">
        {!isLocked && (
          <LargeButton variant="primary" onClick={sign}>
            {texts.sign}
          </LargeButton>
        )}
        <LargeButton onClick={onDispute}>{receiptTexts[language].dispute}</LargeButton>
      </div>
    </div>
  );
}

/** A button beside Clear, or below it when the label is too long; then the label wraps. */
const SecondButton = (props: ButtonProps) => (
  <Button {...props} className="h-auto! min-h-11 flex-auto shrink! px-2! py-1.5 whitespace-normal!" />
);

const NAME_MAX = 100;

type TypedNameProps = {
  language: Language;
  name: string;
  onChange: (name: string) => void;
  children: ReactNode;
};

function TypedName({ language, name, onChange, children }: TypedNameProps) {
  const texts = clientSigningTexts[language];
  const id = useId();
  return (
    <div className="flex flex-1 flex-col gap-1.5 *:last:mt-2 *:last:flex-none">
      <label htmlFor={id} className="font-medium">
        {texts.typedLabel}
      </label>
      <input
        id={id}
        value={name}
        maxLength={NAME_MAX}
        autoComplete="off"
        autoCapitalize="words"
        spellCheck={false}
        aria-describedby={`${id}-hint`}
        onChange={(event) => onChange(event.target.value)}
        className={`${controlClass} h-auto! min-h-12 text-xl!`}
      />
      <p id={`${id}-hint`} className="text-base text-muted">
        {texts.typedHint}
      </p>
      {children}
    </div>
  );
}
