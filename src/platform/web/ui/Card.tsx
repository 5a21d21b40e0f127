import clsx from 'clsx';
import type { ReactNode } from 'react';

type CardProps = {
  title?: ReactNode;
  description?: ReactNode;
  /** Buttons at the right of the title. */
  actions?: ReactNode;
  footer?: ReactNode;
  headingLevel?: 2 | 3;
  /** False when the content (a table, a list) extends to the card's edges. */
  padded?: boolean;
  className?: string;
  children?: ReactNode;
};

/** A surface for one subject. */
export function Card(props: CardProps) {
  const { title, description, actions, footer, headingLevel = 2, padded = true } = props;
  const Heading = headingLevel === 2 ? 'h2' : 'h3';
  return (
    <section
      className={clsx(
        'flex min-w-0 flex-col print:block rounded-md border border-line bg-surface shadow-raised',
        // A card with a table or list may be longer than a page.
        padded && 'print:break-inside-avoid',
        props.className,
      )}
    >
      {(title !== undefined || actions !== undefined) && (
        <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-4 pt-4 pb-3 sm:px-5">
          <div className="min-w-0">
            {title !== undefined && <Heading className="font-semibold">{title}</Heading>}
            {description !== undefined && <p className="mt-0.5 text-sm text-muted">{description}</p>}
          </div>
          {actions !== undefined && <div className="flex flex-wrap gap-2">{actions}</div>}
        </header>
      )}
      {props.children !== undefined && (
        <div
          className={clsx(
            'min-w-0 flex-1',
            padded && 'px-4 pb-4 sm:px-5',
            padded && title === undefined && 'pt-4',
          )}
        >
          {props.children}
        </div>
      )}
      {footer !== undefined && (
        <footer className="flex flex-wrap items-center gap-2 border-t border-line px-4 py-3 sm:px-5">
          {footer}
        </footer>
      )}
    </section>
  );
}
