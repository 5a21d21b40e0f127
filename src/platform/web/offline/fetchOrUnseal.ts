import { ApiError } from '#platform/web/apiError.ts';

const loadAnswers = () => import('./sealedAnswers.ts');

interface KeptRequest<Answer> {
  endpoint: string;
  request: object;
  /** What of the answer is sealed; undefined for nothing. */
  keep: (answer: Answer) => Answer | undefined;
}

/** Fetches an answer and seals it on this device; without a network, returns the last sealed one. */
export async function fetchOrUnseal<Answer>(
  { endpoint, request, keep }: KeptRequest<Answer>,
  fetchAnswer: () => Promise<Answer>,
): Promise<Answer> {
  let answer: Answer;
  try {
    answer = await fetchAnswer();
  } catch (error) {
    const isUnreachable = error instanceof ApiError && error.status === 0;
    const sealed = isUnreachable
      ? await loadAnswers().then(
          ({ readSealed }) => readSealed(endpoint, request),
          () => undefined,
        )
      : undefined;
    if (sealed === undefined) throw error;
    return sealed as Answer;
  }
  const part = keep(answer);
  // Leaves the processor to the screen that waits for the answer.
  if (part !== undefined) {
    setTimeout(() => {
      loadAnswers().then(
        ({ sealAnswer }) => sealAnswer(endpoint, request, part),
        // Without this code, the answer needs a network next time.
        () => undefined,
      );
    }, SEAL_AFTER_MS);
  }
  return answer;
}

const SEAL_AFTER_MS = 500;
