import { useEffect, useRef, useState } from 'react';
import { ApiError, isSessionExpired, isUnreachable, messageOf } from '#platform/web/apiError.ts';
import { toast, type ToastMessage } from '#platform/web/toast.ts';
import { verifyCode } from '#features/submission/web/queries.ts';

const CODE_MIN = 4;
const INVALID = 'The verification code is incorrect. Please check with management for the correct code.';

export type Pair = { clientId: string; code: string };

/** Why a code is not verified, for labels in the client's language. */
export type CodeProblem = 'incorrect' | 'too_short' | 'limited' | 'failed';

/** State of the check of the typed code. */
export type CodeCheck = {
  state: 'unknown' | 'checking' | 'valid' | 'wrong' | 'unreachable';
  /** Why it is not valid. */
  message?: string | undefined;
  problem?: CodeProblem | undefined;
  /** Verifies the code, unless it is too short or already verified. */
  check: (pair?: Pair) => void;
  /** The same for the button; shows a message when something is missing. */
  verify: () => void;
};

const TOO_SHORT = `Client verification code must be at least ${CODE_MIN} characters`;
const UNCHECKED = 'No connection. The code is checked when the note is sent.';
const NO_CLIENT = 'Please select a client';

type Outcome = Pair & {
  state: 'valid' | 'wrong' | 'unknown' | 'unreachable';
  message?: string;
  problem?: CodeProblem;
};

const same = (a: Pair, b: Pair) => a.clientId === b.clientId && a.code === b.code;

/** 'Too many wrong codes. Try again in 12 minutes.' */
function formatRetryAfter(error: ApiError): string {
  const minutes = Math.ceil((error.retryAfter ?? 60) / 60);
  return `Too many wrong codes. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`;
}

function toFailure(pair: Pair, error: unknown, notify: (message: ToastMessage) => void): Outcome {
  if (isUnreachable(error)) {
    notify({ title: 'Code not checked', description: UNCHECKED, variant: 'warning' });
    return { ...pair, state: 'unreachable' };
  }
  const limited = error instanceof ApiError && error.status === 429;
  const message = limited
    ? formatRetryAfter(error)
    : messageOf(error, "Couldn't check the code. Please try again.");
  if (!isSessionExpired(error)) {
    notify({
      title: limited ? 'Too Many Attempts' : 'Code not checked',
      description: message,
      variant: 'destructive',
    });
  }
  return { ...pair, state: 'unknown', message, problem: limited ? 'limited' : 'failed' };
}

/** Returns a function that shows a message. The signing screen can be opened while a code is checked, so the latest value counts. */
function useNotify(isQuiet: boolean) {
  const quiet = useRef(isQuiet);
  useEffect(() => {
    quiet.current = isQuiet;
  });
  return (message: ToastMessage) => {
    if (!quiet.current) toast(message);
  };
}

/**
 * Verifies a client's signature code, not on each key press, because the server limits wrong attempts. The result
 * is valid only for the client and code that were checked.
 * @param isQuiet shows no messages, because the signing screen shows the result in the client's language
 */
export function useCodeCheck(clientId: string, code: string, isQuiet: boolean): CodeCheck {
  const [pending, setPending] = useState<Pair | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const latest = useRef<Pair | null>(null);
  const notify = useNotify(isQuiet);
  const current = { clientId, code: code.trim() };

  async function ask(pair: Pair) {
    latest.current = pair;
    setPending(pair);
    const next = await verifyCode({ clientId: Number(pair.clientId), code: pair.code }).then(
      ({ valid }): Outcome => ({
        ...pair,
        state: valid ? 'valid' : 'wrong',
        ...(!valid && { message: INVALID, problem: 'incorrect' as const }),
      }),
      (error: unknown) => toFailure(pair, error, notify),
    );
    if (latest.current !== pair) return;
    latest.current = null;
    setPending(null);
    setOutcome(next);
    if (next.state === 'valid') {
      const description = 'Client verification successful. Signature pad is now active.';
      notify({ title: 'Code Verified', description });
    }
    if (next.state === 'wrong')
      notify({ title: 'Invalid Code', description: INVALID, variant: 'destructive' });
  }

  function check(pair: Pair = current) {
    if (pair.clientId === '' || pair.code.length < CODE_MIN) return;
    // The ref is current before the next render: Enter and blur fire together.
    if (latest.current && same(latest.current, pair)) return;
    if (outcome && outcome.state !== 'unknown' && same(outcome, pair)) return;
    void ask(pair);
  }

  function verify() {
    const short = current.code.length < CODE_MIN;
    // Only the button and Enter try again without a network: a pad that locks on blur could not be opened.
    if (outcome?.state === 'unreachable' && same(outcome, current)) return void ask(current);
    if (!short && current.clientId !== '') return check();
    latest.current = null;
    setPending(null);
    setOutcome({
      ...current,
      state: 'unknown',
      message: short ? TOO_SHORT : NO_CLIENT,
      problem: short ? 'too_short' : 'failed',
    });
  }

  if (pending && same(pending, current)) return { state: 'checking', check, verify };
  if (outcome && same(outcome, current)) {
    const { state, message, problem } = outcome;
    return { state, message, problem, check, verify };
  }
  return { state: 'unknown', check, verify };
}
