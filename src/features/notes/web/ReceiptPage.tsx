import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useEffect, type ReactNode } from 'react';
import { ApiError } from '#platform/web/apiError.ts';
import { Skeleton } from '#platform/web/ui/Skeleton.tsx';
import type { Language } from '#features/clients/contract.ts';
import { DisputeList } from './receipt/DisputeList.tsx';
import { DisputeSection } from './receipt/DisputeSection.tsx';
import { LargeButton } from './receipt/LargeButton.tsx';
import { receiptQuery } from './receipt/queries.ts';
import { ReceiptFacts } from './receipt/ReceiptFacts.tsx';
import { getBrowserLanguage, receiptTexts } from './receipt/receiptTexts.ts';

/** What the client sees behind the link of a receipt, without an account and in their language. */
export function ReceiptPage() {
  const { token } = useParams({ from: '/r/$token' });
  const query = useQuery(receiptQuery(token));
  const language = query.data?.language ?? getBrowserLanguage();
  const texts = receiptTexts[language];
  if (query.data) {
    return (
      <ReceiptFrame language={language} title={texts.title}>
        <p>{texts.intro(query.data.businessName)}</p>
        <ReceiptFacts receipt={query.data} />
        <DisputeSection receipt={query.data} token={token} />
        <DisputeList receipt={query.data} />
      </ReceiptFrame>
    );
  }
  if (query.isPending) {
    return (
      <ReceiptFrame language={language} title={texts.title}>
        <p className="sr-only" role="status">
          {texts.loading}
        </p>
        <Skeleton className="h-96" />
      </ReceiptFrame>
    );
  }
  const status = query.error instanceof ApiError ? query.error.status : 0;
  if (status === 404) {
    return (
      <ReceiptFrame language={language} title={texts.linkInvalid}>
        <p role="alert">{texts.linkInvalidHint}</p>
      </ReceiptFrame>
    );
  }
  return (
    <ReceiptFrame language={language} title={texts.title}>
      <p role="alert">{status === 429 ? texts.tooMany : texts.notLoaded}</p>
      <LargeButton pending={query.isFetching} onClick={() => void query.refetch()}>
        {texts.tryAgain}
      </LargeButton>
    </ReceiptFrame>
  );
}

type ReceiptFrameProps = { language: Language; title: string; children: ReactNode };

/** Large type in one column; the document has the language of its text. */
function ReceiptFrame({ language, title, children }: ReceiptFrameProps) {
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-xl flex-col items-stretch gap-6 px-4 py-8 text-lg wrap-anywhere sm:text-xl">
      <title>{title}</title>
      <h1 className="text-3xl font-semibold tracking-tight">{title}</h1>
      {children}
    </main>
  );
}
