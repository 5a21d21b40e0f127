import { isUnreachable } from '#platform/web/apiError.ts';

const loadAnswers = () => import('./encryptedAnswers.ts');

interface KeptRequest<Answer> {
  endpoint: string;
  request: object;
  /** The part of the answer to encrypt; null removes the stored one, undefined keeps it. */
  keep: (answer: Answer) => Answer | null | undefined;
}

/** Fetches an answer and encrypts it on this device; returns the last encrypted one when the server is unreachable. */
export async function fetchOrDecrypt<Answer>(
  { endpoint, request, keep }: KeptRequest<Answer>,
  fetchAnswer: () => Promise<Answer>,
): Promise<Answer> {
  let answer: Answer;
  try {
    answer = await fetchAnswer();
  } catch (error) {
    const encrypted = isUnreachable(error)
      ? await loadAnswers().then(
          ({ readEncrypted }) => readEncrypted(endpoint, request),
          () => undefined,
        )
      : undefined;
    if (encrypted === undefined) throw error;
    return encrypted as Answer;
  }
  const part = keep(answer);
  // Leaves the processor to the screen that waits for the answer.
  if (part !== undefined) {
    setTimeout(() => {
      loadAnswers().then(
        ({ encryptAnswer }) => encryptAnswer(endpoint, request, part),
        // Without this code, the answer needs a network next time.
        () => undefined,
      );
    }, ENCRYPT_AFTER_MS);
  }
  return answer;
}

const ENCRYPT_AFTER_MS = 500;
