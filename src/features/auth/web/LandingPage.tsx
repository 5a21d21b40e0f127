import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { businessCountQuery } from '../../businesses/web/queries.ts';
import { Hero } from './parts/Hero.tsx';
import { LoginCard } from './parts/LoginCard.tsx';
import { Offer } from './parts/Offer.tsx';
import { PRODUCT_NAME } from '../../../platform/contract/product.ts';
import { Logo } from '../../../platform/web/Logo.tsx';
import { ThemeMenu } from '../../../platform/web/ThemeMenu.tsx';
import { SkipLink } from '../../../platform/web/ui/SkipLink.tsx';

const BelowTheFold = lazy(async () => ({
  default: (await import('./parts/BelowTheFold.tsx')).BelowTheFold,
}));

/** The way in: what the product does and for whom, what it costs, and the login. */
export function LandingPage() {
  const businesses = useQuery(businessCountQuery());
  const first = businesses.data?.count === 0;
  return (
    <div className="mx-auto w-full max-w-6xl px-4 pb-16 sm:px-6">
      <title>{`${PRODUCT_NAME} · Work notes billed by the quarter hour`}</title>
      <SkipLink target="main" />
      <header className="flex h-16 items-center justify-between gap-4">
        <Logo />
        <ThemeMenu />
      </header>
      <main id="main" tabIndex={-1} className="flex flex-col gap-16 pt-4 outline-none sm:pt-10 lg:gap-24">
        <div className="grid items-start gap-10 lg:grid-cols-[1fr_23rem] lg:gap-16">
          <Hero />
          <div className="flex flex-col gap-4 max-lg:order-first">
            <LoginCard />
            <Offer first={first} />
          </div>
        </div>
        <Suspense fallback={null}>
          <BelowTheFold />
        </Suspense>
      </main>
    </div>
  );
}
