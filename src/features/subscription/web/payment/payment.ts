import { ApiError, isSessionExpired, messageOf } from '#platform/web/apiError.ts';
import { toast } from '#platform/web/toast.ts';

/** The props of every payment form. */
export type PayFormProps = {
  clientSecret: string;
  /** The formatted price: '$49.99'. */
  price: string;
  /** Where the provider redirects to after the bank's 3-D Secure page. */
  returnPath: string;
  /** Called when the payment succeeded or is processing. */
  onPaid: () => void;
};

/** The server's error message, or the fallback if there is none or the server was not reached. */
export const messageFromServer = (error: unknown, fallback: string): string =>
  error instanceof ApiError && error.status > 0 ? messageOf(error, fallback) : fallback;

/** Shows the provider's message of a failed payment. */
export function showPaymentFailed(message: string): void {
  toast({ title: 'Payment Failed', description: message, variant: 'destructive' });
}

/** Shows a toast, with the server's reason for a client error because a retry would not help. */
export function showFailure(error: unknown, text: string): void {
  if (isSessionExpired(error)) return;
  const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500;
  const description = isRefused && error.code !== 'unknown' ? `${text} ${error.message}` : text;
  toast({ title: 'Error', description, variant: 'destructive' });
}
