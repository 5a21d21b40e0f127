import clsx from 'clsx';
import type { Language } from '#features/clients/contract.ts';
import { receiptTexts } from './receiptTexts.ts';

const names: Record<Language, string> = { en: 'English', es: 'Español' };

type LanguageSwitchProps = { language: Language; onLanguage: (language: Language) => void };

/** English or Spanish, for what a client reads. */
export function LanguageSwitch({ language, onLanguage }: LanguageSwitchProps) {
  return (
    <div
      role="group"
      aria-label={receiptTexts[language].language}
      className="flex flex-wrap gap-1 rounded-md border border-control bg-sunken p-0.5 text-base"
    >
      {(Object.keys(names) as Language[]).map((one) => (
        <button
          key={one}
          type="button"
          lang={one}
          aria-pressed={one === language}
          onClick={() => onLanguage(one)}
          className={clsx(
            'min-h-11 rounded-md px-4 font-medium',
            one === language ? 'bg-accent text-on-accent' : 'text-muted hover:text-ink',
          )}
        >
          {names[one]}
        </button>
      ))}
    </div>
  );
}
