import { useQuery } from '@tanstack/react-query';
import { PRODUCT_NAME } from '#platform/contract/product.ts';
import { Logo } from '#platform/web/Logo.tsx';
import { ThemeMenu } from '#platform/web/ThemeMenu.tsx';
import { lazyComponent } from '#platform/web/ui/lazyComponent.tsx';
import { SkipLink } from '#platform/web/ui/SkipLink.tsx';
import { businessCountQuery } from '#features/businesses/web/queries.ts';
import { Miniature } from './landing/Miniature.tsx';
import { Offer } from './landing/Offer.tsx';
import { RequestDemo } from './landing/RequestDemo.tsx';
import { LoginCard } from './login/LoginCard.tsx';

const BelowTheFold = lazyComponent(async () => (await import('./landing/BelowTheFold.tsx')).BelowTheFold);

/** The start page for signed-out users: the product, its prices, and the login. */
export function LandingPage() {
  const businesses = useQuery(businessCountQuery());
  return (
    <div className="mx-auto w-full max-w-6xl px-4 pb-16 sm:px-6">
      <title>{`${PRODUCT_NAME} · Work notes billed by the quarter hour`}</title>
      <SkipLink target="main" />
      <header className="flex h-16 items-center justify-between gap-2">
        <Logo />
        <div className="flex items-center gap-1 sm:gap-3">
          <nav aria-label="On this page" className="flex gap-1 text-sm font-medium sm:gap-3">
            <SectionLink to="features">Features</SectionLink>
            <SectionLink to="pricing">Pricing</SectionLink>
          </nav>
          <ThemeMenu />
        </div>
      </header>
      <main id="main" tabIndex={-1} className="flex flex-col gap-16 pt-2 outline-none sm:pt-10 lg:gap-24">
        <div className="grid items-start gap-x-16 gap-y-8 lg:grid-cols-[1fr_23rem] lg:grid-rows-[auto_1fr]">
          <Headline />
          <div className="flex flex-col gap-4 lg:row-span-2">
            <LoginCard />
            <Offer first={businesses.isPending ? undefined : businesses.data?.count === 0} />
          </div>
          <Miniature />
        </div>
        <BelowTheFold />
      </main>
    </div>
  );
}

function SectionLink({ to, children }: { to: string; children: string }) {
  return (
    <a
      href={`#${to}`}
      className="inline-flex items-center rounded-md px-2 text-muted hover:text-ink pointer-coarse:min-h-11"
    >
      {children}
    </a>
  );
}

/** Purpose of the product and its audience. */
function Headline() {
  return (
    <div className="min-w-0">
      <h1 className="text-2xl/tight font-semibold tracking-tight sm:text-4xl/tight">
        Work notes that clients sign on the spot, billed by the quarter hour
      </h1>
      <p className="mt-3 max-w-xl text-muted sm:mt-4 sm:text-lg">
        For agencies that visit clients: write up the visit, both sign, and the time comes off the client's
        units. Managers review it before payroll.
      </p>
      <div className="mt-6 max-sm:hidden">
        <RequestDemo />
      </div>
    </div>
  );
}
