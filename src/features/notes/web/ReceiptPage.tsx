import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useEffect, useState, type ReactNode } from 'react';
import { ApiError } from '#platform/web/apiError.ts';
import { Skeleton } from '#platform/web/ui/Skeleton.tsx';
import type { Language } from '#features/clients/contract.ts';
import { DisputeList } from './receipt/DisputeList.tsx';
import { DisputeSection } from './receipt/DisputeSection.tsx';
import { getBrowserLanguage, setPageLanguage } from './receipt/failureTexts.ts';
import { LanguageSwitch } from './receipt/LanguageSwitch.tsx';
import { LargeButton } from './receipt/LargeButton.tsx';
import { receiptQuery } from './receipt/queries.ts';
import { ReceiptDetails } from './receipt/ReceiptDetails.tsx';
import { receiptTexts } from './receipt/receiptTexts.ts';

/** Receipt that a client opens by its link, without an account and in their language. */
export function ReceiptPage() {
  // All that follows, so that a part of a link is explained as well.
  const { _splat: token = '' } = useParams({ from: '/r/$' });
  const isIncomplete = token === '';
  const query = useQuery({ ...receiptQuery(token), enabled: !isIncomplete });
  const [chosen, setChosen] = useState<Language>();
  function choose(value: Language) {
    setPageLanguage(value);
    setChosen(value);
  }
  const language = chosen ?? query.data?.language ?? getBrowserLanguage();
  const texts = receiptTexts[language];
  if (query.data) {
    const receipt = { ...query.data, language };
    return (
      <ReceiptFrame language={language} title={texts.title} onLanguage={choose}>
        <p>{texts.intro(receipt.businessName)}</p>
        <DisputeList receipt={receipt} />
        <ReceiptDetails receipt={receipt} />
        <DisputeSection receipt={receipt} token={token} />
      </ReceiptFrame>
    );
  }
  const status = query.error instanceof ApiError ? query.error.status : 0;
  if (isIncomplete || status === 404) {
    return (
      <ReceiptFrame language={language} title={texts.linkInvalid} onLanguage={choose}>
        <p role="alert">{texts.linkInvalidHint}</p>
      </ReceiptFrame>
    );
  }
  if (query.isPending) {
    return (
      <ReceiptFrame language={language} title={texts.title} onLanguage={choose}>
        <p className="sr-only" role="status">
          {texts.loading}
        </p>
        <Skeleton className="h-96" />
      </ReceiptFrame>
    );
  }
  return (
    <ReceiptFrame language={language} title={texts.title} onLanguage={choose}>
      <p role="alert">{status === 429 ? texts.tooMany : texts.notLoaded}</p>
      <LargeButton pending={query.isFetching} onClick={() => void query.refetch()}>
        {texts.tryAgain}
      </LargeButton>
    </ReceiptFrame>
  );
}

type ReceiptFrameProps = {
  language: Language;
  title: string;
  onLanguage: (language: Language) => void;
  children: ReactNode;
};

/** Large type in one column; the document has the language of its text. */
function ReceiptFrame({ language, title, onLanguage, children }: ReceiptFrameProps) {
  useEffect(() => {
    setPageLanguage(language);
  }, [language]);
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-xl flex-col items-stretch gap-5 px-4 py-6 text-lg wrap-anywhere sm:text-xl">
      <title>{title}</title>
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <h1 className="text-3xl font-semibold tracking-tight">{title}</h1>
        <LanguageSwitch language={language} onLanguage={onLanguage} />
      </header>
      {children}
    </main>
  );
}
