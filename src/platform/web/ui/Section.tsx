import clsx from 'clsx';
import { useId, type ReactNode } from 'react';

type SectionProps = {
  title: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
  className?: string;
  children: ReactNode;
};

/** A section of a page or form with its heading. */
export function Section({ title, description, actions, className, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={clsx('min-w-0', className)}>
      <div className="mb-3 flex flex-wrap items-end justify-between gap-2">
        <div>
          <h2 id={id} className="text-lg font-semibold">
            {title}
          </h2>
          {description !== undefined && <p className="text-sm text-muted">{description}</p>}
        </div>
        {actions}
      </div>
      {children}
    </section>
  );
}
