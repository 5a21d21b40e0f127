import { useRef, useState } from 'react';
import { ApiError, isSessionExpired, messageOf } from '#platform/web/apiError.ts';
import { toast } from '#platform/web/toast.ts';
import { verifyCode } from '#features/notes/web/queries.ts';

const CODE_MIN = 4;
const INVALID = 'The verification code is incorrect. Please check with management for the correct code.';

export type Pair = { clientId: string; code: string };

/** What is known of the code that is typed now. */
export type CodeCheck = {
  state: 'unknown' | 'checking' | 'valid' | 'wrong';
  /** Why it is not valid, in a sentence. */
  message?: string | undefined;
  /** Asks the server, unless the code is too short or was asked already. */
  check: (pair?: Pair) => void;
  /** The same for somebody who asked for it, who is told what is missing. */
  demand: () => void;
};

const TOO_SHORT = `Client verification code must be at least ${CODE_MIN} characters`;
const NO_CLIENT = 'Please select a client';

type Outcome = Pair & { state: 'valid' | 'wrong' | 'unknown'; message?: string };

const same = (a: Pair, b: Pair) => a.clientId === b.clientId && a.code === b.code;

/** 'Too many wrong codes. Try again in 12 minutes.' */
function waitInWords(error: ApiError): string {
  const minutes = Math.ceil((error.retryAfter ?? 60) / 60);
  return `Too many wrong codes. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`;
}

function failed(pair: Pair, error: unknown): Outcome {
  const limited = error instanceof ApiError && error.status === 429;
  const message = limited
    ? waitInWords(error)
    : messageOf(error, 'The code could not be checked. Please try again.');
  if (!isSessionExpired(error)) {
    toast({
      title: limited ? 'Too Many Attempts' : 'Code not checked',
      description: message,
      variant: 'destructive',
    });
  }
  return { ...pair, state: 'unknown', message };
}

/**
 * Checks a client's signature code with the server: on demand, never with each key, as wrong codes are counted.
 * A change of client or code makes the answer void by itself.
 */
export function useCodeCheck(clientId: string, typed: string): CodeCheck {
  const [asked, setAsked] = useState<Pair | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const latest = useRef<Pair | null>(null);
  const current = { clientId, code: typed.trim() };

  async function ask(pair: Pair) {
    latest.current = pair;
    setAsked(pair);
    const next = await verifyCode({ clientId: Number(pair.clientId), code: pair.code }).then(
      ({ valid }): Outcome => ({
        ...pair,
        state: valid ? 'valid' : 'wrong',
        ...(!valid && { message: INVALID }),
      }),
      (error: unknown) => failed(pair, error),
    );
    if (latest.current !== pair) return;
    latest.current = null;
    setAsked(null);
    setOutcome(next);
    if (next.state === 'valid') {
      const description = 'Client verification successful. Signature pad is now active.';
      toast({ title: 'Code Verified', description });
    }
    if (next.state === 'wrong')
      toast({ title: 'Invalid Code', description: INVALID, variant: 'destructive' });
  }

  function check(pair: Pair = current) {
    if (pair.clientId === '' || pair.code.length < CODE_MIN) return;
    // The ref knows at once what the state knows with the next render: Enter and leaving the field come together.
    if (latest.current && same(latest.current, pair)) return;
    if (outcome && outcome.state !== 'unknown' && same(outcome, pair)) return;
    void ask(pair);
  }

  function demand() {
    const short = current.code.length < CODE_MIN;
    if (!short && current.clientId !== '') return check();
    latest.current = null;
    setAsked(null);
    setOutcome({ ...current, state: 'unknown', message: short ? TOO_SHORT : NO_CLIENT });
  }

  if (asked && same(asked, current)) return { state: 'checking', check, demand };
  if (outcome && same(outcome, current)) {
    return { state: outcome.state, message: outcome.message, check, demand };
  }
  return { state: 'unknown', check, demand };
}
