import { ApiError, messageOf } from '#platform/web/apiError.ts';
import { toast } from '#platform/web/toast.ts';

/** What every form that takes a payment is given. */
export type PayFormProps = {
  clientSecret: string;
  /** What is charged, such as '$49.99'. */
  price: string;
  /** Where the provider sends the browser back to when the card's bank wants to see the person. */
  returnPath: string;
  /** The payment went through, or is on its way. */
  onPaid: () => void;
};

/** What the server says about an error; the fallback where it said nothing, or was not reached. */
export const messageFromServer = (error: unknown, fallback: string): string =>
  error instanceof ApiError && error.status > 0 ? messageOf(error, fallback) : fallback;

/** Says that a payment failed, in the provider's words. */
export function showPaymentFailed(message: string): void {
  toast({ title: 'Payment Failed', description: message, variant: 'destructive' });
}
