import type { Receipt } from './queries.ts';
import { formatReceiptDate } from './receiptFormat.ts';
import { receiptTexts } from './receiptTexts.ts';

/** Disputes that the client has sent, with the answers. */
export function DisputeList({ receipt: { disputes, language, timeZone } }: { receipt: Receipt }) {
  const texts = receiptTexts[language];
  if (disputes.length === 0) return null;
  const formatDate = (iso: string) => formatReceiptDate(language, iso, timeZone);
  return (
    <section className="flex flex-col gap-3">
      <h2 className="text-2xl font-semibold">{texts.yourMessages}</h2>
      <ol className="flex flex-col gap-4">
        {disputes.map(({ reason, text, at, answer, answeredAt }) => (
          <li key={at} className="flex flex-col gap-2 rounded-md border border-line bg-surface p-4">
            <p className="text-base text-muted">{texts.writtenOn(formatDate(at))}</p>
            <p className="font-medium">{texts.reasons[reason]}</p>
            {text !== null && <p className="whitespace-pre-line">{text}</p>}
            {answer === null || answeredAt === null ? (
              <p className="text-muted">{texts.noAnswer}</p>
            ) : (
              <div className="border-l-4 border-accent pl-3">
                <p className="text-base text-muted">{texts.answeredOn(formatDate(answeredAt))}</p>
                <p className="whitespace-pre-line">{answer}</p>
              </div>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
