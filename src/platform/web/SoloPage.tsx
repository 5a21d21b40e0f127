import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { PRODUCT_NAME } from '#platform/contract/product.ts';
import { Logo } from './Logo.tsx';
import { ThemeMenu } from './ThemeMenu.tsx';

type SoloPageProps = { title: string; subtitle?: ReactNode; children: ReactNode };

/** The layout of a screen for signed-out users. */
export function SoloPage({ title, subtitle, children }: SoloPageProps) {
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-2xl flex-col px-4 pb-12 sm:px-6">
      <title>{`${title} · ${PRODUCT_NAME}`}</title>
      <header className="flex h-16 items-center justify-between gap-4">
        <Link to="/">
          <Logo />
        </Link>
        <ThemeMenu />
      </header>
      <main className="flex flex-col gap-6 pt-4 sm:pt-8">
        <div>
          <Link
            to="/"
            className="inline-flex items-center gap-1.5 text-sm text-accent-ink underline pointer-coarse:min-h-11"
          >
            <ArrowLeft aria-hidden className="size-4" />
            Back to login
          </Link>
          <h1 className="mt-3 text-2xl font-semibold tracking-tight">{title}</h1>
          {subtitle !== undefined && <p className="mt-1 text-muted">{subtitle}</p>}
        </div>
        {children}
      </main>
    </div>
  );
}
