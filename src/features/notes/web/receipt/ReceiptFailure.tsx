import { Button } from '#platform/web/ui/Button.tsx';
import { failureTexts, getPageLanguage } from './failureTexts.ts';

/** In place of a receipt that failed to load or render, in the client's language. */
export function ReceiptFailure() {
  const { notOpened, tryAgain } = failureTexts[getPageLanguage()];
  return (
    <main className="flex flex-col gap-4 px-4 py-16 text-center">
      <div role="alert">
        <h1 className="text-xl font-semibold">{notOpened}</h1>
      </div>
      <Button size="lg" onClick={() => location.reload()}>
        {tryAgain}
      </Button>
    </main>
  );
}
