import type { ReactNode } from 'react';

type PageHeaderProps = {
  title: ReactNode;
  subtitle?: ReactNode;
  badges?: ReactNode;
  actions?: ReactNode;
};

/** The head of a screen: where one is, and the main thing to do there. Holds the only h1. */
export function PageHeader({ title, subtitle, badges, actions }: PageHeaderProps) {
  return (
    <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3 pb-5">
      <div className="min-w-0">
        <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
        {subtitle !== undefined && <p className="mt-1 text-muted">{subtitle}</p>}
        {badges !== undefined && <div className="mt-2 flex flex-wrap gap-2">{badges}</div>}
      </div>
      {actions !== undefined && <div className="flex flex-wrap gap-2">{actions}</div>}
    </header>
  );
}
