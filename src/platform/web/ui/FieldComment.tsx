import { MessageSquareText } from 'lucide-react';
import type { ReactNode } from 'react';

/** Comment of another user about a field. */
export const FieldComment = ({ id, children }: { id: string; children: ReactNode }) => (
  <p id={id} className="flex items-start gap-1.5 text-sm wrap-anywhere text-pending-ink">
    <MessageSquareText aria-hidden className="mt-0.5 size-4 shrink-0" />
    <span className="min-w-0 whitespace-pre-line">{children}</span>
  </p>
);
